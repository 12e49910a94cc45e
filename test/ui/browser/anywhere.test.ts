/** What works on every page: the palette, the keys, and being told that a deployment has ended. */

import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { teamTabs } from '../../../ui/pages/team/tabs.ts';
import { eventually } from '../../support/eventually.ts';
import { browserForTests, describeInBrowser, expectAccessible, type Watched } from './chromium.ts';
import { installationForTests } from './installation.ts';

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
metadata: { template_name: Blue box }
topology_template:
  node_templates:
    machine: { type: tosca.nodes.Compute }
`;

/** Presses the palette's key; its script is loaded only when the result is called. */
const openPaletteSlowly = async (page: Page): Promise<() => void> => {
  const { promise: allowed, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await allowed;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  return load;
};

/** Says what a page would notify. */
interface Told {
  told: string[];
}

describeInBrowser('on every page', () => {
  const { url, deploy, fault, settled } = installationForTests('ui-anywhere');
  const { open } = browserForTests();
  let watched: Watched;
  let id: string;

  beforeAll(async () => {
    await fault('sandbox-a', null, 8);
    id = (await deploy(template)).uuid;
    watched = await open();
    const { page } = watched;
    await page.context().grantPermissions(['notifications']);
    await page.addInitScript(() => {
      sessionStorage.setItem('toscanini.persona', '"alice"');
      (globalThis as unknown as Told).told = [];
      globalThis.Notification = class {
        static requestPermission = async () => 'granted';
        onclick = null;
        constructor(title: string, { tag }: NotificationOptions = {}) {
          (globalThis as unknown as Told).told.push(`${title} ${tag}`);
        }
      } as unknown as typeof Notification;
    });
    await page.goto(`${url()}/ui/deployments/${id}`);
  });
  afterEach(() => expect(watched.complaints()).toEqual([]));

  it('tells that a deployment has ended, also on another page', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: 'Tell me' }).click();
    await page.getByRole('button', { name: 'You will be told' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('link', { name: 'Catalog', exact: true }).and(page.locator('[aria-current="page"]')).waitFor();
    await page.locator('.toast', { hasText: 'Blue box: Running' }).waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as Told).told)).toEqual([`Blue box: Running ${id}`]);
    await settled(id);
  });

  it('goes to deployments, nodes, pages and actions with the keyboard alone', async () => {
    const { page } = watched;
    const goTo = async (text: string, expected: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to' }).waitFor();
      await page.keyboard.type(text);
      await page.getByRole('option', { name: expected }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await goTo('blue run', 'Blue box');
    await page.getByRole('heading', { name: 'Blue box' }).waitFor();
    await page.locator('[data-node="machine"]').waitFor();
    await goTo('mach node', 'machine');
    await page.getByRole('complementary', { name: 'Node machine' }).waitFor();
    await goTo('outp', 'Outputs');
    expect(page.url()).toBe(`${url()}/ui/deployments/${id}/outputs`);
    await goTo(id, id);
    expect(page.url()).toBe(`${url()}/ui/deployments/${id}`);
    await goTo('about', 'About');
    await page.getByRole('heading', { name: 'About this service' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('ArrowDown');
    const field = page.getByRole('combobox', { name: 'Go to' });
    expect(await page.getByRole('option').nth(1).getAttribute('aria-selected')).toBe('true');
    expect(await field.getAttribute('aria-activedescendant')).toBe(
      await page.getByRole('option').nth(1).getAttribute('id'),
    );
    await expectAccessible(page, 'the palette');
    await field.fill('no such thing');
    await page.getByText('Nothing fits').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('leads to every page of a team, and only administrators to theirs', async () => {
    const named = (isMeant: (one: (typeof teamTabs)[number]) => boolean) =>
      teamTabs.filter(isMeant).map(({ words, alone = words }) => alone);
    const own = named(({ forAdministrators, forManagers }) => !forAdministrators && !forManagers);
    const offeredTo = async (person: string, pages: readonly string[]): Promise<void> => {
      const { page, complaints } = await open();
      await page.addInitScript((name) => sessionStorage.setItem('toscanini.persona', JSON.stringify(name)), person);
      await page.goto(`${url()}/ui/about`);
      await page.getByRole('heading', { name: 'About this service' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to' }).fill('page of the team');
      await page.waitForLoadState('networkidle');
      const words = page.getByRole('option').locator('.palette-words');
      await eventually(async () => expect(await words.allTextContents()).toEqual(pages));
      expect(complaints()).toEqual([]);
    };
    await offeredTo(
      'ada',
      named(() => true),
    );
    await offeredTo('alice', own);
  });

  it('takes what is typed while the palette is being loaded, and no key of it for the page', async () => {
    const { page, complaints } = await open();
    await page.addInitScript(() => sessionStorage.setItem('toscanini.persona', '"alice"'));
    await page.goto(`${url()}/ui/deployments/${id}`);
    await page.getByRole('heading', { name: 'Blue box' }).waitFor();
    await page.waitForLoadState('networkidle');
    const load = await openPaletteSlowly(page);
    await page.keyboard.type('nodes n');
    load();
    const field = page.getByRole('combobox', { name: 'Go to' });
    await field.waitFor();
    await page.keyboard.type('o');
    expect(await field.inputValue()).toBe('nodes no');
    expect(page.url()).toBe(`${url()}/ui/deployments/${id}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    expect(await field.inputValue()).toBe('');
    expect(complaints()).toEqual([]);
    await page.close();
  });

  it('takes what is typed while the palette is being loaded, and no key of it for a field that has the focus', async () => {
    const { page, complaints } = await open();
    await page.addInitScript(() => sessionStorage.setItem('toscanini.persona', '"alice"'));
    await page.goto(`${url()}/ui/deployments`);
    const filter = page.getByRole('searchbox').first();
    await filter.fill('blue');
    await page.waitForLoadState('networkidle');
    const load = await openPaletteSlowly(page);
    await page.keyboard.type('cax');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('t');
    expect(await filter.inputValue()).toBe('blue');
    load();
    const field = page.getByRole('combobox', { name: 'Go to' });
    await field.waitFor();
    expect(await field.inputValue()).toBe('cat');
    expect(complaints()).toEqual([]);
    await page.close();
  });

  it('lists its keys, also in the moment in which another dialog closes', async () => {
    const { page } = watched;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).waitFor();
    await page.evaluate(() => {
      document.querySelector('dialog')?.close();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
    });
    await page.getByRole('dialog', { name: 'Keys' }).getByText('go to anything').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('go to anything').waitFor();
    await expectAccessible(page, 'the keys');
    await page.keyboard.press('Escape');
  });

  it('says that the operators have paused the service, and goes on by itself afterwards', async () => {
    const { page } = watched;
    watched.expect(/503/);
    const isAsked = ({ pathname }: URL): boolean => pathname === '/catalog';
    const body = JSON.stringify({ code: 503, title: 'Service Unavailable', message: 'the operators have paused it' });
    await page.route(isAsked, (route) => route.fulfill({ status: 503, contentType: 'application/json', body }));
    await page.goto(`${url()}/ui/catalog`);
    await page.getByRole('heading', { name: 'The service takes no requests now' }).waitFor();
    await page.getByText('This page asks again by itself').waitFor();
    await expectAccessible(page, 'a pause');
    await page.unroute(isAsked);
    await page.locator('.catalog-card').first().waitFor();
  });

  it('asks before it leaves what somebody has entered, by key, palette and the button of the browser', async () => {
    const { page } = watched;
    await page.goto(`${url()}/ui/deployments`);
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Template' }).fill(template);
    await page.getByRole('button', { name: 'Continue' }).click();
    const editor = page.getByRole('textbox', { name: 'Template' });
    await editor.press('Control+Home');
    await page.keyboard.type('# mine\n');
    await page.locator('h1').click();
    const questions: string[] = [];
    const stay = (): void =>
      void page.once('dialog', async (dialog) => {
        questions.push(dialog.message());
        await dialog.dismiss();
      });
    stay();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await eventually(() => expect(questions.length).toBe(1));
    stay();
    await page.goBack();
    await eventually(() => expect(questions.length).toBe(2));
    await eventually(() => expect(page.url()).toBe(`${url()}/ui/new`));
    expect(await editor.textContent()).toContain('# mine');
    page.once('dialog', (dialog) => dialog.accept());
    await page.getByRole('link', { name: 'Deployments' }).first().click();
    await page.getByText('Blue box').first().waitFor();
  });
});
