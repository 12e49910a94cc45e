import { afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible, type Watched } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';
import { alice } from './installation.ts';

const template = (distribution: string, more = ''): string => `
tosca_definitions_version: tosca_simple_yaml_1_3
description: Workers
topology_template:
  inputs:
    workers: { type: integer, default: 9 }
    password: { type: string, default: another }
  node_templates:
    worker:
      type: tosca.nodes.Compute
      capabilities:
        scalable: { properties: { default_instances: { get_input: workers }, min_instances: 0, max_instances: 9 } }
        os: { properties: { type: linux, distribution: ${distribution} } }
    portal:
      type: tosca.nodes.Compute
${more}  outputs:
    password: { value: { get_input: password } }
`;

/** Updates of a deployment, as somebody makes them in a browser. */
export const updates = ({ url, clientOf, settled, fault, pageOf }: Dashboard) => {
  let watched: Watched;
  let id: string;
  const client = () => clientOf(alice);

  beforeAll(async () => {
    await fault('sandbox-a', null);
    await fault('sandbox-b', null);
    const request = {
      template: template('ubuntu'),
      parameters: { workers: 1, password: 'a-secret-of-alice' },
      userGroup: 'research',
      name: 'Workers',
    };
    id = (await client().create(request)).uuid;
    await settled(id);
    watched = await pageOf('alice', `deployments/${id}`);
    return watched.close;
  });
  afterEach(() => expect(watched.complaints()).toEqual([]));

  const editor = () => watched.page.getByRole('textbox', { name: 'Template' });
  const open = async (): Promise<void> => {
    await watched.page.goto(`${url()}/ui/deployments/${id}/update`);
    await watched.page.getByText('valid', { exact: false }).first().waitFor();
  };
  const plan = async (name = 'Show the plan'): Promise<void> => {
    await watched.page.getByRole('button', { name }).click();
    await watched.page.getByText('stays at').waitFor();
  };
  const update = () => watched.page.getByRole('button', { name: 'Update', exact: true });
  const done = async (): Promise<void> => {
    await watched.page.locator('h1 + .badge', { hasText: 'Updating' }).waitFor();
    await watched.page.locator('h1 + .badge', { hasText: 'Running' }).waitFor();
  };

  it('begins with the template and the inputs in force', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'Update' }).click();
    await page.getByText('Nothing is changed yet').waitFor();
    expect(await page.getByRole('textbox', { name: 'Workers' }).inputValue()).toBe('1');
    expect(await page.getByText('a-secret-of-alice').count()).toBe(0);
    await expectAccessible(page, 'an update');
  });

  it('shows what would come before it comes', async () => {
    const { page } = watched;
    const workers = page.getByRole('textbox', { name: 'Workers' });
    await workers.press('Control+a');
    await workers.press('Backspace');
    expect(await workers.inputValue()).toBe('');
    await workers.blur();
    expect(await workers.inputValue()).toBe('1');
    await workers.press('Control+a');
    await workers.press('Backspace');
    await workers.pressSequentially('3');
    const changes = page.getByRole('region', { name: 'Changes' });
    await changes.getByText('workers').waitFor();
    expect(await changes.locator('del').textContent()).toBe('1');
    expect(await changes.locator('ins').textContent()).toBe('3');
    expect(await update().count()).toBe(0);
    await plan();
    await page.getByText('2 unchanged').waitFor();
    await page.locator('.topo-card.mark-changed', { has: page.locator('[data-node="worker"]') }).waitFor();
    await page.getByRole('textbox', { name: 'Why' }).fill('more of them for the workshop');
    await expectAccessible(page, 'the plan of an update');
    await update().click();
    await done();
    await page.getByText('4 running').first().waitFor();
    expect((await client().versions(id)).map(({ message }) => message)).toContain('more of them for the workshop');
    expect((await client().inputs(id)).find(({ name }) => name === 'workers')?.value).toBe(3);
  });

  it('replaces a machine only where that was allowed', async () => {
    const { page } = watched;
    await open();
    await editor().press('Control+a');
    await editor().fill(template('debian', '    cache: { type: tosca.nodes.Compute }\n'));
    await page.getByRole('document', { name: 'Changed lines of the template' }).getByText('debian').waitFor();
    await plan();
    await page.getByText('The service would refuse this update').waitFor();
    expect(await update().count()).toBe(0);
    await expectAccessible(page, 'an update that is refused');
    await page.getByRole('checkbox', { name: 'Replace worker' }).check();
    await page.getByText('More options').click();
    await page.getByRole('checkbox', { name: 'Go back to the version in force when it fails' }).check();
    await plan('Plan again');
    await page.getByText('if it fails, the deployment goes back to version').waitFor();
    await page.locator('.topo-card.mark-replaced', { has: page.locator('[data-node="worker"]') }).waitFor();
    await page.locator('.topo-card.mark-added', { has: page.locator('[data-node="cache"]') }).waitFor();
    await update().click();
    await done();
    expect(await client().template(id)).toContain('debian');
  });

  it('says so when somebody else was faster, and keeps what was entered', async () => {
    const { page } = watched;
    watched.expect(/412/);
    await open();
    await page.getByRole('textbox', { name: 'Workers' }).fill('2');
    await plan();
    await client().update(id, { template: await client().template(id), parameters: { workers: 4 } });
    await settled(id);
    await update().click();
    await page.getByText('The deployment has changed since you opened this page').waitFor();
    await page.getByRole('button', { name: 'Compare with what is in force now' }).click();
    await page.getByRole('region', { name: 'Changes' }).locator('del', { hasText: '4' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Workers' }).inputValue()).toBe('2');
    await plan('Plan again');
    await update().click();
    await done();
  });

  it('shows of a template with the line ends of Windows only the line that was changed, and nothing once it is undone', async () => {
    const { page } = watched;
    const parameters = { workers: 1, password: 'a-secret-of-alice' };
    const ofWindows = template('ubuntu').replaceAll('\n', '\r\n');
    const { uuid } = await client().create({ template: ofWindows, parameters, name: 'Of Windows' });
    await settled(uuid);
    await page.goto(`${url()}/ui/deployments/${uuid}/update`);
    await page.getByText('valid', { exact: false }).first().waitFor();
    await editor().press('Control+Home');
    await page.keyboard.type('# mine');
    await page.getByText('Template: +1 −1 lines').waitFor();
    await editor().press('Control+z');
    await page.getByText('Nothing is changed yet').waitFor();
  });

  it('is for those who may change the deployment', async () => {
    const other = await pageOf('bob', `deployments/${id}/update`);
    await other.page.getByText('Only alice, managers of its group and administrators may update it').waitFor();
    await expectAccessible(other.page, 'an update by somebody else');
    expect(other.complaints()).toEqual([]);
  });
};
