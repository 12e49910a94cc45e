import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changesOf } from '../../../src/adapters/cloudformation/change-sets.ts';
import { cloudFormation } from '../../../src/adapters/cloudformation/cloudformation.ts';
import { readOrder } from '../../../src/adapters/cloudformation/planner.ts';
import { sessionMaker } from '../../../src/adapters/cloudformation/sessions.ts';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import { startBench, template } from '../../local/sandbox/aws/bench.ts';
import { localAws } from '../../support/engine.ts';

const name = 'toscanini-01980000-0000-7000-8000-000000000001-12';
const clock = { now: () => new Date() };
const role = 'arn:aws:iam::111111111111:role/toscanini-stacks-eu-west-1';

let aws: Awaited<ReturnType<typeof startBench>>;
beforeEach(async () => {
  aws = await startBench();
});
afterEach(() => aws.stop());

const clients = () => ({ endpoint: aws.url, credentials: localAws.credentials, maxAttempts: 1 });
const deployer = (serviceRoleArn?: string) =>
  cloudFormation({ clock, clients: clients(), accountOf: () => ({ region: 'eu-west-1', serviceRoleArn }) })('aws');

const order = (...buckets: readonly string[]): Submission => {
  const made = template(Object.fromEntries(buckets.map((bucket) => [bucket, { Type: 'AWS::S3::Bucket' }])));
  return JSON.stringify({ name, template: made, parameters: {}, tags: {} }) as Submission;
};

const roleOf = async (id: string) => {
  const client = new CloudFormationClient({ ...clients(), region: 'eu-west-1' });
  return (await client.send(new DescribeStacksCommand({ StackName: id }))).Stacks?.[0]?.RoleARN;
};

it('is the role of every stack that is made', async () => {
  expect(await roleOf(await deployer(role).create(order('One')))).toBe(role);
});

it('becomes the role of a stack of before with its next operation', async () => {
  const id = await deployer().create(order('One'));
  aws.pass(600);
  expect(await roleOf(id)).toBeUndefined();
  await deployer(role).update(id, order('One', 'Two'));
  expect(await roleOf(id)).toBe(role);
});

it('is named by every call that changes something, so that none goes on without it', async () => {
  const id = await deployer().create(order('One'));
  aws.pass(600);
  const sent: [string, unknown][] = [];
  const real = CloudFormationClient.prototype.send;
  const spy = vi.spyOn(CloudFormationClient.prototype, 'send').mockImplementation(function (
    this: CloudFormationClient,
    command: { readonly input: object },
  ) {
    sent.push([command.constructor.name, (command.input as { readonly RoleARN?: string }).RoleARN]);
    return (real as (asked: unknown) => unknown).call(this, command);
  } as never);
  const session = await sessionMaker(clock, clients())('aws', { region: 'eu-west-1', serviceRoleArn: role });
  const pause = async () => aws.pass(5);
  expect(await changesOf(session, id, readOrder(order('One', 'Two')), { clock, pause })).toHaveLength(1);
  await deployer(role).update(id, order('One', 'Two'));
  aws.pass(600);
  await deployer(role).destroy(id);
  spy.mockRestore();
  const changing = sent.filter(([command]) => /^(Create|Update|Delete)(Stack|ChangeSet)Command$/.test(command));
  expect(changing.filter(([command, arn]) => command !== 'DeleteChangeSetCommand' && arn !== role)).toEqual([]);
  expect(changing.map(([command]) => command)).toEqual(
    expect.arrayContaining(['CreateChangeSetCommand', 'UpdateStackCommand', 'DeleteStackCommand']),
  );
});
