/** Every golden stack is made on the sandbox by the deployer itself, and deleted again: nothing is left. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import { translate } from '../../../src/domain/cloudformation/translate.ts';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import type { StackOffer } from '../../../src/domain/providers/stack-offer.ts';
import type { Topology } from '../../../src/tosca/topology.ts';
import { stacks } from '../../domain/cloudformation/golden-stacks.ts';
import { machinesOf, translated } from '../../domain/cloudformation/translated.ts';
import { topologyOf } from '../../tosca/fixtures.ts';
import { region, sandboxForTests } from './deployer-on-sandbox.ts';

const { aws, deployer } = sandboxForTests();

/** The sandbox gives its networks ids of its own. */
const inThisVpc = async (given: StackOffer): Promise<StackOffer> => {
  if (given.vpc === undefined) return given;
  const { Subnets = [] } = await aws().of(region).ec2.describeSubnets({});
  const [first, second] = Subnets.map(({ SubnetId: id = '', AvailabilityZone: zone = '' }) => ({ id, zone }));
  if (first === undefined || second === undefined) throw new Error('the sandbox has two default subnets');
  const vpc = Subnets[0]?.VpcId;
  const several = Array.isArray(given.subnets?.public);
  return { ...given, vpc, subnets: several ? { public: [first, second] } : { public: first, private: second } };
};

const made = (topology: Topology, offer: StackOffer): Submission => {
  const translation = translate(topology, offer);
  if (!translation.ok) throw new Error(translation.reasons.join('\n'));
  return planner.plan({
    ...{ template: '', inputs: {}, edits: [], name: 'toscanini-0198-1' },
    blueprint: JSON.stringify(translation.blueprint),
    machines: machinesOf(topology),
  });
};

it.each(['web-server', 'aws-web-tier', 'aws-container', 'aws-other-types'])(
  'examples/%s.yaml is complete on the sandbox, with all its outputs, and nothing of it stays',
  async (name) => {
    const text = readFileSync(join(import.meta.dirname, `../../../examples/${name}.yaml`), 'utf8');
    const topology = await topologyOf(text);
    const before = (await aws().things()).length;
    const allowedTypes = ['AWS::SNS::*', 'AWS::SQS::QueuePolicy'];
    const id = await deployer().create(made(topology, { region, allowedTypes }));
    aws().pass(3_600);
    expect(await deployer().status(id)).toMatchObject({ state: 'configured' });
    const outputs = await deployer().outputs(id);
    const later = topology.outputs.flatMap((one) => (one.deferred ? [one.name] : []));
    expect(Object.keys(outputs).toSorted()).toEqual(later.toSorted());
    for (const value of Object.values(outputs)) expect(value).not.toBe('');
    await deployer().destroy(id);
    aws().pass(3_600);
    expect((await aws().things()).length).toBe(before);
  },
);

it.each(stacks.map(([name, nodes, more = {}]) => ({ name, nodes, more })))(
  '$name is complete on the sandbox, and nothing of it stays',
  async ({ nodes, more }) => {
    const offer = await inThisVpc(more.offer ?? { region });
    const { topology } = await translated(nodes, { ...more, offer });
    const before = (await aws().things()).length;
    const submission = made(topology, offer);
    const id = await deployer().create(submission);
    aws().pass(3_600);
    expect(await deployer().status(id)).toMatchObject({ state: 'configured' });
    for (const value of Object.values(await deployer().outputs(id))) expect(value).not.toBe('');
    await deployer().update(id, submission);
    expect((await deployer().status(id)).change?.is).toBe(undefined);
    await deployer().destroy(id);
    aws().pass(3_600);
    await expect(deployer().status(id)).rejects.toMatchObject({ name: 'NotFoundError' });
    expect((await aws().things()).length).toBe(before);
  },
);
