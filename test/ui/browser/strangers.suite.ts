/** What people bring that nobody planned for: names, windows, addresses, and answers of something else than the service. */

import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';
import { alice } from './installation.ts';

const names = ['👩‍🚀 <img src=x onerror=alert(1)> & "q"', 'مشروع التحليل البيئي rev-2', 'W'.repeat(100)] as const;

const longNode = 'node_'.repeat(40);

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    ${'input_'.repeat(30)}: { type: string, default: x, description: ${'d'.repeat(200)} }
  node_templates:
    ${longNode}: { type: tosca.nodes.Compute, requirements: [ { dependency: "узел 🦊 <b>x</b>" } ] }
    "узел 🦊 <b>x</b>": { type: tosca.nodes.Compute }
`;

/** Many machines with software, in rows of ten. */
const large = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
${Array.from({ length: 300 }, (_, index) =>
  index % 3 === 0
    ? `    server_${index}: { type: tosca.nodes.Compute${index < 30 ? '' : `, requirements: [ { dependency: server_${index - 30} } ]`} }`
    : `    software_${index}: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: server_${index - (index % 3)} } ] }`,
).join('\n')}
`;

/** Of the window, sideways: nothing may lead there. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth);

export const strangers = ({ url, clientOf, fault, settled, pageOf }: Dashboard): void => {
  const ids: string[] = [];

  beforeAll(async () => {
    await fault('sandbox-a', null, 1);
    for (const name of names) ids.push((await clientOf(alice).create({ template, name, parameters: {} })).uuid);
    await settled(ids[1] ?? '');
  });

  it('find the state of each deployment in a window of 320 pixels, whatever its name', async () => {
    const { page, complaints } = await pageOf('alice', 'deployments', { viewport: { width: 320, height: 640 } });
    for (const name of names) {
      const row = page.getByRole('row').filter({ hasText: name });
      await row.waitFor();
      const box = await row.locator('.badge').boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 999), name).toBeLessThanOrEqual(320);
    }
    await settled(ids[2] ?? '');
    for (const path of ['/update', '', '/resources', '/timeline'].map((tab) => `deployments/${ids[2]}${tab}`)) {
      await page.goto(`${url()}/ui/${path}`);
      await page.getByRole('heading', { level: 1, name: 'WWW' }).waitFor();
      expect(await overflow(page), path).toBe(0);
    }
    await expectAccessible(page, 'a timeline in a narrow window');
    for (const width of [721, 800, 901]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await overflow(page), `${width}`).toBe(0);
    }
    expect(complaints()).toEqual([]);
  });

  it('are told how long ago something was where the clock of their device is wrong', async () => {
    await settled(ids[2] ?? '');
    const { page, complaints } = await pageOf('alice', 'about');
    await page.waitForFunction(() => sessionStorage.getItem('toscanini.refresh') !== null);
    await page.addInitScript(() => {
      const present = Date.now.bind(Date);
      Date.now = () => present() + 3_600_000;
    });
    await page.goto(`${url()}/ui/deployments`);
    const row = page.getByRole('row').filter({ hasText: 'WWW' });
    await row.getByText(/^(just now|\d min ago)$/).waitFor();
    expect(complaints()).toEqual([]);
  });

  it('are asked and told in a window of 320 pixels, whatever the names of what they have', async () => {
    await settled(ids[2] ?? '');
    const { page, complaints } = await pageOf('alice', `new?from=${ids[2]}`, {
      viewport: { width: 320, height: 640 },
    });
    await page.getByLabel('Input input').waitFor();
    expect(await overflow(page), 'a form').toBe(0);
    await page.goto(`${url()}/ui/deployments/${ids[2]}/resources`);
    await page.getByRole('link', { name: longNode }).click();
    await page.getByRole('heading', { level: 2, name: longNode }).waitFor();
    expect(await overflow(page), 'a resource').toBe(0);
    await page.getByRole('button', { name: 'Delete' }).click();
    const inside = page.getByRole('dialog').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(await inside, 'a dialog').toBe(0);
    expect(complaints()).toEqual([]);
  });

  it('read what is text as text, and find names that are cut', async () => {
    const { page, complaints } = await pageOf('alice', `deployments/${ids[0]}`);
    await page.getByRole('heading', { level: 1, name: names[0] }).waitFor();
    expect(await page.locator('img[src=x], b').count()).toBe(0);
    const card = page.locator(`[data-node="${longNode}"]`);
    await card.waitFor();
    expect(await card.getAttribute('title')).toContain(longNode);
    expect(complaints()).toEqual([]);
  });

  it('are told that an address is none, also one that every object knows', async () => {
    const { page, complaints } = await pageOf('alice', `deployments/${ids[1]}/constructor`);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.goto(`${url()}/ui/constructor`);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    expect(complaints()).toEqual([]);
  });

  it('go back through the filters that they have chosen, not through each key', async () => {
    const { page, complaints } = await pageOf('alice', 'deployments');
    const state = (name: RegExp) => page.getByRole('group', { name: 'State' }).getByRole('button', { name });
    await page.getByRole('link', { name: names[0] }).waitFor(); // counts have moved the buttons
    await state(/^Failed/).click();
    await page.waitForURL(/state=failed$/);
    await state(/^Running/).click();
    await page.waitForURL(/state=running$/);
    await page.getByRole('searchbox').fill('rev');
    await page.getByRole('searchbox').press('End');
    await page.keyboard.type('-2');
    await page.waitForURL(/state=running&q=rev-2$/);
    await page.goBack();
    await page.waitForURL(/state=failed$/);
    expect(await state(/^Failed/).getAttribute('aria-pressed')).toBe('true');
    await page.goForward();
    await page.waitForURL(/q=rev-2$/);
    expect(await page.getByRole('searchbox').inputValue()).toBe('rev-2');
    expect(complaints()).toEqual([]);
  });

  it('go on with the keyboard in the page to which a link has led', async () => {
    const { page, complaints } = await pageOf('alice', 'deployments');
    await page.getByRole('link', { name: names[1] }).first().press('Enter');
    await page.getByRole('heading', { level: 1, name: names[1] }).waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'main');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    expect(complaints()).toEqual([]);
  });

  it('stay signed in where the issuer is not reached while a page loads', async () => {
    const { page, expect: expected } = await pageOf('alice', 'deployments');
    await page.getByRole('row').filter({ hasText: names[1] }).waitFor();
    expected(/ERR_FAILED/);
    const isIssuer = ({ pathname }: URL): boolean => pathname.endsWith('/.well-known/openid-configuration');
    const refreshToken = () => page.evaluate(() => sessionStorage.getItem('toscanini.refresh'));
    const before = await refreshToken();
    await page.route(isIssuer, (route) => route.abort());
    await page.reload();
    await page.getByText('Load the page again, or sign in').waitFor();
    expect(before).not.toBeNull();
    expect(await refreshToken()).toBe(before);
    await page.unroute(isIssuer);
    await page.reload();
    await page.getByRole('row').filter({ hasText: names[1] }).waitFor();
  });

  it('come back to the row that they have left, by Back and after a reload', async () => {
    const { page, complaints } = await pageOf('alice', 'deployments', { viewport: { width: 320, height: 240 } });
    const link = page.getByRole('link', { name: names[0] });
    const place = (): Promise<number> => page.evaluate(() => globalThis.scrollY);
    // rows above it may get or lose a line meanwhile
    const isBack = (left: number) =>
      page.waitForFunction((wanted) => Math.abs(globalThis.scrollY - wanted) < 100, left);
    await link.waitFor();
    await link.evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const left = await place();
    expect(left).toBeGreaterThan(100);
    await link.click();
    await page.getByRole('heading', { level: 1, name: names[0] }).waitFor();
    expect(await place()).toBe(0);
    await page.goBack();
    await isBack(left);
    await page.reload();
    await isBack(left);
    expect(complaints()).toEqual([]);
  });

  it('see what they saw, and a true word about it, when the answers are no longer those of the service', async () => {
    const { page, complaints, expect: meant } = await pageOf('alice', `deployments/${ids[1]}`);
    meant(/status of (403|500)|answered (403|500)/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const answer = async (status: number, contentType: string, body: string): Promise<void> => {
      await page.unroute('**/view');
      await page.route('**/view', (route) => route.fulfill({ status, contentType, body }));
      await page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
    };
    const said = page.getByRole('status');
    await answer(500, 'text/html', '<title>Bad gateway</title>');
    await said.getByText(/Bad gateway.*It is asked for again and again/).waitFor();
    await answer(200, 'text/html', '<title>Log in to the network</title>');
    await said.getByText(/no Toscanini service answers here.*Log in to the network/).waitFor();
    await answer(403, 'application/json', '{"code":403,"message":"you are not in the group any more"}');
    await said.getByText(/not in the group any more.*It is not asked for again/).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(names[1]);
    expect(complaints()).toEqual([]);
  });

  it('are told what to do where a newer release has replaced the files of an open page, and keep what they have pasted', async () => {
    const { page, complaints, expect: meant } = await pageOf('alice', `deployments/${ids[1]}`);
    meant(/404/);
    await page.getByRole('link', { name: 'Template', exact: true }).click();
    await page.route('**/assets/*', (route) => route.fulfill({ status: 404, body: 'gone' }));
    for (const tab of ['Attempts', 'Log']) {
      await page.getByRole('link', { name: new RegExp(`^${tab}`) }).click();
      await page.getByRole('heading', { name: `The ${tab.toLowerCase()} could not be loaded` }).waitFor();
      await page.getByRole('button', { name: 'Load again' }).waitFor();
    }
    await page.unroute('**/assets/*');
    await page.goto(`${url()}/ui/new`);
    await page.getByRole('textbox', { name: 'Template' }).fill(template);
    await page.route('**/assets/*', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('The editor could not be loaded').waitFor();
    expect(await page.getByRole('textbox', { name: 'Template' }).inputValue()).toBe(template);
    expect(complaints()).toEqual([]);
  });

  it('see what is chosen, how far it is and what is on where their system chooses the colours', async () => {
    const { page, complaints } = await pageOf('alice', `deployments/${ids[1]}/timeline`, { forcedColors: 'active' });
    const background = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor);
    const tab = (name: string) => page.getByRole('navigation', { name: 'Deployment' }).getByRole('link', { name });
    await page.locator('.bar-span').first().waitFor();
    const chosen = await page.evaluate(() => {
      const one = document.body.appendChild(document.createElement('i'));
      Object.assign(one.style, { forcedColorAdjust: 'none', color: 'HighlightText', backgroundColor: 'Highlight' });
      const { color, backgroundColor } = getComputedStyle(one);
      one.remove();
      return [color, backgroundColor];
    });
    for (const one of [tab('Timeline'), page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')])
      expect(await one.evaluate((a) => [getComputedStyle(a).color, getComputedStyle(a).backgroundColor])).toEqual(
        chosen,
      );
    const [bar, track] = [page.locator('.bar-span').first(), page.locator('.track').first()];
    expect(await background(bar)).not.toBe(await background(track));
    await page.goto(`${url()}/ui/new?from=${ids[1]}`);
    await page.getByText('More options').click();
    const isNative = page.getByRole('checkbox').evaluate((box) => getComputedStyle(box).appearance);
    expect(await isNative).toBe('auto');
    expect(complaints()).toEqual([]);
  });

  it('read the end of a long log first, and find what is further up', async () => {
    const { page, complaints } = await pageOf('alice', `deployments/${ids[1]}`);
    const tab = page.getByRole('link', { name: 'Log', exact: true });
    // a route that is set while the login still changes the page is lost
    await tab.waitFor();
    const text = Array.from({ length: 12_000 }, (_, index) => `line ${index} of <b>many</b>`).join('\n');
    await page.route(
      ({ pathname }) => pathname.endsWith(`${ids[1]}/log`) && !pathname.startsWith('/ui/'),
      (route) => route.fulfill({ contentType: 'text/plain', body: text }),
    );
    await tab.click();
    const log = page.getByRole('log');
    await log.getByText('line 11999 of <b>many</b>', { exact: true }).waitFor();
    await page.getByText('The last 5000 of 12000 lines').waitFor();
    await page.getByRole('searchbox').fill('line 777 ');
    await page.getByText('1 of the lines found is further up').waitFor();
    await page.getByRole('button', { name: 'Only these lines' }).click();
    await log.locator('mark').waitFor();
    expect(await page.getByText('further up').count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    await log.getByText('line 11999 of <b>many</b>', { exact: true }).waitFor();
    expect([await log.locator('mark').count(), await log.locator('.log-line').count()]).toEqual([0, 5_000]);
    expect(complaints()).toEqual([]);
  });

  it('see 300 nodes', async () => {
    const { uuid } = await clientOf(alice).create({ template: large, name: 'Large', parameters: {} });
    const { page, complaints } = await pageOf('alice', `deployments/${uuid}`);
    await page.locator('[data-node="server_297"]').waitFor();
    expect(await page.locator('.topo-card').count()).toBe(100);
    await page.getByRole('link', { name: 'Resources 300' }).click();
    await page.getByRole('searchbox').fill('software_299');
    await page.getByRole('row').filter({ hasText: 'software_299' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(complaints()).toEqual([]);
  });
};
