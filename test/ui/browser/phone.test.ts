/** The head of a deployment on a phone, with the real style sheet and the classes of its markup. It needs no service. */

import { expect, it } from 'vitest';
import { buildDashboard } from '../../../lib/bundles/dashboard.ts';
import { browserForTests, describeInBrowser } from './chromium.ts';

const items = (words: readonly string[]): string => words.map((word) => `<li>${word}</li>`).join('');

const buttons = ['Labels…', 'Life time…', 'Office hours…', 'Move…', 'Protect', 'Give away…'].map(
  (words) => `<button class="button small">${words}</button>`,
);

const stages = ['done', 'done', 'current', 'to-come'].map((is) => `<li class="stage ${is}">${is}</li>`).join('');

/** As ui/pages/deployment writes it; `present`: number of the tab that is open. */
const pageWith = (css: string, present: number): string => `<!doctype html>
<meta name="viewport" content="width=device-width">
<style>${css}</style>
<main>
  <div class="deployment-head">
    <div>
      <nav class="crumbs"><a href="#">Deployments</a></nav>
      <div class="title-line"><h1>Analysis platform</h1><span class="badge">Working</span></div>
      <ul class="facts">${items(['Sandbox B', '12 resources', 'alice', 'research', 'Nov 30, 2026, 8:46 AM'])}</ul>
      <ul class="facts settings">${items(buttons)}</ul>
    </div>
    <div class="head-actions"><a class="button">Update</a><button class="button danger">Delete…</button></div>
  </div>
  <ol class="stages">${stages}</ol>
  <nav class="tabs">
    ${['Topology', 'Resources', 'Log'].map((tab, at) => `<a href="#"${at === present ? ' aria-current="page"' : ''}>${tab}</a>`).join('')}
  </nav>
</main>`;

describeInBrowser('the head of a deployment', () => {
  const { open } = browserForTests();

  it.each([
    // the bar of the application above it takes about 85 pixels more
    { width: 390, present: 2, most: 200, facts: false, seen: 0 },
    { width: 390, present: 0, most: 330, facts: true, seen: 1 },
    { width: 1280, present: 2, most: 260, facts: true, seen: 4 },
  ])('leaves the screen to the tab: %j', async ({ width, present, most, facts, seen }) => {
    const { files } = await buildDashboard();
    const css = [...files]
      .flatMap(([name, content]) => (name.endsWith('.css') ? [`${Buffer.from(content)}`] : []))
      .join('');
    const { page } = await open({ viewport: { width, height: 800 } });
    await page.setContent(pageWith(css, present));
    const { y = 0, height = 0 } = (await page.locator('.tabs').boundingBox()) ?? {};
    expect(height).toBeGreaterThan(20);
    expect(y + height).toBeLessThan(most);
    expect(await page.locator('.facts').first().isVisible()).toBe(facts);
    expect(await page.locator('.stage:visible').count()).toBe(seen);
  });
});
