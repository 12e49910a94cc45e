import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloudFormation } from '../../../src/adapters/cloudformation/cloudformation.ts';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import { creationPreviews, updatePreviews } from '../../../src/adapters/cloudformation/previews.ts';
import type { ConfiguredProvider } from '../../../src/adapters/providers/configured.ts';
import { stackReach } from '../../../src/domain/cloudformation/fit.ts';
import type { Order } from '../../../src/domain/deployers/planner.ts';
import { machinesOf } from '../../domain/cloudformation/translated.ts';
import { startBench } from '../../local/sandbox/aws/bench.ts';
import { topologyOf } from '../../tosca/fixtures.ts';

const region = 'eu-west-1';
const name = 'toscanini-01980000-0000-7000-8000-000000000001-1';
const configured: readonly ConfiguredProvider[] = [
  { id: 'aws', name: 'AWS', priority: 1, deployer: 'cloudformation', stack: { region } },
  { id: 'cloud', name: 'Cloud', priority: 2 },
];
const secrets = { read: async () => ({}) };

let aws: Awaited<ReturnType<typeof startBench>>;
let now = Date.now();
beforeEach(async () => {
  aws = await startBench();
  now = Date.parse('2026-01-01T00:00:00Z');
});
afterEach(() => aws.stop());

const clock = { now: () => new Date(now) };
const pass = (ms: number) => {
  now += ms;
  aws.pass(ms / 1_000);
};

const clients = () => ({
  endpoint: aws.url,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
});

const orderOf = async (nodes: object): Promise<Order> => {
  const template = JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_3',
    topology_template: { node_templates: nodes },
  });
  const topology = await topologyOf(template);
  const { blueprint, lacks } = stackReach.fit(topology, {
    id: 'aws',
    name: 'AWS',
    priority: 1,
    stack: { region, agentProfile: 'agent' },
  });
  if (blueprint === undefined) throw new Error(lacks.join('\n'));
  return { template, inputs: {}, name, edits: [], blueprint, machines: machinesOf(topology) };
};

const server = (host: object = {}, os: object = {}) => ({
  type: 'tosca.nodes.Compute',
  capabilities: { host: { properties: host }, os: { properties: os } },
});

const made = async (nodes: object): Promise<string> => {
  const deployer = cloudFormation({ clock, clients: clients(), accountOf: () => ({ region }) })('aws');
  const id = await deployer.create(planner.plan(await orderOf(nodes)));
  pass(900_000);
  return id;
};

const preview = async (id: string, nodes: object, pause = async (ms: number) => pass(ms)) => {
  const previewed = updatePreviews(configured, { clock, secrets, clients: clients(), pause })('aws');
  return previewed?.(id, await orderOf(nodes));
};

const changeSets = async () => {
  const { Summaries = [] } = await aws.cloudFormation.listChangeSets({ StackName: name });
  return Summaries;
};

describe('the preview of a creation', () => {
  it('lists every resource of the stack with its node, and what it costs', async () => {
    const order = await orderOf({
      server: server({ disk_size: '20 GB' }),
      files: { type: 'tosca.nodes.ObjectStorage', properties: { name: 'f' } },
    });
    const { resources, cost } = (await creationPreviews(configured)('aws')?.(order)) ?? {};
    expect(resources?.map(({ action, type, node }) => [action, type, node])).toEqual(
      expect.arrayContaining([
        ['added', 'AWS::EC2::Instance', 'server'],
        ['added', 'AWS::EC2::SecurityGroup', 'server'],
        ['added', 'AWS::S3::Bucket', 'files'],
      ]),
    );
    expect(cost?.hourly).toBeGreaterThan(0.01);
    expect(await aws.cloudFormation.listStacks({})).toMatchObject({ StackSummaries: [] });
  });

  it('is none of a provider of another kind', () => {
    expect(creationPreviews(configured)('cloud')).toBeUndefined();
    expect(updatePreviews(configured, { clock, secrets })('cloud')).toBeUndefined();
  });

  it('is not told where a federation ranked the provider without a translation for a stack', async () => {
    const { blueprint, ...untranslated } = await orderOf({ server: server() });
    expect(blueprint).toBeTypeOf('string');
    expect(await creationPreviews(configured)('aws')?.(untranslated)).toBeUndefined();
  });
});

