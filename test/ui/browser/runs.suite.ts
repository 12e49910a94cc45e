/** What the template defines to be run on what stands, and a move to another provider. */

import { afterEach, beforeAll, expect, it } from 'vitest';
import { allLoaded, expectAccessible, expectToFit, type Watched } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';
import type { Person } from './installation.ts';

const bob: Person = { username: 'bob', groups: 'research' };

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
interface_types:
  Care:
    derived_from: tosca.interfaces.Root
    operations:
      drain: { inputs: {} }
      backup: { inputs: { TO: { type: string }, COPIES: { type: integer, required: false } } }
node_types:
  Shop:
    derived_from: tosca.nodes.SoftwareComponent
    interfaces: { Care: { type: Care } }
topology_template:
  node_templates:
    machine: { type: tosca.nodes.Compute }
    shop:
      type: Shop
      requirements: [ host: machine ]
      interfaces:
        Care:
          drain: { implementation: "#!/bin/bash\\necho draining" }
          backup: { inputs: { TO: disk }, implementation: "#!/bin/bash\\necho \\"backup to $TO\\"; [ \\"$TO\\" != nowhere ] || sleep 600" }
  workflows:
    save:
      description: Drains the shop, then keeps a copy
      inputs: { place: { type: string, constraints: [ { max_length: 8 } ] } }
      steps:
        drain: { target: shop, activities: [ { call_operation: Care.drain } ], on_success: backup }
        backup: { target: shop, activities: [ { call_operation: { operation: Care.backup, inputs: { TO: { get_input: place } } } } ] }
    other: { steps: { one: { target: shop, activities: [ { delegate: deploy } ] } } }
