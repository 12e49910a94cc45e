import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../local/sandbox/aws/world/faults.ts';
import { createDeployment } from '../../src/domain/deployments/accepting/create.ts';
import type { NodeState } from '../../src/domain/resources/resource.ts';
import { limits } from '../domain/deployments/world.ts';
import { scenarioOf } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

const owner = { issuer: 'https://issuer.example', subject: 'user' };
const example = (name: string): string => readFileSync(`examples/${name}`, 'utf8');

const started = async (template: string, parameters: Record<string, number> = {}, ...faults: Fault[]) => {
  const world = aws.make(...faults);
  const seen = new Map<string, NodeState[]>();
  const { put } = world.resources;
  world.resources.put = async (all) => {
    for (const { toscaNodeName, state } of all) {
      const states = seen.get(toscaNodeName) ?? [];
      if (states.at(-1) !== state) seen.set(toscaNodeName, [...states, state]);
    }
    await put(all);
  };
  const one = scenarioOf(world, await createDeployment(world, { template, parameters, limits, owner }));
  const told = (node: string) =>
    world.events
      .filter((event) => event.node === node && event.kind === 'PROVIDER_SAID')
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ message }) => message.replace(/^provider \S+: /, ''));
  const resource = async (node: string) =>
    (await world.resources.all(one.deployment.id)).find(({ toscaNodeName }) => toscaNodeName === node);
  return { ...one, seen, told, resource };
};

const disk = (size: number): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web:
      type: tosca.nodes.Compute
      capabilities: { scalable: { properties: { min_instances: 1, default_instances: 2, max_instances: 3 } } }
      requirements: [{ local_storage: { node: disk, relationship: { type: tosca.relationships.AttachesTo, properties: { location: /data } } } }]
    disk: { type: tosca.nodes.Storage.BlockStorage, properties: { name: disk, size: ${size} GB } }
    files: { type: tosca.nodes.ObjectStorage, properties: { name: files } }
`;

describe('the nodes of a stack that are not machines', () => {
  it.each([
    ['aws-web-tier.yaml', ['load_balancer', 'database']],
    ['aws-container.yaml', ['shop', 'database']],
  ])('of %s show how far AWS is with each, with their ids, and so does the timeline', async (name, nodes) => {
    const one = await started(example(name));
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
    for (const node of nodes) {
      expect(one.seen.get(node), node).toEqual(['CREATING', 'CREATED', 'STARTED']);
      expect(await one.resource(node)).toMatchObject({ state: 'STARTED', physicalId: expect.stringMatching(/\w{4}/) });
      expect(one.told(node)).toEqual([`node ${node} is being created`, `node ${node} stands`]);
    }
    await one.delete();
    expect(await one.now()).toBeUndefined();
    for (const node of nodes) expect(one.told(node)).toContain(`node ${node} is being deleted`);
  });

  it('stand one by one: one that is quick is there while another is still made', async () => {
    const one = await started(disk(10));
    await one.run();
    expect(one.seen.get('files')).toEqual(['CREATING', 'CREATED', 'STARTED']);
    const at = (message: string): string => one.world.events.find((event) => event.message.endsWith(message))?.at ?? '';
    expect(at('node files stands') < at('node disk stands')).toBe(true);
    expect((await one.resource('disk'))?.physicalId).toBeUndefined();
  });

  it('that are containers get more copies by an update', async () => {
    const one = await started(example('aws-container.yaml'));
    await one.run();
    await one.run(await one.update(example('aws-container.yaml'), { parameters: { copies: 3 } }));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(await one.resource('shop')).toMatchObject({
      state: 'STARTED',
      physicalId: expect.stringMatching(/service/),
    });
  });

  it('stop nothing when AWS does not tell of them', async () => {
    const one = await started(disk(10), {}, { call: 'DescribeStackEvents', answer: 'unavailable' });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
    expect(one.seen.get('files')).toEqual(['CREATING', 'STARTED']);
  });

  it('are changed by an update, and then stand again', async () => {
    const one = await started(disk(10));
    await one.run();
    one.seen.clear();
    await one.run(await one.update(disk(20)));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(one.seen.get('disk')).toEqual(['CONFIGURING', 'STARTED']);
    expect(one.seen.get('files')).toBeUndefined(); // nothing of it has changed, so it is not written
    expect(one.told('disk').slice(-2)).toEqual(['node disk is being changed', 'node disk stands']);
  });

  it('stand again after an update that was rolled back', async () => {
    const one = await started(disk(10));
    await one.run();
    aws.fail({ resource: 'fail', type: 'AWS::S3::Bucket' });
    const more = disk(20).replace('    files:', '    others: { type: tosca.nodes.ObjectStorage }\n    files:');
    await one.run(await one.update(more));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_FAILED' });
    expect(await one.resource('disk')).toMatchObject({ state: 'STARTED' });
    expect(await one.resource('files')).toMatchObject({ state: 'STARTED' });
    expect(await one.resource('others')).toMatchObject({ state: 'ERROR' });
  });

  it('that fail say why to their owner, and the timeline says only that they failed', async () => {
    const one = await started(example('aws-web-tier.yaml'), {}, { resource: 'fail', type: 'AWS::RDS::DBInstance' });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED' });
    expect(one.seen.get('database')).toContain('ERROR');
    expect(one.told('database')).toContain('node database has failed');
  });
});
