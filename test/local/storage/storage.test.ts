import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  NoSuchBucket,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDynamoDb, startS3 } from '../../../local/storage/storage.ts';
import { localAws } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'storage-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const tableNames = async (endpoint: string) => {
  const client = new DynamoDBClient({ ...localAws, endpoint, maxAttempts: 1 });
  return (await client.send(new ListTablesCommand({}))).TableNames;
};

const createTable = async (endpoint: string) =>
  new DynamoDBClient({ ...localAws, endpoint }).send(
    new CreateTableCommand({
      TableName: 'kept',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    }),
  );

/** None, unless the tests run against another engine. */
const own = process.env['AWS_ENDPOINT_URL_DYNAMODB'] === undefined;

describe.runIf(own)('the local DynamoDB', () => {
  it('listens on loopback only, and no more once it is stopped', async () => {
    const { endpoint, stop } = await startDynamoDb();
    expect(endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await tableNames(endpoint)).toEqual([]);
    await stop();
    await stop();
    await expect(tableNames(endpoint)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('keeps its data in the file over a restart', async () => {
    const dataFile = join(directory, 'dynamodb.sqlite');
    const first = await startDynamoDb({ dataFile });
    await createTable(first.endpoint);
    await first.stop();
    const second = await startDynamoDb({ dataFile });
    expect(await tableNames(second.endpoint)).toEqual(['kept']);
    await second.stop();
  });

  it('says why it did not start', async () => {
    const dataFile = join(directory, 'no', 'such', 'folder', 'file');
    await expect(startDynamoDb({ dataFile })).rejects.toThrow(/^dynoxide did not start: ./);
  });

  it('dies with its parent, even when that is killed', async () => {
    const storage = join(import.meta.dirname, '../../../local/storage/storage.ts');
    const program = `const { startDynamoDb } = await import(${JSON.stringify(storage)});
      console.log((await startDynamoDb()).endpoint);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [endpoint] = await once(parent.stdout, 'data');
    const ask = () => tableNames(String(endpoint).trim());
    expect(await ask()).toEqual([]);
    parent.kill('SIGKILL');
    await eventually(() => expect(ask()).rejects.toThrow(/ECONNREFUSED/));
  });
});

describe('the local S3', () => {
  const client = (endpoint: string) => new S3Client({ ...localAws, endpoint, maxAttempts: 1 });
  const object = { Bucket: 'files', Key: 'logs/019300/größe und mehr.txt' };

  const keysOf = async (s3: S3Client, asked: Partial<ListObjectsV2CommandInput>) => {
    const keys: (string | undefined)[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: 'files', ...asked }))
      keys.push(...Contents.map(({ Key }) => Key));
    return keys;
  };

  it('keeps its objects in the folder over a restart', async () => {
    const first = await startS3({ dataDirectory: directory });
    await client(first.endpoint).send(new CreateBucketCommand({ Bucket: 'files' }));
    await client(first.endpoint).send(new PutObjectCommand({ ...object, Body: 'märz' }));
    await first.stop();
    const second = await startS3({ dataDirectory: directory });
    const { Body } = await client(second.endpoint).send(new GetObjectCommand(object));
    expect(await Body?.transformToString()).toBe('märz');
    await second.stop();
  });

  it.each([
    ['in memory', () => ({})],
    ['in a folder', () => ({ dataDirectory: join(directory, 'listed') })],
  ])('lists %s by the bytes of the keys, and each on one page', async (_, options) => {
    const { endpoint, stop } = await startS3(options());
    const s3 = client(endpoint);
    await s3.send(new CreateBucketCommand({ Bucket: 'files' }));
    const keys = ['b/2', 'a', 'B', 'é', '😀', 'b/1', 'c', '￿', 'b'];
    for (const Key of [...keys, 'gone']) await s3.send(new PutObjectCommand({ Bucket: 'files', Key, Body: Key }));
    await s3.send(new DeleteObjectCommand({ Bucket: 'files', Key: 'gone' }));
    await s3.send(new PutObjectCommand({ Bucket: 'files', Key: 'a', Body: 'written again' }));
    const inOrder = ['B', 'a', 'b', 'b/1', 'b/2', 'c', 'é', '￿', '😀'];
    expect(await keysOf(s3, { MaxKeys: 2 })).toEqual(inOrder);
    expect(await keysOf(s3, { MaxKeys: 9 })).toEqual(inOrder);
    expect(await keysOf(s3, { Prefix: 'b', StartAfter: 'b/1' })).toEqual(['b/2']);
    expect(await keysOf(s3, { Prefix: 'b/', MaxKeys: 1 })).toEqual(['b/1', 'b/2']);
    expect(await keysOf(s3, { Prefix: 'x' })).toEqual([]);
    const folders = await s3.send(new ListObjectsV2Command({ Bucket: 'files', Delimiter: '/', Prefix: 'b' }));
    expect([folders.Contents?.map(({ Key }) => Key), folders.CommonPrefixes]).toEqual([['b'], [{ Prefix: 'b/' }]]);
    await expect(keysOf(s3, { Bucket: 'nowhere' })).rejects.toThrow(NoSuchBucket);
    await stop();
  });

  it('tells of each new object, with its size', async () => {
    const told: unknown[] = [];
    const store = await startS3({ created: (one) => void told.push(one) });
    const s3 = client(store.endpoint);
    await s3.send(new CreateBucketCommand({ Bucket: 'files' }));
    await s3.send(new PutObjectCommand({ ...object, Body: 'märz' }));
    expect(told).toEqual([{ bucket: object.Bucket, key: object.Key, size: 5 }]);
    await store.stop();
  });

  it('takes a large file in one request, and keeps it', async () => {
    const dataDirectory = join(directory, 'large');
    const first = await startS3({ dataDirectory });
    await client(first.endpoint).send(new CreateBucketCommand({ Bucket: 'files' }));
    const Body = Buffer.alloc(64 * 1024 ** 2, 'large');
    const { ETag } = await client(first.endpoint).send(new PutObjectCommand({ ...object, Body }));
    await first.stop();
    const second = await startS3({ dataDirectory });
    const read = await client(second.endpoint).send(new GetObjectCommand(object));
    expect([read.ETag, read.ContentLength]).toEqual([ETag, Body.length]);
    read.Body?.transformToWebStream().cancel();
    await second.stop();
  });

  it('listens on loopback only, and refuses what it would do wrong', async () => {
    const { endpoint, stop } = await startS3();
    expect(endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const query of ['tagging', 'versioning', 'notification', 'acl', 'policy']) {
      expect((await fetch(`${endpoint}/files?${query}`)).status).toBe(501);
    }
    const conditional = { method: 'PUT', body: 'x', headers: { 'If-None-Match': '*' } };
    expect((await fetch(`${endpoint}/files/key`, conditional)).status).toBe(501);
    await stop();
  });
});
