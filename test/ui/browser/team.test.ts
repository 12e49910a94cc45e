/** The pages of a team: what waits for an approval, what quotas leave, what has drifted, what ended deployments have left. */

import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { awsProviders } from '../../../local/sandbox/aws/providers.ts';
import { allLoaded, describeInBrowser, expectAccessible, expectToFit, type Watched } from './chromium.ts';
import { dashboardForTests } from './dashboard.ts';
import { alice } from './installation.ts';
import { deadLetters } from './letters.suite.ts';
import { offers } from './offers.suite.ts';
import { runs } from './runs.suite.ts';
import { webhooks } from './webhooks.suite.ts';

const rule = {
  ...{ id: 'large', effect: 'approval', approvers: ['research'], each: 'node', when: 'node.cpus > 2' },
  messageExpression: 'node.name + " has " + string(node.cpus) + " processors"',
};

const environment = {
  PROVIDERS: JSON.stringify(awsProviders),
  POLICIES: JSON.stringify([rule]),
  GROUP_WEBHOOKS: 'true',
  MOVES: JSON.stringify({ afterMins: 60, atOnce: 2 }),
  QUOTAS: JSON.stringify({ user: { deployments: 3 }, group: { cpus: 40, hourlyUsd: 2 }, installation: 50 }),
};

const machine = (cpus: number): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: ${cpus}, mem_size: 4 GB } } } }
`;

const bucket = `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [toscanini-aws-types.yaml]
topology_template:
  node_templates: { results: { type: toscanini.nodes.aws.Bucket, properties: { name: results, on_deletion: retain } } }
