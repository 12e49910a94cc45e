/** Several tabs at once, and sessions that end: nobody loses what they have entered, and nobody sees what is another's. */

import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Dashboard } from './dashboard.ts';
import { alice } from './installation.ts';

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: { size: { type: scalar-unit.size, default: 1 GB } }
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities: { host: { properties: { mem_size: { get_input: size } } } }
`;

export const tabs = ({ url, clientOf, tokenOf, fault, settled, pageOf }: Dashboard): void => {
  /** Another tab of the same browser, of the same user. */
  const another = async (page: Page, path: string): Promise<Page> => {
    const tab = await page.context().newPage();
    await tab.addInitScript(() => sessionStorage.setItem('toscanini.persona', '"alice"'));
    await tab.goto(`${url()}/ui/${path}`);
    return tab;
  };
  const deployed = async (name: string): Promise<string> => {
    await fault('sandbox-a', null, 1);
    const { uuid } = await clientOf(alice).create({ template, name, userGroup: 'research' });
    await settled(uuid);
    return uuid;
  };
  const size = (tab: Page) => tab.getByRole('textbox', { name: 'Size' });
  const planned = async (tab: Page, memory: string): Promise<void> => {
    await size(tab).fill(memory);
    await tab.getByRole('button', { name: 'Show the plan' }).click();
    await tab.getByText('stays at').waitFor();
  };
  const update = (tab: Page) => tab.getByRole('button', { name: 'Update', exact: true }).click();

  it('keep what was entered in the one that was slower, also while the update of the other one runs', async () => {
    const id = await deployed('Of two tabs');
    const { page, complaints, expect: meant } = await pageOf('alice', `deployments/${id}/update`);
    const second = await another(page, `deployments/${id}/update`);
    await planned(page, '2');
    await planned(second, '3');
    // the update of the first one waits until the cloud answers again
    await fault('sandbox-a', 'answer-5xx');
    await update(page);
    await page.getByText('Updating').first().waitFor();
    await update(second);
    const told = second.getByRole('alert').filter({ hasText: 'changed since you opened this page' });
    await told.waitFor();
    const again = second.getByRole('button', { name: 'Compare with what is in force now' });
    await again.click();
    await told.getByText('Its state is: Updating').waitFor();
    expect(await size(second).inputValue()).toBe('3');
    await fault('sandbox-a', null);
    await settled(id);
    await again.click();
    await second.getByRole('region', { name: 'Changes' }).locator('del', { hasText: '2 GB' }).waitFor();
    expect(await size(second).inputValue()).toBe('3');
    await second.getByRole('button', { name: 'Plan again' }).click();
    await update(second);
    await second.locator('h1 + .badge', { hasText: 'Running' }).waitFor();
    meant(/412/);
    expect(complaints()).toEqual([]);
  });

  it('keep entries when the session ends, and send again what was asked for after a new login in a window', async () => {
    const { page, complaints, expect: meant } = await pageOf('alice', 'new');
    await page.getByRole('textbox', { name: 'Template' }).fill(template);
    await page.getByRole('button', { name: 'Continue' }).click();
    // a template that was pasted is nowhere else
    await page.getByRole('button', { name: 'Show the plan' }).waitFor();
    page.once('dialog', (question) => void question.dismiss());
    await page.getByRole('link', { name: 'Catalog' }).click();
    await size(page).fill('4');
    // the issuer ends the session too
    const ended = { status: 400, headers: { 'access-control-allow-origin': '*' }, json: { error: 'invalid_grant' } };
    const isRenewal = (asked: Request) => asked.postData()?.includes('refresh_token=') === true;
    await page.route(/\/token$/, (route) => (isRenewal(route.request()) ? route.fulfill(ended) : route.continue()));
    const old = new Set<string | undefined>();
    await page.route(/\/deployments(\?|$)/, async (route) => {
      const { authorization } = route.request().headers();
      if (old.size === 0) old.add(authorization);
      if (old.has(authorization)) await route.fulfill({ status: 401, body: '{"code":401,"message":"too old"}' });
      else await route.continue();
    });
    await page.getByRole('button', { name: 'Show the plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByText('too old').waitFor();
    const [window] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('button', { name: 'Sign in with sandbox' }).click(),
    ]);
    await page.getByText('tried first').waitFor();
    if (!window.isClosed()) await window.waitForEvent('close');
    expect(await dialog.count()).toBe(0);
    expect(await size(page).inputValue()).toBe('4');
    meant(/401/);
    expect(complaints()).toEqual([]);
  });

  it('take the question whether to delete away with the deployment that it is about', async () => {
    const [first, second] = [await deployed('The first'), await deployed('The second')];
    const { page, complaints } = await pageOf('alice', `deployments/${first}`);
    await page.getByRole('heading', { level: 1, name: 'The first' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('The second');
    await page.getByRole('option', { name: 'The second' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/deployments/${second}`);
    await page.getByRole('heading', { level: 1, name: 'The second' }).waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog', { name: 'Delete The second?' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'The first' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(complaints()).toEqual([]);
  });

  it('stay signed out when a token that was being renewed comes afterwards', async () => {
    const { page, complaints } = await pageOf('alice', 'about');
    await page.getByRole('button', { name: 'Account of alice' }).waitFor();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let asked = 0;
    await page.route(/\/token$/, async (route) => {
      const response = await route.fetch();
      asked += 1;
      // the first token is due at once, so that the second one is asked for while somebody signs out
      if (asked > 1) await released;
      await route.fulfill({ response, json: { ...(await response.json()), expires_in: asked > 1 ? 3600 : 1 } });
    });
    const isRenewing = page.waitForRequest(
      (request) => request.postData()?.includes('refresh_token') === true && asked > 0,
    );
    await page.reload();
    await isRenewing;
    await page.getByRole('button', { name: 'Account of alice' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with sandbox' }).waitFor();
    const renewed = page.waitForResponse(/\/token$/);
    release();
    await (await renewed).finished();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('button', { name: 'Sign in with sandbox' }).count()).toBe(1);
    expect(await page.evaluate(() => sessionStorage.getItem('toscanini.refresh'))).toBeNull();
    expect(complaints()).toEqual([]);
  });

  it('stay signed in while a token that has ended cannot be renewed, since the issuer is not reached', async () => {
    const { page, complaints, expect: meant } = await pageOf('alice', 'deployments');
    meant(/401|ERR_FAILED|CORS policy/);
    await page.getByRole('heading', { level: 1, name: 'Deployments' }).waitFor();
    // an hour of sleep
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 3_600_000;
    });
    const old = new Set<string | undefined>();
    await page.route(/\/deployments\?/, async (route) => {
      const { authorization } = route.request().headers();
      if (old.size === 0) old.add(authorization);
      await (old.has(authorization)
        ? route.fulfill({ status: 401, body: '{"code":401,"message":"too old"}' })
        : route.continue());
    });
    await page.route(/\/token$/, (route) => route.abort());
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText(/cannot be asked from this page.*It is asked for again and again/).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('toscanini.refresh'))).not.toBeNull();
    await page.unroute(/\/token$/);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText(/cannot be asked from this page/).waitFor({ state: 'detached' });
    expect(await page.getByRole('heading', { level: 1, name: 'Deployments' }).count()).toBe(1);
    expect(complaints()).toEqual([]);
  });

  it('are all signed out with one of them, but for entries, and show the next user nothing of the last', async () => {
    const id = await deployed('Only of alice');
    const { page, complaints, expect: meant } = await pageOf('alice', 'deployments');
    await page.getByRole('link', { name: 'Only of alice' }).waitFor();
    const writing = await another(page, `deployments/${id}/update`);
    await size(writing).fill('3');
    const signedOut = await another(page, `deployments/${id}`);
    await signedOut.getByRole('button', { name: 'Account of alice' }).click();
    await signedOut.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out in another tab.').waitFor();
    await writing.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    expect(await size(writing).inputValue()).toBe('3');
    const token = await tokenOf({ username: 'nobody-of-research' });
    await page.getByRole('button', { name: 'Sign in with sandbox' }).waitFor();
    await page.getByText('Use a token that you have').click();
    await page.getByRole('textbox', { name: 'Access token' }).fill(token);
    await page.route(/\/deployments\?/, () => {});
    await page.getByRole('button', { name: 'Use this token' }).click();
    await page.getByRole('button', { name: 'Account of nobody-of-research' }).waitFor();
    expect(await page.getByText('Only of alice').count()).toBe(0);
    meant(/401/);
    expect(complaints()).toEqual([]);
  });

  it('are all signed out by the palette too, which asks first where entries would be lost', async () => {
    const { page, complaints } = await pageOf('alice', 'about');
    const writing = await another(page, 'new');
    await writing.getByRole('textbox', { name: 'Template' }).fill(template);
    const signOut = async (answer: 'accept' | 'dismiss'): Promise<void> => {
      writing.once('dialog', (question) => void question[answer]());
      await writing.keyboard.press('Control+k');
      await writing.getByRole('combobox').fill('Sign out');
      await writing.keyboard.press('Enter');
    };
    await signOut('dismiss');
    await writing.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await writing.getByRole('textbox', { name: 'Template' }).inputValue()).toBe(template);
    await signOut('accept');
    await writing.getByRole('button', { name: 'Sign in with sandbox' }).waitFor();
    await page.getByText('You have signed out in another tab.').waitFor();
    expect(complaints()).toEqual([]);
  });
};
