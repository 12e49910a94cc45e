/** Every golden stack is made on the sandbox by the deployer itself, and deleted again: nothing is left. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { cloudFormation } from '../../../src/adapters/cloudformation/cloudformation.ts';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import type { StackOffer } from '../../../src/domain/providers/stack-offer.ts';
import { stacks } from '../../domain/cloudformation/golden-stacks.ts';
import { machinesOf, translated } from '../../domain/cloudformation/translated.ts';
import { startBench } from '../../local/sandbox/aws/bench.ts';

const region = 'eu-west-1';
let aws: Awaited<ReturnType<typeof startBench>>;
beforeEach(async () => {
  aws = await startBench();
});
afterEach(() => aws.stop());

const deployer = () =>
  cloudFormation({
    clock: { now: () => new Date() },
    clients: { endpoint: aws.url, credentials: { accessKeyId: 'local', secretAccessKey: 'local' }, maxAttempts: 1 },
    accountOf: () => ({ region }),
  })('aws');

/** The sandbox gives its networks ids of its own. */
const inThisVpc = async (given: StackOffer): Promise<StackOffer> => {
  if (given.vpc === undefined) return given;
  const { Subnets = [] } = await aws.of(region).ec2.describeSubnets({});
  const [first, second] = Subnets.map(({ SubnetId: id = '', AvailabilityZone: zone = '' }) => ({ id, zone }));
  if (first === undefined || second === undefined) throw new Error('the sandbox has two default subnets');
  const vpc = Subnets[0]?.VpcId;
  const several = Array.isArray(given.subnets?.public);
  return { ...given, vpc, subnets: several ? { public: [first, second] } : { public: first, private: second } };
};

it.each(stacks.map(([name, nodes, more = {}]) => ({ name, nodes, more })))(
  '$name is complete on the sandbox, and nothing of it stays',
  async ({ nodes, more }) => {
    const offer = await inThisVpc(more.offer ?? { region });
    const { topology, translation } = await translated(nodes, { ...more, offer });
    if (!translation.ok) throw new Error(translation.reasons.join('\n'));
    const before = (await aws.things()).length;
    const submission = planner.plan({
      ...{ template: '', inputs: {}, edits: [], name: 'toscanini-0198-1' },
      blueprint: JSON.stringify(translation.blueprint),
      machines: machinesOf(topology),
    });
    const id = await deployer().create(submission);
    aws.pass(3_600);
    expect(await deployer().status(id)).toMatchObject({ state: 'configured' });
    for (const value of Object.values(await deployer().outputs(id))) expect(value).not.toBe('');
    await deployer().update(id, submission);
    expect((await deployer().status(id)).change?.is).toBe(undefined);
    await deployer().destroy(id);
    aws.pass(3_600);
    await expect(deployer().status(id)).rejects.toMatchObject({ name: 'NotFoundError' });
    expect((await aws.things()).length).toBe(before);
  },
);
