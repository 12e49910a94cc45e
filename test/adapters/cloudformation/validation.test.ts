/** Mistakes that CloudFormation finds before it makes anything: the user reads the property and the reason. */

import { describe, expect, it } from 'vitest';
import { changesOf } from '../../../src/adapters/cloudformation/change-sets.ts';
import { whyFailed } from '../../../src/adapters/cloudformation/nodes.ts';
import { create } from '../../../src/adapters/cloudformation/stacks.ts';
import { earlyProblems } from '../../../src/adapters/cloudformation/validation.ts';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import { name, planned, sandboxForTests, server } from './deployer-on-sandbox.ts';
import { fakeSession, refused } from './fake-session.ts';

const { aws, deployer, made } = sandboxForTests();

/** With a property that AWS does not have: the translation writes none, but a resource of any type may have one. */
const withMistake = async (nodes: object): Promise<Submission> => {
  const order = JSON.parse(await planned(nodes));
  const [id = ''] = Object.keys(order.template.Resources).filter((one) => one.startsWith('serverserver'));
  order.template.Resources[id].Properties.Colour = 'red';
  return JSON.stringify(order) as Submission;
};

const colour =
  /node server: serverserver0 \(AWS::EC2::Instance\): Unsupported property \[Colour\] \(at \/Resources\/serverserver0\/Properties\/Colour\)/;

describe('a mistake that is found before anything is made', () => {
  it('is told of a new stack, and is the fault of the template', async () => {
    const id = await deployer().create(await withMistake({ server: server() }));
    aws().pass(60);
    const status = await deployer().status(id);
    expect(status).toMatchObject({ state: 'failed', blame: 'work', reason: expect.stringMatching(colour) });
    expect(status.reason).not.toMatch(/DescribeEvents/);
  });

  it('is told of an update, and what was there still stands', async () => {
    const id = await made({ server: server() });
    await deployer().update(id, await withMistake({ server: server() }));
    aws().pass(60);
    const status = await deployer().status(id);
    expect(status).toMatchObject({ state: 'configured', change: { is: 'failed' } });
    expect(status.reason).toMatch(/what was there before still stands/);
    expect(status.reason).toMatch(colour);
  });
});

const pointer =
  'The following hook(s)/validation failed: [AWS::EarlyValidation::ResourceExistenceCheck]. To troubleshoot Early Validation errors, use the DescribeEvents API for detailed failure information.';
const found = (more: object = {}) => ({
  ...{ EventType: 'VALIDATION_ERROR', OperationId: 'two', LogicalResourceId: 'web0', ResourceType: 'AWS::S3::Bucket' },
  ...{ ValidationName: 'NAME_CONFLICT_VALIDATION', ValidationFailureMode: 'FAIL', ValidationStatus: 'FAILED' },
  ValidationStatusReason: "Resource of type 'AWS::S3::Bucket' with identifier 'x' already exists.",
  ...more,
});
const template = {
  Resources: { web0: { Type: 'AWS::S3::Bucket', Properties: {}, Metadata: { toscanini: { node: 'web' } } } },
};
const stackId = 'arn:stack';
const failing = {
  DescribeStacks: () => ({ Stacks: [{ StackId: stackId, StackName: name, StackStatus: 'CREATE_FAILED' }] }),
  GetTemplate: () => ({ TemplateBody: JSON.stringify(template) }),
  DescribeStackEvents: () => ({
    StackEvents: [
      {
        ...{ StackId: stackId, StackName: name, EventId: '2', Timestamp: new Date(0), LogicalResourceId: name },
        ...{ PhysicalResourceId: stackId, ResourceType: 'AWS::CloudFormation::Stack', ResourceStatus: 'CREATE_FAILED' },
        ResourceStatusReason: pointer,
      },
    ],
  }),
};

