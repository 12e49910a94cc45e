/** What axe finds on a page as it is. */

import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** A theme changes nothing but colours: what is no matter of colour is looked at once. */
const themes = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  dark: ['color-contrast', 'link-in-text-block'],
};

/** Every violation of WCAG 2.2 AA, in both themes, each with its theme. */
export const violationsOf = async (page: Page): Promise<readonly string[]> => {
  // not by a script element, which the policy of the page would block
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const [theme, rules] of Object.entries(themes)) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    const here = await page.evaluate(async (runOnly) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, { runOnly });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    }, rules);
    found.push(...here.map((one) => `${theme}: ${one}`));
  }
  return found;
};