`;

/** At a provider that runs single operations. */
export const runs = ({ url, clientOf, settled, pageOf }: Dashboard): void => {
  let watched: Watched;
  let id: string;
  const client = () => clientOf(bob);

  beforeAll(async () => {
    id = (await client().create({ name: 'Shop', userGroup: 'research', template })).uuid;
    await settled(id, bob);
    watched = await pageOf('bob', `deployments/${id}/runs`);
    return watched.close;
  });
  afterEach(() => expect(watched.complaints()).toEqual([]));

  const dialog = () => watched.page.getByRole('dialog');
  const goTo = (path: string) => watched.page.goto(`${url()}/ui/${path}`);
  const isGone = () => dialog().waitFor({ state: 'detached' });
  const lastRun = (what: string) => watched.page.getByRole('region', { name: what, exact: true });

  it('runs a workflow by the keyboard alone, once its plan is there', async () => {
    const { page, expect: meant } = watched;
    meant(/400/);
    await page.getByRole('button', { name: 'Run Workflow save' }).focus();
    await page.keyboard.press('Enter');
    await dialog().getByText('A value is needed for place').waitFor();
    const run = dialog().getByRole('button', { name: 'Run', exact: true });
    expect(await run.isDisabled()).toBe(true);
    await dialog().getByRole('textbox', { name: 'Place' }).focus();
    await page.keyboard.type('far too long');
    await dialog().getByRole('alert').waitFor();
    expect(await run.isDisabled()).toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('tape');
    await dialog().getByText('TO=tape').waitFor();
    await dialog().getByText('on 1 machine of machine').first().waitFor();
    await expectToFit(watched.page, 'what would be run');
    await dialog().getByRole('textbox', { name: 'Place' }).focus();
    await page.keyboard.press('Enter');
    await isGone();
    const ended = lastRun('the workflow save');
    await ended.getByRole('row').filter({ hasText: 'backup' }).getByText('Success').waitFor();
    await page.locator('h1 + .badge', { hasText: 'Running' }).waitFor();
    await settled(id, bob);
    await allLoaded(page);
    await expectToFit(watched.page, 'a run');
    await ended.getByRole('link', { name: 'What it printed' }).click();
    await page.getByText('backup to tape').waitFor();
  });

  it('says why something cannot be run, and lets something else be chosen', async () => {
    const { page, expect: meant } = watched;
    await goTo(`deployments/${id}/runs`);
    meant(/400/);
    await page.getByRole('button', { name: 'Run Workflow other' }).click();
    await dialog().getByText('it delegates').waitFor();
    expect(await dialog().getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
    await dialog().getByRole('combobox', { name: 'What to run' }).selectOption('Care.backup of shop');
    await dialog().getByText('TO=disk').waitFor();
    // by the keyboard alone: what is typed goes where the focus is
    await dialog().getByRole('button', { name: 'Another input' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('COPIES');
    await page.keyboard.press('Enter');
    await page.keyboard.type('many');
    expect(await dialog().getByRole('textbox', { name: 'COPIES' }).inputValue()).toBe('many');
    await dialog().getByText('expected an integer').waitFor();
    await dialog().getByRole('textbox', { name: 'COPIES' }).fill('2');
    await dialog().getByText('COPIES=2').waitFor();
    await expectAccessible(page, 'an operation with another input');
    await page.keyboard.press('Escape');
    await isGone();
  });

  it('shows what runs on every page of the deployment, stops it, and keeps the earlier one', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: 'Run Care.backup of shop' }).click();
    await dialog().getByRole('textbox', { name: 'TO', exact: true }).fill('nowhere');
    await dialog().getByText('TO=nowhere').waitFor();
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    await isGone();
    await page.locator('h1 + .badge', { hasText: 'At work' }).waitFor();
    await page.getByText('They can be run once the operation that is in progress has ended').waitFor();
    expect(await page.getByRole('button', { name: /^Run / }).count()).toBe(0);
    await goTo(`deployments/${id}`);
    await page.getByText('It runs Care.backup of shop').waitFor();
    await allLoaded(page);
    await expectAccessible(page, 'a deployment on which something runs');
    await page.getByRole('link', { name: 'See how far it is' }).click();
    await lastRun('Care.backup of shop').getByText('InProgress').waitFor();
    await page.getByRole('button', { name: 'Stop…' }).click();
    await dialog().getByText('What they have done stays').waitFor();
    await expectAccessible(page, 'the question whether to stop');
    await dialog().getByRole('button', { name: 'Stop it' }).click();
    await isGone();
    await lastRun('Care.backup of shop').getByText('somebody has stopped it').waitFor();
    await settled(id, bob);
    const earlier = page.getByRole('region', { name: 'Earlier runs' });
    await earlier.getByRole('row').filter({ hasText: 'the workflow save' }).getByText('done').waitFor();
    await expectToFit(watched.page, 'a run that was stopped');
  });

  it('keeps what was typed while somebody else runs something, and opens nothing by itself', async () => {
    const { page, expect: meant } = watched;
    meant(/409/);
    const asksNow = () => page.evaluate(() => dispatchEvent(new Event('online')));
    const others = { node: 'shop', interface: 'Care', operation: 'backup', inputs: { TO: 'nowhere' } };
    const end = async (): Promise<void> => {
      await client().stopRun(id);
      await settled(id, bob);
      await asksNow();
    };
    await page.getByRole('button', { name: 'Run Care.backup of shop' }).click();
    const to = dialog().getByRole('textbox', { name: 'TO', exact: true });
    await to.fill('tape');
    await dialog().getByText('TO=tape').waitFor();
    await client().runOperation(id, others);
    await asksNow();
    await dialog().getByRole('alert').waitFor();
    expect(await to.inputValue()).toBe('tape');
    await end();
    await dialog().locator('button[type=submit]:enabled').waitFor();
    expect(await to.inputValue()).toBe('tape');
    await page.keyboard.press('Escape');
    await isGone();
    await client().runOperation(id, others);
    await asksNow();
    await page.getByRole('button', { name: 'Stop…' }).click();
    await dialog().getByText('What they have done stays').waitFor();
    await end();
    await isGone();
    await client().runOperation(id, others);
    await asksNow();
    await page.getByRole('button', { name: 'Stop…' }).waitFor();
    expect(await dialog().count()).toBe(0);
    await end();
  });

  it('shows a member of the group what was run, and lets them run nothing', async () => {
    const other = await pageOf('alice', `deployments/${id}/runs`);
    await other.page.getByText('Its owner, managers of its group and administrators can run them').waitFor();
    expect(await other.page.getByRole('button', { name: /^Run |^Stop|^Move/ }).count()).toBe(0);
    expect(await other.page.getByRole('link', { name: 'What it printed' }).count()).toBe(0);
    expect(other.complaints()).toEqual([]);
  });

  it('says where a deployment would go, and why it does not go now', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: 'Move…' }).click();
    await dialog().getByText('"Check" in its tab Checks').waitFor();
    await dialog().getByText('tried first').waitFor();
    expect(await dialog().getByRole('button', { name: 'Move it' }).count()).toBe(0);
    await expectToFit(watched.page, 'a move that is refused');
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await isGone();
  });

  it('moves it when the service would accept that, and shows what is lost and what it costs', async () => {
    const { page } = watched;
    // a provider is gone only after an hour: the service's own plan, as it is then
    const sent: { readonly [header: string]: string }[] = [];
    await page.route(/\/move(\?|$)/, async (route) => {
      if (!route.request().url().includes('dryRun')) {
        sent.push(route.request().headers());
        return route.fulfill({ status: 202 });
      }
      const { why: _, ...plan } = await (await route.fetch()).json();
      const at = new Date(Date.now() - 3_600_000).toISOString();
      await route.fulfill({ json: { ...plan, accepted: true, outage: { since: at, seenAt: at } } });
    });
    await page.getByRole('button', { name: 'Move…' }).click();
    await dialog().getByText('has given no answer since').waitFor();
    await dialog().getByText('own disks is lost').waitFor();
    await dialog().getByText('an hour').first().waitFor();
    await expectToFit(watched.page, 'a move');
    await dialog().getByRole('button', { name: 'Move it' }).click();
    await isGone();
    await page.getByText('The move of Shop has begun.').waitFor();
    const { version } = await client()
      .deployment(id)
      .then(async () => {
        const answer = await client().view(id);
        if (answer === 'unchanged') throw new Error('it was asked for without an ETag');
        return answer.view;
      });
    expect(sent).toEqual([expect.objectContaining({ 'if-match': version, 'idempotency-key': expect.any(String) })]);
    await page.unroute(/\/move(\?|$)/);
  });

  it('shows a move in progress with the stages of a creation, and what stands at the old provider', async () => {
    const { page } = watched;
    const from = { id: 'gone', name: 'Cloud that is gone' };
    let remains = false;
    await page.route(/\/view(\?|$)/, async (route) => {
      const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
      const body = await response.json();
      const operation = { ...body.operation, runs: undefined, moves: { from } };
      const more = remains
        ? { remains: { provider: from, physicalId: 'stack-7', since: new Date().toISOString() } }
        : { status: 'UPDATE_IN_PROGRESS' };
      await route.fulfill({ json: { ...body, operation, ...more } });
    });
    await goTo(`deployments/${id}`);
    await page.locator('h1 + .badge', { hasText: 'Moving' }).waitFor();
    await page.getByText('It moves away from Cloud that is gone').waitFor();
    await allLoaded(page);
    await expectToFit(watched.page, 'a move in progress');
    remains = true;
    await page.reload();
    await page.getByText('still stands at Cloud that is gone').waitFor();
    await expectAccessible(page, 'what a move has left');
    await page.unroute(/\/view(\?|$)/);
  });

  it('lets administrators stop all moves, and allow them again', async () => {
    const administrator = await pageOf('ada', 'team/moves');
    const { page } = administrator;
    await page.getByText('after 60 minutes without an answer, at most 2 at a time').waitFor();
    await page.getByRole('heading', { name: 'Nothing has moved lately' }).waitFor();
    await page.getByRole('button', { name: 'Stop all moves…' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Stop all moves?' });
    await question.getByRole('textbox', { name: /^Why/ }).fill('the network is mended on Friday');
    await expectAccessible(page, 'the question whether to stop all moves');
    await page.keyboard.press('Enter');
    await page.getByText('All moves are stopped').waitFor();
    await page.getByText('the network is mended on Friday').waitFor();
    await watched.page.getByRole('button', { name: 'Move…' }).click();
    await dialog().getByText('the network is mended on Friday').waitFor();
    await watched.page.keyboard.press('Escape');
    await isGone();
    await page.getByRole('button', { name: 'Allow moves again…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow them' }).click();
    await page.getByText('Moves are allowed', { exact: true }).waitFor();
    // what moves takes hours: the form of the list is the service's, and its content here
    const acceptedAt = new Date().toISOString();
    const moves = [{ deployment: id, operation: id, acceptedAt }];
    await page.route(/\/moves$/, async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.continue();
      const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
      await route.fulfill({ json: { ...(await response.json()), moves } });
    });
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Shop' }).getByText('Running').waitFor();
    await expectToFit(page, 'moves');
    expect(administrator.complaints()).toEqual([]);
  });
};