describe('what the validation found', () => {
  it('is read of the last operation, on every page, without warnings', async () => {
    const { session, asked } = fakeSession({
      DescribeEvents: ({ NextToken }) => ({
        OperationEvents: NextToken
          ? [found({ OperationId: 'one', LogicalResourceId: 'old' })]
          : [
              found(),
              found({ ValidationFailureMode: 'WARN', LogicalResourceId: 'full' }),
              { EventType: 'STACK_EVENT' },
            ],
        ...(!NextToken && { NextToken: 'more' }),
      }),
    });
    const problems = await earlyProblems(session, { StackName: stackId });
    expect(problems.map(({ id }) => id)).toEqual(['web0']);
    expect(asked.map(({ input }) => input)).toEqual([
      { StackName: stackId, Filters: { FailedEvents: true } },
      { StackName: stackId, Filters: { FailedEvents: true }, NextToken: 'more' },
    ]);
  });

  it('has what a hook of the account refuses, which is no fault of the template', async () => {
    const hook = {
      ...{ EventType: 'HOOK_INVOCATION_ERROR', OperationId: 'two', LogicalResourceId: 'web0' },
      ...{ ResourceType: 'AWS::S3::Bucket', HookType: 'Example::Encryption::Hook', HookFailureMode: 'FAIL' },
      HookStatusReason: 'buckets need a key of ours',
    };
    const warning = { ...hook, HookFailureMode: 'WARN', HookStatusReason: 'think of costs' };
    const { session } = fakeSession({ ...failing, DescribeEvents: () => ({ OperationEvents: [hook, warning] }) });
    const { why, blame } = await whyFailed(session, stackId);
    expect(why).toMatch(/node web: web0 .*: buckets need a key of ours \[Example::Encryption::Hook\]$/);
    expect(blame).toBeUndefined();
  });

  it('is no fault of the template where a name is taken', async () => {
    const { session } = fakeSession({ ...failing, DescribeEvents: () => ({ OperationEvents: [found()] }) });
    const failure = await whyFailed(session, stackId);
    expect(failure.why).toMatch(/node web: web0 \(AWS::S3::Bucket\): .*already exists/);
    expect(failure).not.toHaveProperty('blame');
  });

  it('is left out where the role may not ask, and the failure is told all the same', async () => {
    const { session } = fakeSession({
      ...failing,
      DescribeEvents: () => {
        throw refused('AccessDenied');
      },
    });
    expect((await whyFailed(session, stackId)).why).toContain('ResourceExistenceCheck');
  });

  it('is told where the call itself is refused', async () => {
    const order = JSON.stringify({ name, template, parameters: {}, tags: {} }) as Submission;
    const answers = (reason: string) => ({
      CreateStack: () => {
        throw refused('ValidationError', pointer);
      },
      DescribeEvents: () => ({ OperationEvents: [found({ ValidationName: reason })] }),
    });
    await expect(create(fakeSession(answers('NAME_CONFLICT_VALIDATION')).session, order)).rejects.toMatchObject({
      ...{ name: 'ProviderFailedError', message: expect.stringContaining('already exists') },
    });
    await expect(create(fakeSession(answers('PROPERTY_VALIDATION')).session, order)).rejects.toMatchObject({
      name: 'WorkFailedError',
    });
  });

  it('is told of a change set, which is found by its ARN', async () => {
    const { session, asked } = fakeSession({
      ...failing,
      DescribeStacks: () => ({ Stacks: [{ StackId: stackId, StackName: name, StackStatus: 'CREATE_COMPLETE' }] }),
      CreateChangeSet: () => ({ Id: 'arn:set' }),
      DescribeChangeSet: () => ({ ChangeSetId: 'arn:set', Status: 'FAILED', StatusReason: pointer }),
      DescribeEvents: () => ({ OperationEvents: [found()] }),
      DeleteChangeSet: () => ({}),
    });
    const order = { name, template, parameters: {}, tags: {} };
    const clock = { now: () => new Date(0) };
    await expect(changesOf(session, stackId, order, { clock })).rejects.toMatchObject({
      ...{ name: 'ProviderFailedError', message: expect.stringMatching(/web0 \(AWS::S3::Bucket\): .*already exists/) },
    });
    expect(asked.find(({ call }) => call === 'DescribeEvents')?.input).toMatchObject({ ChangeSetName: 'arn:set' });
  });
});
