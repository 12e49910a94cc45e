import type { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { type GrantLine, type Grants, grantsOf, workflowGrantsOf } from '../grants.ts';
import { everything, grantsPage } from '../grants-page.ts';
import { resourcePoliciesOf } from '../grants-resources.ts';
import { templates } from '../stacks.ts';

const replicas = ['s3:AbortMultipartUpload', 's3:GetObject', 's3:PutObject', 's3:PutObjectTagging'];

/** Every resource with a wildcard that a role has, and what it may there. */
const wildcards = {
  // AWS knows no resource for these
  '*': [
    'ec2:AssignPrivateIpAddresses',
    'ec2:CreateNetworkInterface',
    'ec2:DeleteNetworkInterface',
    'ec2:DescribeNetworkInterfaces',
    'ec2:DescribeSubnets',
    'ec2:UnassignPrivateIpAddresses',
    'lambda:GetAccountSettings',
    'logs:CreateLogDelivery',
    'logs:DeleteLogDelivery',
    'logs:DescribeLogGroups',
    'logs:DescribeResourcePolicies',
    'logs:GetLogDelivery',
    'logs:ListLogDeliveries',
    'logs:PutResourcePolicy',
    'logs:UpdateLogDelivery',
    'xray:GetSamplingRules',
    'xray:GetSamplingTargets',
    'xray:PutTelemetryRecords',
    'xray:PutTraceSegments',
  ],
  // objects, named by ids that come later
  'Files/catalog/*': ['s3:GetObject'],
  'Files/ended/*': ['s3:GetObject', 's3:PutObject'],
  'Files/logs/*': ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
  'Files/notifications/*': ['s3:GetObject', 's3:PutObject'],
  'Files/templates/*': ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
  'Files/tokens/*': ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
  'Files/types/*': ['s3:GetObject'],
  // files, named by who puts them, and their replicas
  'IncomingBucket/*': ['s3:GetObject', 's3:GetObjectTagging'],
  's3:their-bucket/*': ['s3:GetObject', 's3:GetObjectTagging'],
  'IncomingBucket/toscanini-replicas/*': replicas,
  's3:far-bucket/toscanini-replicas/*': replicas,
  // Secrets Manager ends each ARN in six characters of its own
  'secretsmanager:secret:toscanini/exchange-??????': ['secretsmanager:GetSecretValue'],
  'secretsmanager:secret:toscanini/infrastructure-manager-??????': ['secretsmanager:GetSecretValue'],
  // a folder of secrets, so that policies do not grow with their number
  'secretsmanager:secret:toscanini/providers/*': ['secretsmanager:GetSecretValue'],
  'ssm:parameter/toscanini/providers/*': ['ssm:GetParameter'],
  // the key of tokens, which the condition names by its alias
  'kms:key/*': ['kms:Decrypt', 'kms:GenerateDataKey'],
  // executions, named by operations
  'states:execution:attemptprovider:*': ['states:DescribeExecution', 'states:StopExecution'],
  'states:execution:actonresource:*': ['states:DescribeExecution'],
  'states:execution:backfillschedule:*': ['states:DescribeExecution'],
  'states:execution:createdeployment:*': ['states:DescribeExecution', 'states:StopExecution'],
  'states:execution:deletedeployment:*': ['states:DescribeExecution', 'states:StopExecution'],
  'states:execution:fireschedule:*': ['states:DescribeExecution'],
  'states:execution:notifycallback:*': ['states:DescribeExecution'],
  'states:execution:updatedeployment:*': ['states:DescribeExecution', 'states:StopExecution'],
};

describe('the grants', () => {
  let data: Template;
  let service: Template;
  let jobs: Template;
  let grants: Grants;
  const functionsWith = (wanted: (grant: GrantLine) => boolean): string[] =>
    [...grants].filter(([, allowed]) => allowed.some(wanted)).map(([name]) => name);
  beforeAll(() => {
    ({ data, service } = templates(everything));
    const { jobs: ofOwnQueue } = templates({});
    if (ofOwnQueue === undefined) throw new Error('the app has no stack of jobs');
    jobs = ofOwnQueue;
    grants = grantsOf(service);
  });

  it('are those of docs/grants.md, every one', async () => {
    await expect(grantsPage(data, service, jobs)).toMatchFileSnapshot('../../../docs/grants.md');
  });

  it('let no function that answers requests read a secret of a provider', () => {
    const readers = functionsWith(
      ({ action, resource }) =>
        /^(secretsmanager:GetSecretValue|ssm:GetParameter)$/.test(action) && resource.includes('toscanini/providers/'),
    );
    expect(readers.filter((name) => name.startsWith('http/'))).toEqual([]);
    expect(readers).not.toEqual([]);
  });

  it('let nobody write a secret, a key or a role, nor remove a table or a bucket', () => {
    const forbidden =
      /^(iam|sts):|^kms:(?!Decrypt$|GenerateDataKey$)|^secretsmanager:(?!GetSecretValue$)|:(Create|Delete)(Table|Bucket)$/;
    expect(functionsWith(({ action }) => forbidden.test(action))).toEqual([]);
  });

  it('let only requests that make, change or remove something write to tables', () => {
    const writes = /^dynamodb:(Put|Update|Delete|BatchWrite)/;
    const counts = /= rate#\*$/; // of requests, where every route counts its callers
    const writers = functionsWith(({ action, condition }) => writes.test(action) && !counts.test(condition)).filter(
      (name) => name.startsWith('http/'),
    );
    expect(writers.filter((name) => /\/(get|list|log|template|extrainfo|events|info|openapi)$/.test(name))).toEqual([]);
  });

  it('name the function’s own room in the bucket, not the bucket', () => {
    const objects = [...grants.values()].flat().filter(({ action }) => /^s3:(Get|Put|Delete)Object$/.test(action));
    expect(
      objects.filter(({ resource }) => resource.startsWith('Files') && !/^Files\/[a-z]+\/\*$/.test(resource)),
    ).toEqual([]);
  });

  it('let a workflow touch nothing but its steps, the workflows in it, and its logs and traces', () => {
    const actions = [...workflowGrantsOf(service).values()].flat().map(({ action }) => action);
    expect([...new Set(actions)].filter((action) => !/^(logs|xray):/.test(action)).toSorted()).toEqual([
      'events:DescribeRule',
      'events:PutRule',
      'events:PutTargets',
      'lambda:InvokeFunction',
      'states:DescribeExecution',
      'states:StartExecution',
      'states:StartSyncExecution',
      'states:StopExecution',
    ]);
  });

  it('end in a wildcard only where AWS knows no name, or the name comes later', () => {
    const all = [grants, workflowGrantsOf(service)].flatMap((each) => [...each.values()].flat());
    const wild = all.filter(({ resource }) => /[*?]/.test(resource));
    const byResource = Map.groupBy(wild, ({ resource }) => resource);
    expect(
      Object.fromEntries(
        [...byResource].map(([resource, each]) => [
          resource,
          [...new Set(each.map(({ action }) => action))].toSorted(),
        ]),
      ),
    ).toEqual(wildcards);
  });

  it('let nobody outside of the account use a resource', () => {
    const allowed = [data, service].flatMap(resourcePoliciesOf).filter(({ effect }) => effect === 'Allow');
    expect(
      allowed.filter(
        ({ principal, condition }) => principal === '*' || (!principal.startsWith('iam:') && condition === ''),
      ),
    ).toEqual([]);
  });
});
