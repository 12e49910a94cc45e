/** One change of several deployments of the list. */

import { afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { allLoaded, expectAccessible, type Watched } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';
import { alice } from './installation.ts';

const machine = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute }
`;

export const many = ({ clientOf, settled, fault, pageOf }: Dashboard): void => {
  let watched: Watched;
  const ids: string[] = [];
  const client = () => clientOf(alice);

  beforeAll(async () => {
    await fault('sandbox-a', null);
    for (const name of ['First of many', 'Second of many']) {
      const made = await client().create({ name, userGroup: 'research', labels: { many: 'yes' }, template: machine });
      ids.push(made.uuid);
    }
    for (const id of ids) await settled(id);
    watched = await pageOf('alice', 'deployments?label=many%3Dyes');
    return watched.close;
  });
  afterEach(() => expect(watched.complaints()).toEqual([]));

  const dialog = () => watched.page.getByRole('dialog');
  const isGone = () => dialog().waitFor({ state: 'detached' });
  const bar = () => watched.page.getByRole('region', { name: 'Chosen deployments' });

  it('labels them', async () => {
    const { page } = watched;
    await page.getByRole('checkbox', { name: 'Choose Second of many' }).check();
    await bar().getByText('1 chosen').waitFor();
    await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check();
    await bar().getByText('2 chosen').waitFor();
    await allLoaded(page);
    await expectAccessible(page, 'a list with chosen ones');
    await bar().getByRole('button', { name: 'Label…' }).click();
    const send = dialog().getByRole('button', { name: 'Label 2 deployments' });
    await send.waitFor();
    expect(await send.isDisabled()).toBe(true);
    await dialog().getByLabel('Name of the label').fill('stage');
    await dialog().getByLabel('Value of the label').fill('test');
    await expectAccessible(page, 'a label of many');
    await send.click();
    await isGone();
    await page.getByText('2 deployments are labelled.').waitFor();
    for (const id of ids) expect((await client().deployment(id)).labels).toEqual({ many: 'yes', stage: 'test' });
    expect(await bar().count()).toBe(0);
  });

  it('stops their machines, and leaves out those that have none that runs', async () => {
    const { page } = watched;
    const [first = ''] = ids;
    await page.getByRole('checkbox', { name: 'Choose First of many' }).check();
    await bar().getByRole('button', { name: 'Stop machines…' }).click();
    await dialog().getByText('1 machine').waitFor();
    await dialog().getByRole('button', { name: 'Stop 1 deployment' }).click();
    await isGone();
    await eventually(async () => {
      for await (const { state } of client().resources(first)) expect(state).toBe('STOPPED');
    });
    await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check();
    await bar().getByRole('button', { name: 'Stop machines…' }).click();
    await dialog().getByText('left out: no machine of it runs').waitFor();
    expect(await dialog().getByRole('button', { name: 'Stop 1 deployment' }).isEnabled()).toBe(true);
    await page.keyboard.press('Escape');
    await isGone();
  });

  it('deletes them after one question, without those that are protected', async () => {
    const { page } = watched;
    const [first = '', second = ''] = ids;
    await client().protect(first, true);
    await bar().getByRole('button', { name: 'Delete…' }).click();
    await dialog().getByText('left out: it is protected').waitFor();
    const send = dialog().getByRole('button', { name: 'Delete 1 deployment' });
    expect(await send.isDisabled()).toBe(true);
    await dialog().getByLabel('Type 1 to confirm').fill('1');
    await expectAccessible(page, 'a deletion of many');
    await send.click();
    await isGone();
    await page.getByText('1 deployment is being deleted.').waitFor();
    await eventually(async () => expect((await client().deployment(second)).status).toMatch(/^DELETE_/));
    expect((await client().deployment(first)).status).toBe('CREATE_COMPLETE');
  });

  it('shows what the service refuses, and goes on with the others', async () => {
    const { page, expect: meant } = watched;
    const [first = ''] = ids;
    await client().protect(first, false);
    await page.goto(page.url());
    await page.getByRole('checkbox', { name: 'Choose First of many' }).check();
    await bar().getByRole('button', { name: 'Delete…' }).click();
    await dialog().getByLabel('Type 1 to confirm').fill('1');
    await client().protect(first, true);
    // 404: the row of the other one may ask once more, just after it is gone
    meant(/40[49]|412/);
    await dialog().getByRole('button', { name: 'Delete 1 deployment' }).click();
    await dialog().locator('.cause').waitFor();
    expect(await dialog().getByRole('button', { name: 'Delete 1 deployment' }).isDisabled()).toBe(true);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await isGone();
  });
};
