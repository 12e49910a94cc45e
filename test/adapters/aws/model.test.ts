/**
 * Our calls against AWS's own models (test/fixtures/botocore.json, which `npm run e2e:cfn-lint` holds against the pinned botocore):
 * calls, parameters, limits, enumerations and names of errors exist there.
 */

import { describe, expect, it } from 'vitest';
import { services as sandbox } from '../../../local/sandbox/aws/calls/actions.ts';
import { knownStatuses } from '../../../src/adapters/cloudformation/stack-status.ts';
import { tagLimits } from '../../../src/domain/providers/aws-tags.ts';
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
  const actions = Object.entries(sandbox).flatMap(([service, one]) =>
    Object.entries(one.actions).map(([name, { accepts }]) => ({ service, name, accepts })),
  );

  it.each(actions)('answers $service $name, a call of AWS, and takes no parameter that AWS lacks', (action) => {
    const known = models[action.service]?.operations[action.name];
    expect(known, action.name).toBeDefined();
    // the Query protocol of EC2 has names of its own for lists
    expect(action.accepts.filter((one) => !(known?.wire ?? known?.members)?.includes(one))).toEqual([]);
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
    ['batch', 'RetryAction', 'RETRY'],
    ['batch', 'RetryAction', 'EXIT'],
    ['kms', 'DataKeySpec', 'AES_256'],
    ['lambda', 'SystemLogLevel', 'WARN'],
    ['ssm', 'ParameterTier', 'Standard'],
    ['ssm', 'ParameterType', 'SecureString'],
    ['cloudformation', 'Capability', 'CAPABILITY_IAM'],
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
    ['cloudformation', 'BoxedMaxResults', { max: 100 }],
    ['cloudformation', 'Tags', { max: tagLimits.tags }],
    ['batch', 'TagrisTagsMap', { max: tagLimits.tags }],
    ['dynamodb', 'TransactWriteItemList', { max: 100 }],
    ['dynamodb', 'WriteRequests', { max: 25 }],
    ['dynamodb', 'KeyList', { max: 100 }],
    ['events', 'PutEventsRequestEntryList', { max: 10 }],
    ['ssm', 'GetParametersByPathMaxResults', { max: 10 }],
    ['ssm', 'InstanceIdList', { max: 50 }],
    ['stepfunctions', 'SensitiveData', { max: 262_144 }],
  ])('are those of the model: %s %s %j', (service, shape, limits) => {
    expect(models[service]?.shapes[shape]).toMatchObject(limits);
  });
});

describe('what the model has only in words', () => {
  it.each([
    // src/adapters/batch/planner.ts, resubmit.ts
    ['batch', 'SubmitJobRequest.jobName', 'It can be up to 128 letters long. The first character must be alphanumeric'],
    ['batch', 'RegisterJobDefinitionRequest.jobDefinitionName', 'It can be up to 128 letters long'],
    ['batch', 'SubmitJobRequest.dependsOn', 'a maximum of 20 jobs'],
    ['batch', 'SubmitJobRequest.arrayProperties', 'between 2 and 10,000'],
    ['batch', 'RetryStrategy.attempts', 'between 1 and 10 attempts'],
    ['batch', 'RetryStrategy.evaluateOnExit', 'up to 5 objects'],
    // the last rule fits all, since what fits none is tried again
    ['batch', 'RetryStrategy.evaluateOnExit', 'If none of the listed conditions match, then the job is retried'],
    ['batch', 'JobTimeout.attemptDurationSeconds', 'The minimum value for the timeout is 60 seconds'],
    ['batch', 'DescribeJobsRequest.jobs', 'up to 100 job IDs'],
    ['batch', 'DescribeJobDefinitionsRequest.maxResults', 'between 1 and 100'],
    [
      'batch',
      'EphemeralStorage.sizeInGiB',
      'minimum supported value is 21 GiB and the maximum supported value is 200 GiB',
    ],
    ['batch', 'ContainerProperties.environment', 'cannot start with "AWS_BATCH"'],
    ['batch', 'TerminateJobRequest.reason', '1024 characters'],
    // why such queues are not used (docs/decisions/0084)
    ['batch', 'RegisterJobDefinitionRequest.platformCapabilities', 'must use ecsProperties (not containerProperties)'],
    ['cloudformation', 'CreateStackInput.StackName', 'only alphanumeric characters (case sensitive) and hyphens'],
    ['cloudformation', 'CreateStackInput.TemplateURL', 'max size: 1 MB'],
    // a retry that completes what stands (docs/decisions/0075)
    ['cloudformation', 'CreateStackInput.DisableRollback', 'disable rollback of the stack if stack creation failed'],
    [
      'cloudformation',
      'UpdateStackInput.DisableRollback',
      'Preserve the state of previously provisioned resources when an operation fails',
    ],
    ['cloudformation', 'CreateStackInput.RoleARN', 'always uses this role for all future operations on the stack'],
    // so it is not asked for, where only four may be
    [
      'cloudformation',
      'DescribeStackResourceDriftsInput.StackResourceDriftStatusFilters',
      "NOT_CHECKED: CloudFormation doesn't currently return this value",
    ],
    ['ec2', 'DescribeSubnetsRequest.Filters', 'default-for-az'],
    ['s3', 'UploadPartCopyRequest.PartNumber', 'between 1 and 10,000'],
    // src/domain/cloudformation/software/secret-inputs.ts
    ['ssm', 'PutParameterRequest.Value', 'Standard parameters have a value limit of 4 KB'],
    ['ssm', 'PutParameterRequest.Value', "You can't include values wrapped in double brackets {{}}"],
  ])('is as we keep it: %s %s, %s', (service, path, words) => {
    expect(models[service]?.texts[path]).toContain(words);
  });

  it.each([
    ['an execution', 'stepfunctions', 'Name', `${'0'.repeat(36)}-r1000`],
    ['a change set', 'cloudformation', 'ChangeSetName', `toscanini-repair-${'0'.repeat(36)}`],
    ['an order', 'cloudformation', 'ClientRequestToken', `toscanini-${'0'.repeat(36)}-100`],
    ['a session', 'sts', 'roleSessionNameType', `toscanini-${'0'.repeat(36)}`],
  ])('the name of %s is one', (_, service, shape, name) => {
    const { max = 0, pattern = '.*' } = models[service]?.shapes[shape] ?? {};
    expect(name.length).toBeLessThanOrEqual(max);
    expect(name).toMatch(new RegExp(`^(?:${pattern})$`));
  });
});
