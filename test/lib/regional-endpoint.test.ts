import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SSMClient } from '@aws-sdk/client-ssm';
import { describe, expect, it } from 'vitest';
import { bucketEndpoint, regional } from '../../lib/bundles/regional-endpoint.ts';

const regions = [
  'eu-south-1',
  'us-east-1',
  'us-gov-east-1',
  'cn-north-1',
  'eusc-de-east-1',
  'us-iso-east-1',
  'us-isob-east-1',
];
const plain = { UseFIPS: false, UseDualStack: false };

/** What the SDK's own rules say. */
const rules = {
  dynamodb: new DynamoDBClient({ region: 'x' }).config.endpointProvider,
  kms: new KMSClient({ region: 'x' }).config.endpointProvider,
  secretsmanager: new SecretsManagerClient({ region: 'x' }).config.endpointProvider,
  ssm: new SSMClient({ region: 'x' }).config.endpointProvider,
  states: new SFNClient({ region: 'x' }).config.endpointProvider,
};

describe('the address of a service', () => {
  for (const [service, provider] of Object.entries(rules))
    it.each(regions)(`is that of the SDK’s rules for ${service} in %s`, (Region) => {
      expect(regional(service)({ Region, ...plain }).url.href).toBe(provider({ Region, ...plain }).url.href);
    });

  it('is the one that the environment gives', () => {
    const { url } = regional('states')({ Region: 'eu-south-1', Endpoint: 'http://127.0.0.1:4566', ...plain });
    expect(url.href).toBe('http://127.0.0.1:4566/');
  });

  it('is none without a region', () => {
    expect(() => regional('states')(plain)).toThrow(/AWS_REGION/);
  });
});

describe('the address of a bucket', () => {
  const provider = new S3Client({ region: 'x' }).config.endpointProvider;
  const same = {
    ...plain,
    Accelerate: false,
    ForcePathStyle: false,
    DisableMultiRegionAccessPoints: false,
    UseGlobalEndpoint: false,
  };

  it.each([
    { Region: 'eu-south-1', Bucket: 'plain-name' },
    { Region: 'cn-north-1', Bucket: 'plain-name' },
    { Region: 'us-east-1', Bucket: 'plain-name' },
    { Region: 'eu-south-1', Bucket: 'name.with.dots' },
    { Region: 'eu-south-1', Bucket: 'plain-name', ForcePathStyle: true },
    { Region: 'eu-south-1', Bucket: 'plain-name', Endpoint: 'http://127.0.0.1:9000' },
    { Region: 'eu-south-1', Bucket: 'plain-name', Endpoint: 'http://localhost:9000' },
    { Region: 'eu-south-1', Bucket: 'plain-name', Endpoint: 'https://objects.example.org' },
    { Region: 'eu-south-1', Bucket: 'plain-name', Endpoint: 'https://example.org/objects/', ForcePathStyle: true },
    { Region: 'eu-south-1' },
  ])('is that of the SDK’s rules: %o', (parameters) => {
    const [ours, theirs] = [bucketEndpoint({ ...same, ...parameters }), provider({ ...same, ...parameters })];
    expect(ours.url.href).toBe(theirs.url.href);
    expect(ours.properties['authSchemes']).toEqual(theirs.properties?.['authSchemes']);
  });

  it.each(['arn:aws:s3:eu-south-1:111111111111:accesspoint/x', 'name--use1-az4--x-s3'])(
    'is refused for %s',
    (Bucket) => {
      expect(() => bucketEndpoint({ ...same, Region: 'eu-south-1', Bucket })).toThrow(/not bundled/);
    },
  );
});
