/** Every page and every dialog at every width, in light, dark and forced colours, and by the keyboard alone. */

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { awsProviders } from '../../../local/sandbox/aws/providers.ts';
import { pages } from '../../../ui/pages.ts';
import { match } from '../../../ui/router/match.ts';
import { allLoaded, describeInBrowser } from './chromium.ts';
import { dashboardForTests } from './dashboard.ts';
import { alice, type Person } from './installation.ts';
import { sweep } from './sweep.ts';

const bob: Person = { username: 'bob', groups: 'research' };

const rule = {
  ...{ id: 'large', effect: 'approval', approvers: ['research'], each: 'node' },
  ...{ when: 'has(node.cpus) && node.cpus > 12', messageExpression: 'node.name + " is large"' },
};

const environment = {
  PROVIDERS: JSON.stringify(awsProviders),
  POLICIES: JSON.stringify([rule]),
  MOVES: JSON.stringify({ afterMins: 60, atOnce: 2 }),
  QUOTAS: JSON.stringify({ user: { deployments: 30 }, group: { cpus: 400, hourlyUsd: 20 }, installation: 50 }),
};

const name = `${'W'.repeat(40)} and ${'words '.repeat(8)}`.trim();
const node = `node_${'of_a_long_name_'.repeat(5)}`;

const machine = (cpus: number): string => `tosca_definitions_version: tosca_simple_yaml_1_3
interface_types:
  Care: { derived_from: tosca.interfaces.Root, operations: { drain: {} } }
node_types:
  Shop: { derived_from: tosca.nodes.SoftwareComponent, interfaces: { Care: { type: Care } } }
topology_template:
  inputs:
    an_input_${node}: { type: string, default: ${'x'.repeat(200)} }
  node_templates:
    ${node}:
      type: tosca.nodes.Compute
      capabilities: { host: { properties: { num_cpus: ${cpus}, mem_size: 2 GB } }, os: { properties: { type: linux } } }
    shop_of_${node}:
      type: Shop
      requirements: [ { host: ${node} } ]
      interfaces: { Care: { drain: { implementation: "#!/bin/bash\\necho draining" } } }
  outputs:
    an_output_${node}: { value: 'https://example.org/${'abcdef/'.repeat(60)}' }
    words: { value: '${'word'.repeat(200)}' }
    password_of_${node}: { value: '${'secret'.repeat(40)}' }
`;

const tabs = 'resources outputs timeline log template versions checks runs attempts'.split(' ');
const teamTabs =
  'offered activity activity?progress=1 quotas costs drift kept webhooks providers operations moves dependencies';

describeInBrowser('every page and every dialog', () => {
  const { url, clientOf, settled, pageOf, files: incoming } = dashboardForTests('ui-sweep', environment);
  const ids = { stands: '', failed: '', waits: '', schedule: '' };

  const deploy = async (called: string, template: string, person = alice): Promise<string> =>
    (await clientOf(person).create({ name: called, template, userGroup: 'research', labels: { team: 'a'.repeat(60) } }))
      .uuid;

  beforeAll(async () => {
    ids.stands = await deploy(name, machine(2));
    ids.failed = await deploy(`${name} failed`, machine(2).replace('type: linux', 'type: linux, distribution: none'));
    ids.waits = await deploy('Waits', machine(16));
    const template = machine(1);
    const files = {
      fileExpression: `${incoming().bucket}:.*`,
      replicationExpression: 'country=IT',
      numberOfReplicas: 1,
    };
    ids.schedule = (await clientOf(alice).createSchedule({ name, template, userGroup: 'research', ...files })).uuid;
    await settled(ids.stands);
    await settled(ids.failed);
    const offered = await deploy(`${name} of bob`, machine(1), bob);
    await settled(offered, bob);
    await clientOf(bob).give(offered, {});
  });

  const swept: readonly (readonly [who: string, paths: () => readonly string[]])[] = [
    ['alice', () => ['deployments', `deployments/${ids.stands}`, `deployments/${ids.waits}`]],
    ['alice', () => tabs.map((tab) => `deployments/${ids.stands}/${tab}`)],
    ['alice', () => ['', '/attempts', '/timeline'].map((tab) => `deployments/${ids.failed}${tab}`)],
    ['alice', () => [`deployments/${ids.stands}/update`, 'new', `new?from=${ids.stands}`]],
    [
      'alice',
      () => [
        'schedules',
        'schedules/new',
        ...['', '/backfills', '/template'].map((tab) => `schedules/${ids.schedule}${tab}`),
      ],
    ],
    ['alice', () => ['catalog', 'about', 'nowhere', 'team', 'team/offered', `team/approvals/${ids.waits}`]],
    ['bob', () => [`team/approvals/${ids.waits}`, `deployments/${ids.failed}`, `deployments/${ids.stands}/outputs`]],
    ['ada', () => ['team', ...teamTabs.split(' ').map((tab) => `team/${tab}`)]],
  ];
  /** Addresses without what follows the path. */
  const seen = new Set<string>();
  const linked = new Set<string>();
  const opened = new Set<string>();

  const ready = async (page: Page): Promise<void> => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await allLoaded(page);
    await page.waitForLoadState('networkidle');
  };

  /** Buttons that end so open a dialog, or a line of entries. Each is opened by the keyboard, once on all pages of a kind. */
  const sweepDialogs = async (page: Page, kind: string): Promise<readonly string[]> => {
    const faults: string[] = [];
    const buttons = page.locator('main').getByRole('button', { name: /…/, disabled: false });
    for (const label of new Set(await buttons.allTextContents())) {
      if (opened.has(`${kind} ${label}`)) continue;
      opened.add(`${kind} ${label}`);
      const button = buttons.filter({ hasText: label }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog
        .or(page.getByRole('button', { name: 'Cancel' }))
        .first()
        .waitFor();
      if ((await dialog.count()) === 0) continue;
      await page.waitForLoadState('networkidle');
      faults.push(...(await sweep(page)).map((fault) => `${label} ${fault}`));
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      const isBack = await button.evaluate((one) => document.activeElement === one);
      if (!isBack) faults.push(`${label} does not give the focus back`);
    }
    return faults;
  };

  it.each(swept)('is reached and read by everybody: %s', async (who, paths) => {
    const { page } = await pageOf(who, 'about');
    for (const path of paths()) {
      await page.goto(`${url()}/ui/${path}`);
      await ready(page);
      const place = path.split('?', 1).join();
      seen.add(place);
      const links = page.locator('nav a');
      for (const link of await links.all()) linked.add((await link.getAttribute('href')) ?? '');
      expect.soft(await sweep(page), `${who}: ${path}`).toEqual([]);
      const kind = pages.find(({ pattern }) => match(pattern, place) !== undefined)?.pattern ?? '';
      expect.soft(await sweepDialogs(page, kind), `dialogs of ${who}: ${path}`).toEqual([]);
    }
  });

  it('leaves out no page', () => {
    const isSwept = (pattern: string): boolean => [...seen].some((path) => match(pattern, path) !== undefined);
    const patterns = pages.map(({ pattern }) => pattern).filter((pattern) => pattern !== '');
    const ofOne = ['deployments/:id/:tab/:resource', 'schedules/new/:entry'];
    expect(patterns.filter((pattern) => !isSwept(pattern) && !ofOne.includes(pattern))).toEqual([]);
    const path = (href: string): string =>
      href.split('?', 1).join().replace(ids.failed, ids.stands).replace(ids.waits, ids.stands);
    const all = new Set([...seen].map(path));
    expect([...linked].map(path).filter((href) => !all.has(href))).toEqual([]);
  });
});