`;

describeInBrowser('the pages of a team', () => {
  const dashboard = dashboardForTests('ui-team', environment);
  const { url, clientOf, settled, pageOf } = dashboard;
  let asker: Watched;
  let approver: Watched;
  const goTo = (page: Page, path: string) => page.goto(`${url()}/ui/${path}`);
  const client = () => clientOf(alice);

  const deploy = async (name: string, template: string): Promise<string> =>
    (await client().create({ name, template, userGroup: 'research' })).uuid;

  /** Once the workflow has found that it has to wait. */
  const waiting = async (id: string): Promise<void> => {
    while (!(await client().approvals()).some(({ deployment }) => deployment.uuid === id))
      await new Promise((resolve) => setTimeout(resolve, 200));
  };

  beforeAll(async () => {
    asker = await pageOf('alice', 'team');
    approver = await pageOf('bob', 'team');
  });
  afterEach(() => expect([...asker.complaints(), ...approver.complaints()]).toEqual([]));

  it('say that nothing waits', async () => {
    await asker.page.getByRole('heading', { name: 'Nothing waits for an approval' }).waitFor();
    await asker.page.getByRole('link', { name: 'Team' }).and(asker.page.locator('[aria-current]')).waitFor();
  });

  it('show what waits with its plan, and let somebody else approve it', async () => {
    const id = await deploy('Workshop', machine(4));
    await waiting(id);
    const { page } = asker;
    await goTo(page, 'team');
    await page.getByRole('row').filter({ hasText: 'server has 4' }).getByText('Waits').waitFor();
    await expectToFit(page, 'approvals');
    await page.getByRole('link', { name: 'Workshop' }).click();
    await page.getByText('somebody else approves').waitFor();
    await goTo(page, `deployments/${id}`);
    await page.getByText('It waits for an approval').waitFor();
    await expectAccessible(page, 'a deployment that waits');
    await page.getByRole('link', { name: 'See the plan' }).click();
    await page.getByText('somebody else approves').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Take it back' }).waitFor();
    await goTo(approver.page, `team/approvals/${id}`);
    const plan = approver.page.getByRole('region', { name: 'At Sandbox AWS eu-central-1' });
    await plan.getByText('4 processors').waitFor();
    await plan.getByText('1 × added').waitFor();
    await expectToFit(approver.page, 'an approval');
    await approver.page.getByRole('textbox', { name: /^Comment/ }).fill('for the workshop');
    await approver.page.getByRole('button', { name: 'Approve' }).click();
    await approver.page.getByText('approved by bob').waitFor();
    await approver.page.getByText('for the workshop').waitFor();
    expect((await settled(id)).status).toBe('CREATE_COMPLETE');
  });

  it('let somebody refuse, and who has asked take it back', async () => {
    const [refused, takenBack] = [await deploy('Too large', machine(8)), await deploy('Not needed', machine(8))];
    await Promise.all([waiting(refused), waiting(takenBack)]);
    await goTo(approver.page, `team/approvals/${refused}`);
    await approver.page.getByRole('textbox', { name: /^Comment/ }).fill('too large');
    await approver.page.getByRole('button', { name: 'Refuse' }).click();
    await goTo(asker.page, `team/approvals/${takenBack}`);
    await asker.page.getByRole('button', { name: 'Take it back' }).click();
    expect((await settled(refused)).statusReason).toContain('too large');
    expect((await settled(takenBack)).status).toBe('CREATE_FAILED');
    await goTo(approver.page, 'team'); // an approval that is open is asked for again
    for (const id of [refused, takenBack]) await client().delete(id);
  });

  it('say that nothing waits under an id that never asked', async () => {
    const { page, expect: meant } = asker;
    meant(/404/);
    await goTo(page, 'team/approvals/01a21b88-4dd2-7325-a5a4-29da0f739848');
    await page.getByRole('heading', { name: 'Nothing waits here' }).waitFor();
  });

  it('show what is used of each quota, and of everybody to administrators', async () => {
    const { page } = asker;
    await goTo(page, 'team/quotas');
    const ofGroup = page.getByRole('row').filter({ hasText: 'group research' });
    await ofGroup.filter({ hasText: 'processors' }).getByRole('cell', { name: '40' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'you' }).filter({ hasText: 'deployments' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Users and groups' }).count()).toBe(0);
    await expectToFit(page, 'quotas');
    const administrator = await pageOf('ada', 'team/quotas');
    const everybody = administrator.page.getByRole('region', { name: 'Users and groups' });
    await everybody.getByRole('row').filter({ hasText: 'group research' }).getByText('4 of 40 processors').waitFor();
    await everybody
      .getByRole('row')
      .filter({ hasText: 'alice' })
      .getByText(/of 3 deployments/)
      .waitFor();
    await allLoaded(administrator.page);
    await expectToFit(administrator.page, 'quotas of everybody');
    expect(administrator.complaints()).toEqual([]);
  });

  it('show what each group costs', async () => {
    const { page } = asker;
    await goTo(page, 'team/costs');
    const ofGroup = page.getByRole('row').filter({ hasText: 'research' });
    await ofGroup
      .getByRole('cell', { name: /^\$[1-9]/ })
      .first()
      .waitFor();
    await expectToFit(page, 'costs');
  });

  it('show what has drifted, each with the way to its checks', async () => {
    const { page } = asker;
    await goTo(page, 'team/drift');
    await page.getByRole('heading', { name: 'Nothing has drifted' }).waitFor();
    // what a check finds takes minutes: the service's own answer, with a line more
    await page.route(/deployments\?.*drift=true/, async (route) => {
      const body = await (await route.fetch()).json();
      body.content[0].drift = { since: body.content[0].creationTime, drifted: 1, of: 2 };
      await route.fulfill({ json: body });
    });
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: '1 of 2' });
    await row.waitFor();
    await expectToFit(page, 'drift');
    expect(await row.getByRole('link', { name: 'Workshop' }).getAttribute('href')).toMatch(/\/checks$/);
  });

  it('show what happened to all deployments, by day', async () => {
    const { page } = asker;
    await goTo(page, 'team/activity');
    const line = page.locator('.activity li').filter({ hasText: 'Workshop' }).filter({ hasText: 'Created' });
    await line.waitFor();
    await expectToFit(page, 'activity');
    const before = await page.locator('.activity li').count();
    await page.getByRole('checkbox', { name: 'What providers say meanwhile' }).check();
    await page.locator('.activity li').filter({ hasText: 'Progress' }).first().waitFor();
    expect(await page.locator('.activity li').count()).toBeGreaterThan(before);
    await page.getByRole('searchbox').fill('no such text');
    await page.getByRole('heading', { name: 'Nothing fits the filter' }).waitFor();
    await page.getByRole('searchbox').fill('workshop');
    await line.getByRole('link', { name: 'Workshop' }).click();
    await page.getByRole('heading', { name: 'Workshop' }).waitFor();
  });

  it('show what deployments have left at their provider', async () => {
    const { page } = asker;
    await goTo(page, 'team/kept');
    await page.getByRole('heading', { name: 'Nothing is kept' }).waitFor();
    const id = await deploy('Results of May', bucket);
    await settled(id);
    await client().delete(id);
    while ((await client().endedDeployment(id))?.ending === undefined)
      await new Promise((resolve) => setTimeout(resolve, 300));
    await goTo(page, 'team/kept');
    const row = page.getByRole('row').filter({ hasText: 'AWS::S3::Bucket' });
    await row.getByRole('rowheader', { name: /^results/ }).waitFor();
    await row.getByRole('link', { name: 'Results of May' }).waitFor();
    await expectToFit(page, 'kept data');
  });

  it('let administrators pause the installation, which everybody is told, and nobody else', async () => {
    // the approval that it still follows may be gone by now, which a browser reports
    await goTo(approver.page, 'team');
    const administrator = await pageOf('ada', 'team/operations');
    const { page } = administrator;
    await page.getByText('is taken').waitFor();
    await page.getByRole('button', { name: 'Pause…' }).click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: 'Pause', exact: true });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: /^Why/ }).fill('the network is mended until six');
    await expectAccessible(page, 'the question whether to pause');
    await send.click();
    await page.getByText('paused', { exact: true }).waitFor();
    const banner = page.getByRole('status').filter({ hasText: 'until six' });
    await banner.waitFor();
    await expectToFit(page, 'operations in a pause');
    await expect(client().create({ template: machine(1), userGroup: 'research' })).rejects.toThrow(/until six/);
    const plan = await client().planCreation({ template: machine(1), userGroup: 'research' });
    expect(plan.candidates).not.toEqual([]);
    await goTo(asker.page, 'deployments');
    await asker.page.getByRole('status').filter({ hasText: 'until six' }).waitFor();
    await expectToFit(asker.page, 'the banner of a pause');
    await page.getByRole('button', { name: 'End the pause…' }).click();
    await dialog.getByRole('button', { name: 'End the pause', exact: true }).click();
    await page.getByText('is taken').waitFor();
    await banner.waitFor({ state: 'detached' });
    // another administrator is faster: the question stays the one that was asked
    await page.getByRole('button', { name: 'Pause…' }).click();
    await dialog.getByRole('textbox', { name: /^Why/ }).fill('mine');
    await page.route(/\/pause$/, (route) => route.fulfill({ json: { paused: true, reason: 'theirs' } }));
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText('theirs').first().waitFor();
    expect(await dialog.getByRole('textbox', { name: /^Why/ }).inputValue()).toBe('mine');
    await page.keyboard.press('Escape');
    await page.unroute(/\/pause$/);
  });

  it('let administrators keep new deployments away from a provider, and nobody else', async () => {
    const { page, expect: meant } = asker;
    await goTo(page, 'team');
    expect(await page.getByRole('link', { name: 'Providers' }).count()).toBe(0);
    meant(/403/);
    await goTo(page, 'team/providers');
    await page.getByRole('heading', { name: 'Not yours to see' }).waitFor();
    const administrator = await pageOf('ada', 'team/providers');
    const row = administrator.page.getByRole('row').filter({ hasText: 'sandbox-aws-eu-central-1' });
    await row.getByText('in order').waitFor();
    await row.getByRole('button', { name: 'Drain…' }).click();
    const dialog = administrator.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /^Why/ }).fill('it moves on Friday');
    await expectAccessible(administrator.page, 'the question whether to drain');
    await dialog.getByRole('button', { name: 'Drain', exact: true }).click();
    await row.getByText('draining').waitFor();
    await row.getByText('it moves on Friday').waitFor();
    await expectToFit(administrator.page, 'providers');
    const plan = await client().planCreation({ template: machine(1), userGroup: 'research' });
    expect(plan.candidates.map(({ id }) => id)).toEqual(['sandbox-aws-eu-west-1']);
    expect(plan.dropped.map(({ reason }) => reason)).toContainEqual(expect.stringContaining('it moves on Friday'));
    await row.getByRole('button', { name: 'Take it back…' }).click();
    await dialog.getByRole('button', { name: 'Take it back', exact: true }).click();
    await row.getByText('in order').waitFor();
    // nothing fails here: the form of the list is the service's, and its content here
    const failed = '01980000-0000-7000-8000-000000000001';
    await administrator.page.route(/\/providers$/, async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.continue();
      const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
      const [first, ...others] = (await response.json()).providers;
      await route.fulfill({
        json: { providers: [{ ...first, failures: { count: 1, deployments: [failed] } }, ...others] },
      });
    });
    await administrator.page.route(new RegExp(`${failed}/view`), (route) =>
      route.fulfill({ json: { uuid: failed, name: 'A simulation of the weather of next year' } }),
    );
    await administrator.page.reload();
    await administrator.page.getByRole('link', { name: 'A simulation of the weather' }).waitFor();
    await expectToFit(administrator.page, 'a provider where something failed');
    // the check runs every five minutes: the form of its answer is the service's, and its content here
    const since = new Date().toISOString();
    const dependencies = [{ name: 'slam', state: 'away', since, reason: 'SLAM did not answer' }];
    await goTo(administrator.page, 'team/dependencies');
    await administrator.page.locator('table, .notice').first().waitFor();
    await administrator.page.route(/\/dependencies$/, (route) =>
      route.request().resourceType() === 'fetch' ? route.fulfill({ json: { dependencies } }) : route.continue(),
    );
    await administrator.page.reload();
    await administrator.page.getByRole('row').filter({ hasText: 'slam' }).getByText('away').waitFor();
    await expectToFit(administrator.page, 'dependencies');
    expect(administrator.complaints()).toEqual([]);
  });

  it('have no page of another name', async () => {
    await goTo(asker.page, 'team/nothing');
    await asker.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  });
  for (const suite of [deadLetters, offers, runs, webhooks]) describe(suite.name, () => suite(dashboard));
});
