/** Lists at every width, after something was deployed. */

import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { expectAccessible } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';
import { alice } from './installation.ts';

const three = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    one: { type: tosca.nodes.Compute }
    two: { type: tosca.nodes.Compute }
    three: { type: tosca.nodes.Compute }
`;

const machine = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute }
`;

export const lists = ({ clientOf, deploy, settled, fault, pageOf }: Dashboard): void => {
  it('hides no column of the list at any width, and puts it in the order of each', async () => {
    const { page } = await pageOf('alice', 'deployments');
    await page.locator('.deployments tbody tr').first().waitFor();
    for (const width of [320, 390, 901, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const hidden = await page.evaluate(() =>
        // a card leaves out what there is none of
        [...document.querySelectorAll('.deployments tbody tr > *:not(:has(> .none))')]
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

  it('says why below the whole row, a line for each provider', async () => {
    await fault('sandbox-a', 'fail-vm');
    await fault('sandbox-b', 'refuse-create');
    const { uuid } = await clientOf(alice).create({ template: machine, userGroup: 'research', maxProvidersRetry: 2 });
    await settled(uuid);
    const { page } = await pageOf('alice', 'deployments?state=failed');
    for (const width of [390, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      const causes = page.locator('.deployments tbody').first().locator('.cause');
      await causes.nth(1).waitFor();
      const boxes = await causes.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      expect(boxes.length).toBe(2);
      for (const { height } of boxes) expect(height, `${width} pixels`).toBeLessThan(width < 900 ? 70 : 22);
      await expectAccessible(page, `a list with causes, ${width} pixels`);
    }
    await fault('sandbox-a', null);
    await fault('sandbox-b', null);
  });

  it('finds by a node and by an address, which the list does not show', async () => {
    const { uuid } = await deploy(three);
    await settled(uuid);
    const shown = await clientOf(alice).view(uuid);
    const address = shown === 'unchanged' ? '' : (shown.view.resources[0]?.address ?? '');
    const { page } = await pageOf('alice', 'deployments');
    await page.locator('.deployments tbody').nth(1).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(address);
    const only = page.locator(`.deployments tbody:only-of-type a[href$="${uuid}"]`);
    await only.waitFor();
    await page.getByRole('searchbox').fill('no such text');
    await page.getByRole('heading', { name: 'No deployment fits the filter' }).waitFor();
    await page.getByRole('searchbox').fill('');
    await page.locator('.deployments tbody').nth(1).waitFor();
  });

  it('puts rows in the order of their resources as soon as it knows them', async () => {
    await deploy(three);
    const { page } = await pageOf('alice', 'deployments?sort=-Resources');
    // each row says how many it has, and the first answer of the list said nothing of it
    await eventually(async () => {
      const said = await page.locator('.deployments tbody .resource-bar .numbers').allTextContents();
      const counts = said.map((text) => Number(text.split('/')[1]));
      expect(counts).toContain(3);
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    });
  });
};
