import type { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { configuration } from '../../lib/configuration/configuration.ts';
import { grantsOf } from './grants.ts';
import { exampleConfiguration, templates } from './stacks.ts';

interface Denial {
  readonly Effect: string;
  readonly Condition?: { readonly Bool?: Readonly<Record<string, string>> };
}

const denies = (policies: readonly unknown[]): boolean =>
  JSON.stringify(policies).includes('aws:SecureTransport') &&
  policies.every((policy) =>
    (policy as { Statement: Denial[] }).Statement.some(
      ({ Effect, Condition }) => Effect === 'Deny' && Condition?.Bool?.['aws:SecureTransport'] === 'false',
    ),
  );

/** The policy documents of the resources of one type. */
const policiesOf = (template: Template, type: string): unknown[] =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties.PolicyDocument);

describe('what is at rest and on its way', () => {
  let all: readonly Template[];
  beforeAll(() => {
    const { data, service } = templates({ ...exampleConfiguration, alarms: { email: 'cloud-team@example.org' } });
    all = [data, service];
  });
  const found = (type: string) => all.flatMap((template) => Object.values(template.findResources(type)));

  it.each(['S3::Bucket', 'SQS::Queue', 'SNS::Topic'])('goes over TLS only: AWS::%s', (type) => {
    const policies = all.flatMap((template) => policiesOf(template, `AWS::${type}Policy`));
    expect(policies.length).toBeGreaterThanOrEqual(found(`AWS::${type}`).length);
    expect(denies(policies)).toBe(true);
  });

  it('is in no bucket that the public could reach, or that is not encrypted', () => {
    const buckets = found('AWS::S3::Bucket');
    expect(buckets.length).toBeGreaterThan(1);
    for (const { Properties } of buckets) {
      expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
      const [rule] = Properties.BucketEncryption.ServerSideEncryptionConfiguration;
      expect(rule.ServerSideEncryptionByDefault.SSEAlgorithm).toBe('aws:kms');
    }
  });

  it('is encrypted in queues and secrets, the latter with the installation’s own key', () => {
    for (const { Properties } of found('AWS::SQS::Queue')) expect(Properties.SqsManagedSseEnabled).toBe(true);
    const secrets = found('AWS::SecretsManager::Secret');
    expect(secrets.length).toBeGreaterThan(1);
    for (const { Properties } of secrets) expect(Properties.KmsKeyId).toEqual({ 'Fn::GetAtt': ['Key961B73FD', 'Arn'] });
  });
});

describe('keys of others', () => {
  const key = 'arn:aws:kms:eu-south-1:111111111111:key/0199a0e0-0000-7000-8000-000000000000';
  const linesOf = (configuration: Parameters<typeof templates>[0], resource: string) =>
    [...grantsOf(templates(configuration).service)].map(
      ([name, allowed]) => [name, allowed.filter((line) => line.resource === resource)] as const,
    );
  const keyOf = 'kms:key/0199a0e0-0000-7000-8000-000000000000';
  const services = ['dynamodb', 's3', 'secretsmanager', 'ssm'].map((service) => `${service}.*.amazonaws.com*`);

  it('open what services of AWS keep under them, to those that open anything, and nothing that a function holds itself', () => {
    const configuration = { ...exampleConfiguration, kmsKeys: [key] };
    const opening = linesOf(configuration, keyOf).filter(([, lines]) => lines.length > 0);
    expect(opening.length).toBeGreaterThan(20);
    for (const [name, lines] of opening) {
      expect(
        lines.map(({ action }) => action),
        name,
      ).toEqual(['kms:Decrypt', 'kms:GenerateDataKey']);
      for (const { condition } of lines) expect(condition).toBe(`StringLike kms:ViaService = ${services.join(' or ')}`);
    }
    const openingOwn = linesOf(configuration, 'Key').filter(([, lines]) => lines.length > 0);
    expect(opening.map(([name]) => name)).toEqual(openingOwn.map(([name]) => name));
  });

  it('are not there where none is named, and the installation’s own opens by the same services only', () => {
    expect(linesOf(exampleConfiguration, keyOf).filter(([, lines]) => lines.length > 0)).toEqual([]);
    const own = linesOf(exampleConfiguration, 'Key').flatMap(([, lines]) => lines);
    expect(own.length).toBeGreaterThan(20);
    for (const { condition } of own)
      expect(services.map((service) => `StringLike kms:ViaService = ${service}`)).toContain(condition);
  });

  it.each(['alias/team', 'arn:aws:kms:eu-south-1:111111111111:alias/team'])('are no aliases: %s', (alias) => {
    expect(() => configuration({ ...exampleConfiguration, kmsKeys: [alias] })).toThrow(/not the ARN of a KMS key/);
  });
});
