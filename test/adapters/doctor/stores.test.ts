import { DescribeTableCommand, type DescribeTableCommandOutput } from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  CreateBucketCommand,
  GetBucketNotificationConfigurationCommand,
  HeadBucketCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lambdaClient } from '../../../src/adapters/aws/lambda.ts';
import { quotaChecks } from '../../../src/adapters/doctor/quotas.ts';
import { bucketChecks, tableChecks } from '../../../src/adapters/doctor/stores.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { examine, nowhere } from './examined.ts';

describe('tables and buckets', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(() => engine.stop());

  it('are well as this release makes them', async () => {
    const seen = await examine(tableChecks(engine.client, engine.tables));
    expect(seen).toHaveLength(4);
    for (const line of seen) expect(line).toMatch(/: ok, is active, with \d+ indexes$/);
  });

  it('are told when an index is missing, or the table', async () => {
    const { tables } = engine;
    const swapped = { ...tables, deployments: tables.resources, schedules: 'nowhere' };
    const seen = await examine(tableChecks(engine.client, swapped));
    expect(seen[0]).toMatch(/failed, it has no index byOwner, .*notBegun$/);
    expect(seen.find((line) => line.startsWith('table nowhere'))).toContain('failed');
  });

  it('are told when a table is not ready', async () => {
    const dynamo = mockClient(engine.client);
    const look = async (answer: DescribeTableCommandOutput['Table'] | undefined) => {
      dynamo.on(DescribeTableCommand).resolves(answer === undefined ? {} : { Table: answer });
      const [first] = await examine(tableChecks(engine.client, engine.tables).slice(0, 1));
      return first;
    };
    expect(await look({ TableStatus: 'CREATING' })).toMatch(/failed, it is CREATING, not ACTIVE$/);
    expect(await look(undefined)).toMatch(/failed, it is in no state, not ACTIVE$/);
    expect(await look({ TableStatus: 'ACTIVE' })).toMatch(/failed, it has no index byOwner, /);
    dynamo.restore();
  });

  it('are reached, or not there', async () => {
    const client = engine.s3;
    await client.send(new CreateBucketCommand({ Bucket: 'another' }));
    const named = (name: string) => ({ name, use: 'files', client });
    expect(await examine(bucketChecks([named(engine.bucket), named('another'), named('nowhere')]))).toEqual([
      `bucket ${engine.bucket}: ok, can be reached (files)`,
      'bucket another: ok, can be reached (files)',
      expect.stringContaining('bucket nowhere: failed, there is none of this name'),
    ]);
  });
});

describe('buckets of others', () => {
  const client = new S3Client({ region: 'eu-south-1' });
  const s3 = mockClient(client);
  beforeEach(() => s3.reset());
  const theirs = () => examine(bucketChecks([{ name: 'theirs', use: 'files.buckets', tells: true, client }]));

  it('have to send their events to EventBridge', async () => {
    s3.on(HeadBucketCommand).resolves({});
    s3.on(GetBucketNotificationConfigurationCommand).resolvesOnce({}).resolves({ EventBridgeConfiguration: {} });
    expect(await theirs()).toEqual([expect.stringContaining('failed, it sends no events to EventBridge')]);
    expect(await theirs()).toEqual(['bucket theirs: ok, can be reached (files.buckets)']);
  });

  it.each([
    [403, 'it refuses this service'],
    [301, 'it is in another region'],
    [404, 'there is none of this name'],
  ])('are told when S3 answers %i', async (httpStatusCode, words) => {
    s3.on(HeadBucketCommand).rejects(Object.assign(new Error('Unknown'), { $metadata: { httpStatusCode } }));
    expect(await theirs()).toEqual([expect.stringContaining(`bucket theirs: failed, ${words}`)]);
  });
});

describe('a bucket that S3 says nothing of', () => {
  it('is told with the error itself', async () => {
    const client = new S3Client({ region: 'eu-south-1' });
    const s3 = mockClient(client);
    const look = () => examine(bucketChecks([{ name: 'theirs', use: 'files.buckets', client }]));
    s3.on(HeadBucketCommand).rejects(new Error('the socket hung up'));
    expect(await look()).toEqual(['bucket theirs: failed, the socket hung up']);
    s3.on(HeadBucketCommand).rejects(Object.assign(new Error('slow down'), { $metadata: { httpStatusCode: 503 } }));
    expect(await look()).toEqual(['bucket theirs: failed, slow down']);
  });
});

describe('the quota of functions', () => {
  it('cannot be asked for where Lambda does not answer', async () => {
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const away = lambdaClient({ endpoint: nowhere, region: 'eu-south-1', credentials, maxAttempts: 1 });
    await expect(away.send(new GetAccountSettingsCommand({}))).rejects.toMatchObject({
      ...{ name: 'UnavailableError', message: expect.stringContaining('Lambda') },
    });
  });

  const client = new LambdaClient({ region: 'eu-south-1' });
  const lambda = mockClient(client);
  const of = (ConcurrentExecutions: number, UnreservedConcurrentExecutions: number) => {
    lambda
      .on(GetAccountSettingsCommand)
      .resolves({ AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions } });
    return examine(quotaChecks(client, 50));
  };

  it('of a new account is too small', async () => {
    expect(await of(10, 10)).toEqual([
      'functions at once: failed, the account may run 10, of which 10 are not reserved: 100 are needed',
    ]);
  });

  it('is enough with what is not reserved', async () => {
    expect(await of(1000, 900)).toEqual(['functions at once: ok, 900 of the account are free']);
    expect(await of(100, 100)).toEqual(['functions at once: ok, 100 of the account are free']);
    expect(await of(1000, 40)).toEqual([expect.stringContaining('of which 40 are not reserved')]);
  });
});
