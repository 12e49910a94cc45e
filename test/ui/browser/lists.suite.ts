/** Lists at every width, after something was deployed. */

import { expect, it } from 'vitest';
import type { Dashboard } from './dashboard.ts';

export const lists = ({ pageOf }: Dashboard): void => {
  it('hides no column of the list at any width, and puts it in the order of each', async () => {
    const { page } = await pageOf('alice', 'deployments');
    await page.locator('.deployments tbody tr').first().waitFor();
    for (const width of [320, 390, 901, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const hidden = await page.evaluate(() =>
        [...document.querySelectorAll('.deployments tbody tr > *')]
          .map((cell) => ({ text: cell.textContent, box: cell.getBoundingClientRect() }))
          .filter(({ box }) => box.width === 0 || box.right > innerWidth || box.left < 0)
          .map(({ text }) => text),
      );
      expect(hidden, `${width} pixels`).toEqual([]);
    }
    for (const column of await page.locator('.deployments thead button').all()) {
      await column.click();
      expect(await column.locator('xpath=..').getAttribute('aria-sort')).toBe('ascending');
    }
  });
};
