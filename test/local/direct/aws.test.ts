/** Calls that are led straight into the sandbox's AWS tell a test what HTTP would have told it. */

import { Batch } from '@aws-sdk/client-batch';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { EC2 } from '@aws-sdk/client-ec2';
import { SSM } from '@aws-sdk/client-ssm';
import { STS } from '@aws-sdk/client-sts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { directAws } from '../../../local/direct/aws.ts';
import { type AwsServer, startAws } from '../../../local/sandbox/aws/server.ts';
import { answering } from '../../../src/adapters/aws/errors.ts';

const now = new Date('2026-01-01T12:00:00Z');
let server: AwsServer;
beforeAll(async () => {
  server = await startAws({ port: 0, clock: { now: () => now } });
});
beforeEach(() => server.world.reset());
afterAll(() => server.stop());

const clients = (isDirect: boolean) => {
  const settings = {
    endpoint: server.url,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
    ...(isDirect && { extensions: [directAws(server)] }),
  };
  return {
    batch: new Batch(settings),
    cloudFormation: new CloudFormation(settings),
    ec2: new EC2(settings),
    ssm: new SSM(settings),
    sts: new STS(settings),
  };
};
type Clients = ReturnType<typeof clients>;

const queue = { Type: 'AWS::SQS::Queue', Properties: {} };
const TemplateBody = JSON.stringify({ Resources: { Queue: queue } });

/** One of each protocol: forms with XML, JSON with a target, JSON with a path. */
const calls: readonly (readonly [string, (by: Clients) => Promise<unknown>])[] = [
  ['CloudFormation', ({ cloudFormation }) => cloudFormation.describeStacks({})],
  ['EC2', ({ ec2 }) => ec2.describeInstanceTypes({ InstanceTypes: ['t3.medium'] })],
  ['Systems Manager', ({ ssm }) => ssm.putParameter({ Name: '/one', Value: 'x', Type: 'String', Overwrite: true })],
  ['STS', ({ sts }) => sts.getCallerIdentity()],
  ['Batch jobs', ({ batch }) => batch.listJobs({ jobQueue: 'toscanini-jobs' })],
  [
    'Batch definition',
    ({ batch }) =>
      batch.registerJobDefinition({
        jobDefinitionName: 'a',
        type: 'container',
        platformCapabilities: ['FARGATE'],
        containerProperties: {
          image: 'busybox',
          executionRoleArn: 'arn:aws:iam::111111111111:role/x',
          resourceRequirements: [
            { type: 'VCPU', value: '0.25' },
            { type: 'MEMORY', value: '512' },
          ],
        },
      }),
  ],
  ['Batch termination', ({ batch }) => batch.terminateJob({ jobId: 'a', reason: 'b' })],
  ['Batch', ({ batch }) => batch.describeJobQueues({})],
  ['a stack that is not there', ({ cloudFormation }) => cloudFormation.describeStacks({ StackName: 'nothing' })],
  ['a machine that is not there', ({ ec2 }) => ec2.describeInstances({ InstanceIds: ['i-0123456789abcdef0'] })],
  ['a parameter that is not there', ({ ssm }) => ssm.getParameter({ Name: '/nothing' })],
  ['a queue that is not there', ({ batch }) => batch.submitJob({ jobName: 'a', jobQueue: 'b', jobDefinition: 'c' })],
];

const outcome = async (call: Promise<unknown>) => {
  try {
    return { answer: comparable(await call) };
  } catch (error) {
    return { error: { ...comparable(error), name: (error as Error).name, message: (error as Error).message } };
  }
};

/** Without the ids of the request, and without how it came. */
const comparable = (value: unknown): object => {
  const { $metadata = {}, $response: _, ...rest } = JSON.parse(JSON.stringify(value));
  return { ...rest, status: $metadata.httpStatusCode };
};

it.each(calls)('%s', async (_, call) => {
  const over = await outcome(call(clients(false)));
  server.world.reset();
  expect(await outcome(call(clients(true)))).toEqual(over);
});

it.each(['throttle', 'unavailable', 'deny', 'lose-before', 'lose-after'] as const)(
  'a call with the fault %s',
  async (answer) => {
    const told = (isDirect: boolean) => {
      server.world.faults.set([{ call: 'DescribeStacks', answer }]);
      const { cloudFormation } = clients(isDirect);
      return answering('stack', () => cloudFormation.describeStacks({})).catch((error: Error) => error);
    };
    const over = (await told(false)) as Error;
    expect(over).toBeInstanceOf(Error);
    const straight = (await told(true)) as Error;
    expect([straight.name, straight.constructor]).toEqual([over.name, over.constructor]);
  },
);

it('carries any text both ways, to the region and the account of the caller', () =>
  fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme-ascii', minLength: 1 }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      async (key, Value) => {
        server.world.reset();
        const both = [clients(true), clients(false)] as const;
        const Tags = [{ Key: `k${key}`, Value }];
        for (const [index, { cloudFormation }] of both.entries())
          await cloudFormation.createStack({ StackName: `stack-${index}`, TemplateBody, Tags });
        for (const { cloudFormation } of both)
          for (const index of both.keys()) {
            const { Stacks = [] } = await cloudFormation.describeStacks({ StackName: `stack-${index}` });
            expect(Stacks[0]?.Tags).toEqual(Tags);
            expect(Stacks[0]?.StackId).toMatch(/:eu-west-1:/);
          }
      },
    ),
    { numRuns: 30 },
  ));
