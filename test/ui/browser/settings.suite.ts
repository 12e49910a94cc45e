/** What does not come from a template: labels, when it ends, when its machines run, whether it may be deleted; and the versions of the template. */

import { afterEach, beforeAll, expect, it } from 'vitest';
import { allLoaded, expectAccessible, type Watched } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';
import { alice } from './installation.ts';

const template = (distribution: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: { workers: { type: integer, default: 1 } }
  node_templates:
    worker:
      type: tosca.nodes.Compute
      capabilities:
        scalable: { properties: { default_instances: { get_input: workers }, min_instances: 0, max_instances: 3 } }
        os: { properties: { type: linux, distribution: ${distribution} } }
`;

export const settings = ({ url, clientOf, settled, fault, pageOf }: Dashboard) => {
  let watched: Watched;
  let id: string;
  const client = () => clientOf(alice);

  beforeAll(async () => {
    await fault('sandbox-a', null);
    const request = { name: 'Settled', userGroup: 'research', labels: { stage: 'test' } };
    id = (await client().create({ ...request, template: template('ubuntu'), parameters: { workers: 1 } })).uuid;
    await settled(id);
    await client().update(id, { template: template('ubuntu'), parameters: { workers: 2 }, message: 'more of them' });
    await settled(id);
    watched = await pageOf('alice', `deployments/${id}`);
    return watched.close;
  });
  afterEach(() => expect(watched.complaints()).toEqual([]));

  const dialog = () => watched.page.getByRole('dialog');
  const goTo = (path: string) => watched.page.goto(`${url()}/ui/${path}`);
  const isGone = () => dialog().waitFor({ state: 'detached' });

  it('changes labels, and leads from one to all that have it', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: 'Labels…' }).click();
    await dialog().getByRole('textbox', { name: 'Name of label 2' }).fill('team');
    await dialog().getByRole('textbox', { name: 'Value of label 2' }).fill('physics');
    await dialog().getByRole('button', { name: 'Add a label' }).click();
    await dialog().getByRole('textbox', { name: 'Name of label 3' }).fill('team');
    await dialog().getByText('only once').waitFor();
    expect(await dialog().getByRole('button', { name: 'Save the labels' }).isDisabled()).toBe(true);
    await expectAccessible(page, 'labels');
    await dialog().getByRole('button', { name: 'Remove label team' }).last().click();
    await dialog().getByRole('button', { name: 'Save the labels' }).click();
    await isGone();
    await page.getByRole('link', { name: 'team=physics' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deployments' }).waitFor();
    await page.getByRole('link', { name: 'Settled' }).waitFor();
    expect(await page.locator('.deployments tbody tr').count()).toBe(1);
    await allLoaded(page);
    await expectAccessible(page, 'the list by a label');
    await page.getByRole('button', { name: 'Without the filter team=physics' }).click();
    await page.waitForURL(/deployments$/);
    await goTo('deployments?label=team%3Dchemistry');
    await page.getByText('labels: team=chemistry').waitFor();
  });

  it('says why the service refuses a label', async () => {
    const { page, expect: meant } = watched;
    await goTo(`deployments/${id}`);
    await page.getByRole('button', { name: 'Labels…' }).click();
    meant(/400/);
    await dialog().getByRole('textbox', { name: 'Value of label 2' }).fill('');
    await dialog().getByRole('button', { name: 'Save the labels' }).click();
    await dialog().getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    expect((await client().deployment(id)).labels).toEqual({ stage: 'test', team: 'physics' });
  });

  it('changes when it ends, and warns before', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: 'Life time…' }).click();
    await dialog().getByText('It has no end').waitFor();
    await dialog().getByRole('spinbutton', { name: 'How many' }).fill('3');
    await dialog().getByRole('combobox', { name: 'Of what' }).selectOption('hours');
    await expectAccessible(page, 'the life time');
    await dialog().getByRole('button', { name: 'Change the end' }).click();
    await isGone();
    await page.getByText('ends in 2 h').waitFor();
    await goTo('deployments?label=stage%3Dtest');
    await page.locator('.deployments tbody').getByText('ends in 2 h').waitFor();
    await goTo(`deployments/${id}`);
    await page.getByText('ends in 2 h').waitFor();
    await page.getByRole('button', { name: 'Life time…' }).click();
    await dialog().getByRole('radio', { name: 'never' }).check();
    await dialog().getByRole('button', { name: 'Change the end' }).click();
    await isGone();
    await page.getByText('ends in').waitFor({ state: 'detached' });
  });

  it('changes when its machines run, says what comes next, and what is wrong with a day', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: 'Office hours…' }).click();
    await dialog().getByText('Its machines run always').waitFor();
    for (const day of ['sat', 'sun']) await dialog().getByRole('checkbox', { name: day }).check();
    // nothing is to be stopped meanwhile
    await dialog().getByRole('textbox', { name: 'Start' }).fill('00:00');
    await dialog().getByRole('textbox', { name: 'Stop' }).fill('24:00');
    await dialog().getByRole('textbox', { name: 'Time zone' }).fill('Europe/Rome');
    await dialog().getByRole('textbox', { name: 'Other days' }).fill('christmas');
    await dialog().getByText('christmas is no other day').waitFor();
    expect(await dialog().getByRole('button', { name: 'Change the hours' }).isDisabled()).toBe(true);
    await dialog().getByRole('textbox', { name: 'Other days' }).fill('2027-12-25');
    await expectAccessible(page, 'the office hours');
    await dialog().getByRole('button', { name: 'Change the hours' }).click();
    await isGone();
    const shown = page.getByRole('list', { name: 'Settings' }).getByText('stops Sat 25 Dec 00:00 Europe/Rome');
    await shown.waitFor();
    await goTo('deployments?label=stage%3Dtest');
    await page.locator('.deployments tbody').getByText('stops Sat 25 Dec').waitFor();
    await goTo(`deployments/${id}`);
    await page.getByRole('button', { name: 'Office hours…' }).click();
    await dialog().getByRole('checkbox', { name: 'take the office hours away' }).check();
    await dialog().getByRole('button', { name: 'Change the hours' }).click();
    await isGone();
    await shown.waitFor({ state: 'detached' });
  });

  it('protects it from being deleted', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: 'Protect', exact: true }).click();
    await page.getByText('protected: it cannot be deleted').waitFor();
    expect(await page.getByRole('button', { name: 'Delete…' }).count()).toBe(0);
    await expectAccessible(page, 'a protected deployment');
    await page.getByRole('button', { name: 'Protected', exact: true }).click();
    await page.getByRole('button', { name: 'Delete…' }).waitFor();
  });

  it('shows two versions side by side, and goes back to one', async () => {
    const { page } = watched;
    await client().update(id, { template: template('debian'), parameters: { workers: 2 }, replace: ['worker'] });
    await settled(id);
    await goTo(`deployments/${id}/versions`);
    await page.getByText('more of them').waitFor();
    await page.getByRole('checkbox', { name: 'Compare version 1' }).check();
    await page.getByRole('checkbox', { name: 'Compare version 3' }).check();
    const both = page.getByRole('region', { name: 'Version 1 and version 3' });
    await both.locator('.removed', { hasText: 'distribution: ubuntu' }).waitFor();
    await both.locator('.added', { hasText: 'distribution: debian' }).waitFor();
    await both.getByRole('list', { name: 'Inputs that differ' }).getByText('workers').waitFor();
    expect(page.url()).toContain('compare=1');
    await expectAccessible(page, 'versions');
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width);
    }
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByRole('button', { name: 'Go back to version 2' }).click();
    await dialog().getByText('ubuntu').first().waitFor();
    await expectAccessible(page, 'the question whether to go back');
    const back = dialog().getByRole('button', { name: 'Go back to version 2' });
    expect(await back.isDisabled()).toBe(true);
    await dialog().getByRole('checkbox', { name: 'Replace worker' }).check();
    await dialog().getByRole('textbox', { name: /^Why/ }).fill('debian was a mistake');
    await back.click();
    await isGone();
    await page.locator('h1 + .badge', { hasText: 'Running' }).waitFor();
    await page.getByText('back to version 2', { exact: true }).waitFor();
    await page.getByText('debian was a mistake').waitFor();
  });

  it('says that nothing can be run at its provider, and what to do instead', async () => {
    const { page } = watched;
    await goTo(`deployments/${id}/runs`);
    await page.getByRole('heading', { name: 'The template defines nothing to be run' }).waitFor();
    await page.getByText('the Infrastructure Manager runs no single operation').waitFor();
    expect(await page.getByRole('button', { name: /^Run/ }).count()).toBe(0);
    await expectAccessible(page, 'a deployment on which nothing can be run');
  });

  it('shows a member of the group all of it, and lets them change nothing', async () => {
    const other = await pageOf('bob', `deployments/${id}/versions`);
    await other.page.getByRole('checkbox', { name: 'Compare version 1' }).waitFor();
    await other.page.getByRole('link', { name: 'team=physics' }).waitFor();
    for (const name of ['Labels…', 'Life time…', 'Protect', 'Go back to version 1'])
      expect(await other.page.getByRole('button', { name }).count(), name).toBe(0);
    await other.page.getByRole('checkbox', { name: 'Compare version 1' }).check();
    await other.page.getByRole('checkbox', { name: 'Compare version 2' }).check();
    await other.page.getByRole('region', { name: 'Version 1 and version 2' }).waitFor();
    expect(other.complaints()).toEqual([]);
  });
};
