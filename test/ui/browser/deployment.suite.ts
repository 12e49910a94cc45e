/** The life of a deployment, as somebody watches it in a browser. */

import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { collected } from '../../../client/index.ts';
import { eventually } from '../../support/eventually.ts';
import { allLoaded, expectAccessible, type Watched } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';
import { alice } from './installation.ts';
import { attack, webAndDatabase } from './templates.ts';

export const lifeOfADeployment = ({ url, deploy, settled, fault, clientOf, pageOf }: Dashboard) => {
  let watched: Watched;
  let id: string;

  const goTo = (path: string) => watched.page.goto(`${url()}/ui/deployments/${id}${path}`);

  beforeAll(async () => {
    watched = await pageOf('alice', '');
    return watched.close;
  });
  afterEach(() => expect(watched.complaints()).toEqual([]));

  it('logs in without a click, and says how to begin', async () => {
    const { page } = watched;
    await page.getByRole('heading', { name: 'You have deployed nothing yet' }).waitFor();
    expect(await page.title()).toBe('Deployments · Toscanini');
    expect(page.url()).toBe(`${url()}/ui/`);
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(stored).toContain('toscanini.refresh');
    expect(stored, 'an access token').not.toMatch(/eyJ[\w-]+\.eyJ/);
    await expectAccessible(page, 'empty list');
  });

  it('shows that the first provider failed, and that the second one takes over, without a reload', async () => {
    const { page } = watched;
    await fault('sandbox-a', 'fail-vm');
    await fault('sandbox-b', null, 6);
    id = (await deploy(webAndDatabase)).uuid;
    await goTo('');
    await page.getByText('attempt 2', { exact: true }).waitFor();
    const cause = page.getByRole('region', { name: 'Cause' });
    await cause.getByText('Sandbox A').waitFor();
    await expectAccessible(page, 'a deployment at work');
    await page.locator('h1 + .badge', { hasText: 'Running' }).waitFor();
    await cause.waitFor({ state: 'detached' });
    // the picture had led to the node that failed
    await goTo('');
    await page.getByText('4 running').first().waitFor();
  });

  it('lists it, with filters in the address', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'Deployments' }).first().click();
    await page.getByText('4/4').waitFor();
    await expectAccessible(page, 'list');
    await page.getByRole('button', { name: 'Failed 0' }).click();
    await page.getByRole('heading', { name: 'No deployment fits the filter' }).waitFor();
    expect(page.url()).toBe(`${url()}/ui/deployments?state=failed`);
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('Research');
    await eventually(() => expect(page.url()).toBe(`${url()}/ui/deployments?q=Research`));
    await page.reload();
    await page.locator(`a[href="deployments/${id}"]`).click();
    await page.locator('h1 + .badge', { hasText: 'Running' }).waitFor();
    await page.goBack();
    expect(await page.getByRole('searchbox').inputValue()).toBe('Research');
    await page.locator('h1').click();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'About this service' }).waitFor();
  });

  it('has an address for every tab, which is accessible in both themes', async () => {
    const { page } = watched;
    for (const tab of ['', 'resources', 'outputs', 'timeline', 'log', 'template', 'attempts']) {
      await page.goto(`${url()}/ui/deployments/${id}/${tab}`);
      await page.locator('nav.tabs a[aria-current="page"]').waitFor();
      await allLoaded(page);
      // people know a provider by its name, not by its id
      if (tab !== 'log') expect(await page.getByRole('main').innerText()).not.toContain('sandbox-');
      await expectAccessible(page, tab);
    }
  });

  it('shows the topology, and of a chosen node all that is known', async () => {
    const { page } = watched;
    await goTo('');
    await page.locator('[data-node="database"]').click();
    await eventually(() => expect(page.url()).toContain('?node=database'));
    const side = page.getByRole('complementary', { name: 'Node database' });
    await side.getByRole('button', { name: 'disk' }).click();
    await page.getByRole('complementary', { name: 'Node disk' }).getByText('10 GB').waitFor();
    await page.goBack();
  });

  it('gives outputs by what they are: links, values to copy, and secrets that nobody sees over a shoulder', async () => {
    const { page } = watched;
    await goTo('/outputs');
    const row = (name: string) => page.locator('dl.output-list > div', { has: page.locator('dt', { hasText: name }) });
    const link = row('site').getByRole('link');
    expect(await link.getAttribute('href')).toBe('https://example.org/site');
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await row('trap').getByRole('link').count()).toBe(0);
    expect(await page.getByText('hunter2-of-alice').count()).toBe(0);
    await page.getByRole('button', { name: 'Show admin_password' }).click();
    await page.getByText('hunter2-of-alice').waitFor();
    await page.getByRole('button', { name: 'Copy admin_password' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('hunter2-of-alice');
  });

  it('never takes what a template or a machine says for HTML', async () => {
    const { page } = watched;
    for (const tab of ['', '/outputs', '/timeline', '/log', '/template']) {
      await goTo(tab);
      await page.locator('nav.tabs a[aria-current="page"]').waitFor();
      await allLoaded(page);
      if (['/outputs', '/template'].includes(tab)) await page.getByText(attack).first().waitFor();
      expect(await page.locator('main img').count()).toBe(0);
    }
    expect(await page.evaluate(() => 'attacked' in globalThis)).toBe(false);
  });

  it('is whole on paper, without what can only be clicked, and black on white', async () => {
    const { page } = watched;
    await goTo('/log');
    await page.locator('.log-line').first().waitFor();
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'dark';
    });
    // a window in which the log has to scroll, as a long one does in any
    await page.setViewportSize({ width: 1280, height: 200 });
    await page.emulateMedia({ media: 'print' });
    const { cut, ink } = await page.locator('.log-lines').evaluate((lines) => ({
      cut: lines.scrollHeight - lines.clientHeight,
      ink: getComputedStyle(lines).color,
    }));
    expect({ cut, ink }).toEqual({ cut: 0, ink: 'rgb(16, 22, 42)' });
    for (const what of ['.top', '.head-actions', '.tabs', '.log-bar'])
      expect(await page.locator(what).first().isVisible(), what).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it('searches the log, and gives all of it as a file', async () => {
    const { page } = watched;
    await goTo('/log');
    await page.getByPlaceholder('Search the log').fill('no valid host');
    expect(await page.locator('mark').first().textContent()).toBe('No valid host');
    await page.getByRole('button', { name: 'Only these lines' }).click();
    expect(await page.locator('.log-line').count()).toBe(
      await page.locator('.log-line', { has: page.locator('mark') }).count(),
    );
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toBe(await clientOf(alice).log(id));
  });

  it('stops a machine and starts it again', async () => {
    const { page } = watched;
    await goTo('/resources');
    await page.getByRole('button', { name: /^Stop web/ }).click();
    await expectAccessible(page, 'the question whether to stop');
    await page.getByRole('button', { name: 'Stop the machine' }).click();
    await page.getByRole('button', { name: /^Start web/ }).click();
    await page.getByRole('button', { name: /^Stop web/ }).waitFor();
  });

  it('keeps the focus on the button of a machine that is stopped and started by keyboard', async () => {
    const { page } = watched;
    await goTo('/resources');
    for (const [name, isDone] of [
      [/^Stop web/, /^Start web/],
      [/^Start web/, /^Stop web/],
    ] as const) {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
      if (name.test('Stop web')) await page.getByRole('button', { name: 'Stop the machine' }).press('Enter');
      await page.getByRole('button', { name: isDone, disabled: false }).and(page.locator(':focus')).waitFor();
    }
  });

  it('does not start a machine with the question whether to stop it, which somebody else has stopped meanwhile', async () => {
    const { page } = watched;
    await goTo('/resources');
    await page.getByRole('button', { name: /^Stop web/ }).click();
    await page.getByRole('dialog', { name: /^Stop web/ }).waitFor();
    const [web] = (await collected(clientOf(alice).resources(id))).filter((one) => one.toscaNodeName === 'web');
    await clientOf(alice).act(id, `${web?.uuid}`, 'stop');
    // the button is behind the dialog as long as that is open
    await page.getByRole('button', { name: /^Start web/, includeHidden: true }).waitFor({ state: 'attached' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: /^Start web/ }).click();
    await page.getByRole('button', { name: /^Stop web/ }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('lets a member of the group see everything but secrets, and change nothing', async () => {
    const other = await pageOf('bob', `deployments/${id}/outputs`);
    await other.page.getByText('only alice, managers of its group and administrators may change it').waitFor();
    await other.page.locator('dl.output-list').getByText('secret', { exact: true }).first().waitFor();
    expect(await other.page.getByText('hunter2').count()).toBe(0);
    expect(await other.page.getByRole('button', { name: /Delete/ }).count()).toBe(0);
    expect(await other.page.getByRole('link', { name: 'Log', exact: true }).count()).toBe(0);
    await other.page.goto(`${url()}/ui/deployments/${id}/resources`);
    await other.page.getByRole('rowheader', { name: 'web' }).waitFor();
    expect(await other.page.getByRole('button', { name: /^Stop/ }).count()).toBe(0);
    expect(other.complaints()).toEqual([]);
  });

  it('keeps the last view while the service cannot be reached, says so, and goes on afterwards', async () => {
    const other = await pageOf('alice', `deployments/${id}`);
    other.expect(/ERR_INTERNET_DISCONNECTED/);
    await other.page.getByText('4 running').first().waitFor();
    // its program comes after the page
    await other.page.locator('.topo-card').first().waitFor();
    await other.page.context().setOffline(true);
    await other.page.evaluate(() => dispatchEvent(new Event('online')));
    await other.page.getByText('The service cannot be reached').waitFor();
    await other.page.getByText('4 running').first().waitFor();
    await other.page.context().setOffline(false);
    await other.page.getByText('The service cannot be reached').waitFor({ state: 'detached' });
    expect(other.complaints()).toEqual([]);
  });

  it('fits on a phone', async () => {
    const other = await pageOf('alice', 'about', { viewport: { width: 390, height: 800 } });
    // logging in leads through other pages, which would interrupt the next one
    await other.page.waitForFunction(() => sessionStorage.getItem('toscanini.refresh') !== null);
    for (const path of [
      'deployments',
      `deployments/${id}`,
      `deployments/${id}/resources`,
      `deployments/${id}/log`,
      'about',
    ]) {
      await other.page.goto(`${url()}/ui/${path}`);
      await other.page.getByRole('heading', { level: 1 }).waitFor();
      await allLoaded(other.page);
      expect(await other.page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    }
    expect(other.complaints()).toEqual([]);
  });

  it('deletes only what somebody has named, and tells when it is gone', async () => {
    const { page } = watched;
    watched.expect(/404/);
    await goTo('');
    const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 machines').waitFor();
    const button = dialog.getByRole('button', { name: 'Delete 4 resources' });
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(name);
    await expectAccessible(page, 'the question whether to delete');
    await button.click();
    await page.getByRole('heading', { name: /is deleted$/ }).waitFor();
    await page.getByText('Everything that was made for it is gone').waitFor();
    await expectAccessible(page, 'after the deletion');
    expect((await settled(id).catch((error: Error) => error.name)) as unknown).toBe('NotFoundError');
  });

  it('shows who runs the service and with what, and refuses an address that is no page', async () => {
    const { page } = watched;
    await page.goto(`${url()}/ui/about`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page, 'about');
    await page.goto(`${url()}/ui/nothing/here`);
    await page.getByText('There is no such page').waitFor();
    await page.goto(`${url()}/`);
    await page.getByRole('heading', { name: 'Deployments' }).waitFor();
  });

  it('lets a screen reader say once that it runs, also on a tab without a log', async () => {
    await fault('sandbox-a', null, 3);
    const { uuid } = await deploy(webAndDatabase);
    const { page, complaints } = await pageOf('alice', `deployments/${uuid}/resources`);
    await page.locator('h1 + .badge').waitFor();
    await page.evaluate(() => {
      const told: string[] = [];
      const regions = '[aria-live=polite], [role=status], [role=alert], [role=log]';
      const tell = (changes: readonly MutationRecord[]): void => {
        const changed = changes.map(({ target }) => (target instanceof Element ? target : target.parentElement));
        for (const region of new Set(changed.map((one) => one?.closest(regions)))) {
          if (region?.textContent) told.push(region.textContent);
        }
      };
      new MutationObserver(tell).observe(document.body, { subtree: true, childList: true, characterData: true });
      Object.assign(globalThis, { told });
    });
    await page.locator('h1 + .badge', { hasText: 'Running' }).waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { told: string[] }).told)).toEqual(['Running']);
    expect(complaints()).toEqual([]);
  });
};
