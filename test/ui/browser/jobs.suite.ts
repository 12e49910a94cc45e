import { afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible, type Watched } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';

const template = `
tosca_definitions_version: tosca_simple_yaml_1_0
description: Night run
imports: [toscanini-types.yaml]
topology_template:
  node_templates:
    process:
      type: toscanini.nodes.Job
      properties: { image: busybox, array_size: 3, num_cpus: 1, mem_size: 2 GB, command: echo a part }
    merge:
      type: toscanini.nodes.Job
      properties: { image: busybox, command: "echo no space left; exit 3" }
      requirements: [ { dependency: process } ]
`;

/** The jobs of a deployment, while they run and after one has failed. */
export const jobs = ({ url, deploy, pageOf }: Dashboard) => {
  let watched: Watched;
  let id: string;

  beforeAll(async () => {
    id = (await deploy(template)).uuid;
    watched = await pageOf('alice', `deployments/${id}/jobs`);
    return watched.close;
  });
  afterEach(() => expect(watched.complaints()).toEqual([]));

  it('are shown as they go on, with the parts of an array', async () => {
    const { page } = watched;
    const row = page.getByRole('row', { name: 'process' });
    await row.getByText('3/3').waitFor();
    await row.getByText('1 vCPU · 2 GiB').waitFor();
    await page.getByRole('list', { name: 'Progress' }).getByText('Jobs').waitFor();
    await expectAccessible(page, 'jobs at work');
  });

  it('keep their exit codes when the deployment has failed, and lead to their output', async () => {
    const { page } = watched;
    await page.locator('h1 + .badge', { hasText: 'Creation failed' }).waitFor();
    const row = page.getByRole('row', { name: 'merge' });
    await row.getByText('3', { exact: true }).waitFor();
    await page.getByRole('row', { name: 'process' }).getByText('succeeded').waitFor();
    await expectAccessible(page, 'jobs that failed');
    await row.getByRole('link', { name: 'Log of merge' }).click();
    await page.locator('mark', { hasText: 'output of job merge' }).first().waitFor();
    await page.locator('.log-line', { hasText: 'no space left' }).first().waitFor();
  });

  it('run again as a new deployment, not as an update', async () => {
    const { page } = watched;
    await page.goto(`${url()}/ui/deployments/${id}/update`);
    await page.getByText('A job runs once').waitFor();
    await page.getByRole('link', { name: 'New one like it' }).click();
    await page.getByRole('button', { name: 'Show the plan' }).waitFor();
  });
};
