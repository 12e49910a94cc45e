/**
 * Our calls against AWS's own models (test/fixtures/botocore.json, which `npm run e2e:cfn-lint` holds against the pinned botocore):
 * calls, parameters, limits, enumerations and names of errors exist there.
 */

import { describe, expect, it } from 'vitest';
import { services as sandbox } from '../../../local/sandbox/aws/calls/actions.ts';
import { knownStatuses } from '../../../src/adapters/cloudformation/stack-status.ts';
import { type Models, modelsInUse, usedOfSdk } from '../../e2e/botocore/model.ts';

const models: Models = modelsInUse().services;
const used = usedOfSdk();
const enumOf = (service: string, shape: string): readonly string[] => models[service]?.shapes[shape]?.enum ?? [];

describe('the SDK', () => {
  const calls = used.filter(({ kind }) => kind === 'call');
  it('is used for many calls of many services', () => {
    expect(new Set(calls.map(({ service }) => service)).size).toBeGreaterThan(8);
    expect(calls.length).toBeGreaterThan(50);
  });

  it.each(calls)('has the call $service $name in the model', ({ service, name }) => {
    expect(Object.keys(models[service]?.operations ?? {})).toContain(name);
  });

  // the base of all, and an answer to HEAD, which has no body: the SDK makes it of the status
  const ofSdkItself = ['S3ServiceException', 'NotFound'];
  const errors = used.filter(
    ({ kind, service, name }) => kind === 'error' && service !== 'dynamodb' && !ofSdkItself.includes(name),
  );
  it.each(errors)('throws $service $name, by the model', ({ service, name }) => {
    const all = Object.values(models[service]?.operations ?? {}).flatMap((one) => Object.keys(one.errors));
    expect(all).toContain(name);
  });

  it.each([
    ['cloudformation', 'CreateStack', 'AlreadyExistsException'],
    ['cloudformation', 'CreateChangeSet', 'AlreadyExistsException'],
    ['cloudformation', 'DescribeChangeSet', 'ChangeSetNotFound'],
    ['ssm', 'SendCommand', 'InvalidInstanceId'],
    ['ssm', 'ListCommandInvocations', 'InvalidInstanceId'],
    ['ssm', 'PutParameter', 'TooManyUpdates'],
    ['ssm', 'PutParameter', 'ParameterAlreadyExists'],
    ['ssm', 'GetParameter', 'ParameterNotFound'],
  ])('is told the error of %s %s by the code that is looked for: %s', (service, call, code) => {
    expect(Object.values(models[service]?.operations[call]?.errors ?? {})).toContain(code);
  });
});

describe('the sandbox', () => {
  // the Query protocol of EC2 has names of its own for lists
  const own = Object.entries(sandbox).filter(([, { protocol }]) => protocol !== 'ec2');
  const actions = own.flatMap(([service, one]) =>
    Object.entries(one.actions).map(([name, { accepts }]) => ({ service, name, accepts })),
  );

  it.each(actions)('answers $service $name, a call of AWS, and takes no parameter that AWS lacks', (action) => {
    const known = models[action.service]?.operations[action.name];
    expect(known, action.name).toBeDefined();
    expect(action.accepts.filter((one) => !known?.members.includes(one))).toEqual([]);
  });
});

describe('the enumerations that are read', () => {
  it('of a stack have a meaning each', () => {
    expect([...knownStatuses, 'DELETE_COMPLETE'].toSorted()).toEqual(
      enumOf('cloudformation', 'StackStatus').toSorted(),
    );
  });

  it.each([
    ['cloudformation', 'ChangeAction', ['Add', 'Modify', 'Remove', 'Import', 'Dynamic', 'SyncWithActual']],
    ['cloudformation', 'Replacement', ['True', 'False', 'Conditional']],
    ['cloudformation', 'RequiresRecreation', ['Never', 'Conditionally', 'Always']],
    ['cloudformation', 'HookFailureMode', ['FAIL', 'WARN']],
    [
      'cloudformation',
      'StackDriftDetectionStatus',
      ['DETECTION_IN_PROGRESS', 'DETECTION_FAILED', 'DETECTION_COMPLETE'],
    ],
    [
      'cloudformation',
      'StackResourceDriftStatus',
      ['IN_SYNC', 'MODIFIED', 'DELETED', 'NOT_CHECKED', 'UNKNOWN', 'UNSUPPORTED'],
    ],
    ['cloudformation', 'DifferenceType', ['ADD', 'REMOVE', 'NOT_EQUAL']],
    ['ssm', 'PingStatus', ['Online', 'ConnectionLost', 'Inactive']],
    [
      'ssm',
      'CommandInvocationStatus',
      ['Pending', 'InProgress', 'Delayed', 'Success', 'Cancelled', 'TimedOut', 'Failed', 'Cancelling'],
    ],
    ['ec2', 'InstanceStateName', ['pending', 'running', 'shutting-down', 'terminated', 'stopping', 'stopped']],
    ['batch', 'JobStatus', ['SUBMITTED', 'PENDING', 'RUNNABLE', 'STARTING', 'RUNNING', 'SUCCEEDED', 'FAILED']],
    ['batch', 'PlatformCapability', ['EC2', 'FARGATE', 'MANAGED_INSTANCES']],
    ['batch', 'JobQueueType', ['EKS', 'ECS', 'ECS_FARGATE', 'SAGEMAKER_TRAINING', 'ECS_MANAGED_INSTANCES']],
  ])('%s %s have no other values than those that were looked at: %j', (service, shape, values) => {
    expect([...enumOf(service, shape)].toSorted()).toEqual([...values].toSorted());
  });

  it.each([
    ['cloudformation', 'EventType', 'VALIDATION_ERROR'],
    ['cloudformation', 'OnFailure', 'DO_NOTHING'],
    ['cloudformation', 'DeletionMode', 'FORCE_DELETE_STACK'],
    ['ssm', 'InstanceInformationFilterKey', 'InstanceIds'],
    ['ssm', 'InstanceInformationFilterKey', 'PingStatus'],
    ['ec2', 'VolumeType', 'gp3'],
    ['ec2', 'VolumeType', 'st1'],
    ['ec2', 'VolumeType', 'sc1'],
  ])('%s %s has the value that is sent or looked for: %s', (service, shape, value) => {
    expect(enumOf(service, shape)).toContain(value);
  });
});

describe('the limits that are kept', () => {
  it.each([
    ['ssm', 'Comment', { max: 100 }],
    ['ssm', 'InstanceInformationFilterValueSet', { max: 100 }],
    ['ssm', 'ParameterNameList', { max: 10 }],
    ['ssm', 'TimeoutSeconds', { min: 30 }],
    ['sts', 'roleSessionNameType', { min: 2, max: 64 }],
    ['sts', 'externalIdType', { min: 2, max: 1_224 }],
    ['cloudformation', 'ClientRequestToken', { max: 128 }],
  ])('are those of the model: %s %s %j', (service, shape, limits) => {
    expect(models[service]?.shapes[shape]).toMatchObject(limits);
  });
});