describe('the preview of an update', () => {
  it('says of each resource whether it is added, changed, replaced or removed, and why', async () => {
    const id = await made({ web: server(), old: server() });
    const found = await preview(id, {
      web: server({ num_cpus: 8 }, { distribution: 'debian', version: 12 }),
      more: server(),
    });
    const machines = found?.resources.filter(({ type }) => type === 'AWS::EC2::Instance');
    expect(machines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'added', node: 'more' }),
        expect.objectContaining({ action: 'removed', physicalId: expect.stringMatching(/^i-/) }),
        expect.objectContaining({
          ...{ action: 'replaced', node: 'web', physicalId: expect.stringMatching(/^i-/) },
          why: expect.stringMatching(/ImageId changes.*, which cannot be done on what exists/),
        }),
      ]),
    );
    expect(found?.cost.monthly).toBeGreaterThan(0);
  });

  it('leaves neither a change set nor a change', async () => {
    const id = await made({ web: server() });
    await preview(id, { web: server({ num_cpus: 8 }) });
    expect(await changeSets()).toEqual([]);
    expect((await aws.stack(name)).StackStatus).toBe('CREATE_COMPLETE');
  });

  it('is empty where nothing changes', async () => {
    const id = await made({ web: server() });
    expect((await preview(id, { web: server() }))?.resources).toEqual([]);
    expect(await changeSets()).toEqual([]);
  });

  it('names the operations that run again', async () => {
    const withScript = (create: string) => ({
      web: server(),
      app: {
        type: 'tosca.nodes.SoftwareComponent',
        requirements: [{ host: 'web' }],
        interfaces: { Standard: { create: { implementation: { file: create, type: 'tosca.artifacts.Bash' } } } },
      },
    });
    const id = await made(withScript('https://example.org/install-1.sh'));
    expect((await preview(id, withScript('https://example.org/install-1.sh')))?.operations).toEqual([]);
    expect((await preview(id, withScript('https://example.org/install-2.sh')))?.operations).toEqual([
      { node: 'app', operation: 'create', why: 'other script' },
    ]);
  });

  it('replaces what a process that died has left, and waits for one that is at work', async () => {
    const id = await made({ web: server() });
    const died = async () => {
      throw new Error('the process died');
    };
    await aws.setFaults({ call: 'DeleteChangeSet', answer: 'unavailable' });
    await expect(preview(id, { web: server({ num_cpus: 8 }) }, died)).rejects.toThrow();
    await aws.setFaults();
    expect(await changeSets()).toHaveLength(1);
    await expect(preview(id, { web: server() })).rejects.toMatchObject({
      name: 'NotReadyError',
      message: expect.stringContaining('another dry run of this deployment is at work'),
    });
    pass(61_000);
    expect((await preview(id, { web: server({ num_cpus: 8 }) }))?.resources).not.toEqual([]);
    expect(await changeSets()).toEqual([]);
  });

  it('gives up below the time of the gateway, and cleans up', async () => {
    const id = await made({ web: server() });
    aws.setPace(100);
    const started = now;
    await expect(preview(id, { web: server({ num_cpus: 8 }) })).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(now - started).toBeLessThan(25_000);
    expect(await changeSets()).toEqual([]);
  });

  it('deletes the change set whatever call goes wrong meanwhile', async () => {
    const id = await made({ web: server() });
    for (const answer of ['throttle', 'unavailable', 'deny', 'lose-before', 'lose-after'] as const) {
      await aws.setFaults({ call: 'DescribeChangeSet', answer });
      await expect(preview(id, { web: server({ num_cpus: 8 }) })).rejects.toThrow();
      await aws.setFaults();
      expect(await changeSets(), answer).toEqual([]);
    }
  });
});
