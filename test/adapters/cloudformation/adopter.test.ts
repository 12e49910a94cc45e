/** What stands as a stack is adopted only where Toscanini has made it, and is compared before: docs/decisions/0083. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stackAdopter } from '../../../src/adapters/cloudformation/adopter.ts';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import { sessionMaker } from '../../../src/adapters/cloudformation/sessions.ts';
import type { FoundInfrastructure } from '../../../src/domain/adoption/ports.ts';
import { stackReach } from '../../../src/domain/cloudformation/fit.ts';
import type { Order } from '../../../src/domain/deployers/planner.ts';
import type { Topology } from '../../../src/tosca/topology.ts';
import { machinesOf, translated } from '../../domain/cloudformation/translated.ts';
import { topologyOf } from '../../tosca/fixtures.ts';
import { name, nodesOf, planned, region, sandboxForTests, server } from './deployer-on-sandbox.ts';

const { aws, deployer, made } = sandboxForTests();
const clock = { now: () => new Date() };

/** Every call that changes something would be one too many. */
const adopter = () => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const sessionOf = sessionMaker(clock, { endpoint: aws().url, credentials, maxAttempts: 1 });
  return stackAdopter(() => sessionOf('aws', { region }));
};
const found = (stack = name) => adopter().find(stack, undefined);

const nodes = { web: { ...server({ num_cpus: 2, mem_size: '4 GB' }) }, db: server() };

const orderOf = (topology: Topology, machines: Order['machines']): Order => {
  const { blueprint, lacks } = stackReach.fit(topology, { id: 'aws', name: 'AWS', priority: 1, stack: { region } });
  if (blueprint === undefined) throw new Error(lacks.join('\n'));
  return { template: '', inputs: {}, name, edits: [], blueprint, machines };
};

const machinesIn = ({ inspection }: Pick<FoundInfrastructure, 'inspection'>) =>
  inspection.is === 'read' ? inspection.machines : [];

/** What an update with this topology would differ in, for the machines that the stack has. */
const differences = (standing: FoundInfrastructure | undefined, topology: Topology) => {
  const machines = standing ? machinesIn(standing) : [];
  const wanted = machines.map(({ node, resourceId = '' }) => ({ node, resourceId }));
  return standing?.differences?.(orderOf(topology, wanted));
};

describe('a stack that Toscanini has made', () => {
  it('is found by its name, with its id and the resources of its machines', async () => {
    const id = await made(nodes);
    const standing = await found();
    expect(standing).toMatchObject({ id, name, isCallers: false });
    const wanted = machinesOf(await topologyOf(nodesOf(nodes)));
    const machines = standing ? machinesIn(standing) : [];
    expect(machines.map(({ node, resourceId, state }) => ({ node, resourceId, state }))).toEqual(
      expect.arrayContaining(wanted.map((one) => ({ ...one, state: 'configured' }))),
    );
    expect(machines).toHaveLength(2);
  });

  it.each(['web-server', 'aws-web-tier', 'aws-container'])(
    'of examples/%s.yaml is described by its own template, whoever translates it again',
    async (example) => {
      const text = readFileSync(join(import.meta.dirname, `../../../examples/${example}.yaml`), 'utf8');
      const topology = await topologyOf(text);
      await deployer().create(planner.plan(orderOf(topology, machinesOf(topology))));
      aws().pass(3_600);
      expect(differences(await found(), await topologyOf(text))).toEqual([]);
    },
  );

  it('whose containers scale differs by bounds, and not by the number that an update leaves out', async () => {
    const shop = (most: number, image: string): string => `shop:
  type: toscanini.nodes.aws.ContainerService
  properties: {image: ${image}}
  capabilities: {scalable: {properties: {min_instances: 2, max_instances: ${most}}}}`;
    const policies = '- busy: {type: tosca.policies.Scaling, targets: [shop]}';
    const asked = async (most: number, image = 'example/shop') =>
      (await translated(shop(most, image), { policies })).topology;
    const id = await deployer().create(planner.plan(orderOf(await asked(6), [])));
    aws().pass(3_600);
    expect(differences(await found(), await asked(6))).toEqual([]);
    await deployer().update(id, planner.plan(orderOf(await asked(6, 'example/shop:2'), [])));
    aws().pass(3_600);
    expect(differences(await found(), await asked(6, 'example/shop:2'))).toEqual([]);
    expect(differences(await found(), await asked(9, 'example/shop:2'))).toEqual([
      {
        node: 'shop',
        part: expect.stringContaining('shopScaling'),
        is: 'changed',
        property: 'MaxCapacity',
        old: '9',
        new: '6',
      },
    ]);
  });

  it('differs from another template by parts, and by plain values', async () => {
    await made(nodes);
    const other = { web: server({ num_cpus: 8, mem_size: '32 GB' }), cache: server() };
    const told = differences(await found(), await topologyOf(nodesOf(other)));
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ node: 'web', is: 'changed', property: 'InstanceType' }),
        expect.objectContaining({ node: 'db', is: 'unknown' }),
      ]),
    );
  });

  it('cannot be adopted while it is being made, and is nothing once it is deleted', async () => {
    const id = await deployer().create(await planned(nodes));
    await expect(found()).rejects.toThrow(/is CREATE_IN_PROGRESS: only one that is complete/);
    aws().pass(600);
    await deployer().destroy(id);
    aws().pass(600);
    expect(await found()).toBeUndefined();
  });
});

describe('any other stack', () => {
  it.each([
    ['without our tags', name, undefined],
    ['with the tag of something else', name, 'other-1'],
    ['with our tag, and another name', 'network', name],
  ])('is not found: %s', async (_, StackName, tag) => {
    await aws().cloudFormation.createStack({
      StackName,
      TemplateBody: JSON.stringify({ Resources: { Topic: { Type: 'AWS::SNS::Topic' } } }),
      ...(tag && { Tags: [{ Key: 'toscanini:stack', Value: tag }] }),
    });
    aws().pass(600);
    expect(await found(StackName)).toBeUndefined();
  });

  it.each(['network', 'toscanini-other', 'arn:aws:cloudformation:eu-west-1:123456789012:stack/network/1'])(
    'is not looked for, since AWS would refuse that to the service: %s',
    async (other) => {
      const session = () => Promise.reject(new Error('AccessDenied'));
      expect(await stackAdopter(session).find(other, undefined)).toBeUndefined();
    },
  );

  it('is none at all', async () => {
    expect(await found()).toBeUndefined();
  });
});
