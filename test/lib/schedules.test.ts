import type { Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../lib/app.ts';
import { configuration } from '../../lib/configuration/configuration.ts';
import { type GrantLine, grantsOf } from './grants.ts';
import { exampleConfiguration } from './stacks.ts';

const withFiles = {
  ...exampleConfiguration,
  files: {
    buckets: ['their-bucket'],
    readers: { incoming: ['physics'], 'their-bucket': ['chemistry'] },
    elements: [
      { name: 'OWN', bucket: 'incoming', attributes: { tier: 1 } },
      { name: 'FAR', bucket: 'far-bucket', region: 'eu-central-1' },
    ],
  },
};

type Grants = readonly (readonly [name: string, allowed: readonly GrantLine[]])[];
const resourcesOf = (grants: Grants, wanted: RegExp): readonly string[] =>
  grants.flatMap(([, allowed]) => allowed.filter(({ action }) => wanted.test(action)).map(({ resource }) => resource));

describe('the stacks with files from elsewhere', () => {
  let stacks: readonly Stack[];
  let data: Template;
  let service: Template;
  beforeAll(() => {
    const app = buildApp(withFiles, { context: { 'aws:cdk:bundling-stacks': [] } });
    stacks = ['toscanini-data', 'toscanini-service'].map((name) => app.node.findChild(name) as Stack);
    [data, service] = stacks.map((stack) => Template.fromStack(stack)) as [Template, Template];
  });

  it('tell the queue of new files without a function of CDK, and keep what fails for an operator', () => {
    data.hasResourceProperties('AWS::S3::Bucket', {
      NotificationConfiguration: { QueueConfigurations: [{ Event: 's3:ObjectCreated:*', Queue: Match.anyValue() }] },
    });
    data.resourceCountIs('AWS::Lambda::Function', 0);
    data.hasResourceProperties('AWS::SQS::Queue', { RedrivePolicy: { maxReceiveCount: 10 }, VisibilityTimeout: 360 });
    service.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'ApproximateNumberOfMessagesVisible' });
    service.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('follow the buckets of others through EventBridge, and no more than those', () => {
    data.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: { bucket: { name: ['their-bucket'] } },
      },
    });
  });

  it('let only the step that replicates read files, and write below its own prefix only', () => {
    const grants = [...grantsOf(service)];
    const replicating = grants.filter(([name]) => name === 'tasks/replicate-file');
    const others = grants.filter(([name]) => name !== 'tasks/replicate-file');
    expect(resourcesOf(replicating, /^s3:(Put|Abort)/)).toHaveLength(6);
    for (const resource of resourcesOf(replicating, /^s3:(Put|Abort)/))
      expect(resource).toMatch(/^(IncomingBucket|s3:far-bucket)\/toscanini-replicas\/\*$/);
    expect(resourcesOf(replicating, /^s3:GetObject$/)).toContain('s3:their-bucket/*');
    const listing = ['operators/doctor', 'tasks/advance-backfill', 'http/backfills/create'];
    const elsewhere = others.filter(([name]) => !listing.includes(name));
    expect(resourcesOf(elsewhere, /^s3:/).filter((resource) => resource.includes('their-bucket'))).toEqual([]);
    // the doctor looks at the bucket itself, and backfills at the names in it; they look at no file
    expect(resourcesOf(others, /^s3:/)).not.toContain('s3:their-bucket/*');
    expect(resourcesOf(others, /^s3:Put/).filter((resource) => resource.includes('far-bucket'))).toEqual([]);
  });

  it('tell the matcher who may read which bucket, and the real name of the own one', () => {
    const functions = Object.entries(service.findResources('AWS::Lambda::Function'));
    const matcher = functions.find(([id]) => id.startsWith('eventsfilecreated'))?.[1];
    const { FILE_BUCKETS, FILE_READERS, INCOMING_BUCKET } = matcher?.['Properties'].Environment.Variables ?? {};
    expect(JSON.parse(FILE_READERS)).toContainEqual({ scope: 'incoming', groups: ['physics'] });
    expect(FILE_READERS).toContain('chemistry');
    expect(JSON.parse(FILE_BUCKETS)).toEqual(['their-bucket']);
    expect(INCOMING_BUCKET).toHaveProperty('Fn::ImportValue');
  });
});

describe('the configuration of files', () => {
  it('refuses what is no bucket and no name of an element, and says where', () => {
    const wrong = { ...exampleConfiguration, files: { buckets: ['Upper'], elements: [{ name: 'a b', bucket: 'x' }] } };
    expect(() => configuration(wrong)).toThrow(
      /files\.buckets\[0\][\s\S]*elements\[0\]\.name[\s\S]*elements\[0\]\.bucket/,
    );
  });
});
