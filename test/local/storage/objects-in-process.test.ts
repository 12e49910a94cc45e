/** Whole objects without HTTP are the same objects as with it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answeredInProcess } from '../../../local/direct/aws.ts';
import type { CreatedObject } from '../../../local/storage/created-object.ts';
import { type ObjectStorage, startS3 } from '../../../local/storage/storage.ts';
import { s3Client } from '../../../src/adapters/aws/s3.ts';
import { localAws } from '../../support/engine.ts';

const Bucket = 'files';
const dataDirectory = mkdtempSync(join(tmpdir(), 'objects-'));
const created: CreatedObject[] = [];
let store: ObjectStorage;
let client: S3Client;

const start = async (): Promise<void> => {
  store = await startS3({ dataDirectory, created: (object) => created.push(object) });
  client = s3Client({ ...localAws, endpoint: store.endpoint, forcePathStyle: true });
};
const stop = async (): Promise<void> => {
  client.destroy();
  await store.stop();
};
beforeAll(async () => {
  await start();
  await client.send(new CreateBucketCommand({ Bucket }));
});
afterAll(async () => {
  await stop();
  rmSync(dataDirectory, { recursive: true });
});

const pathOf = (key: string): string => `/${Bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
const put = (key: string, body: Buffer, type?: string) =>
  store.request({ method: 'PUT', path: pathOf(key), body, ...(type && { headers: { 'content-type': type } }) });
const get = (key: string) => store.request({ method: 'GET', path: pathOf(key) });

const keys = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((each) => !/[/\\.]/.test(each));

it('keeps what HTTP reads, and reads what HTTP has written', () =>
  fc.assert(
    fc.asyncProperty(keys, fc.uint8Array(), async (name, bytes) => {
      created.length = 0;
      const Body = Buffer.from(bytes);
      expect(await put(`in/${name}`, Body, 'text/x')).toMatchObject({ status: 200 });
      await client.send(new PutObjectCommand({ Bucket, Key: `by/${name}`, Body, ContentType: 'text/x' }));
      const [one, other] = [`in/${name}`, `by/${name}`];
      expect(created).toEqual([one, other].map((key) => ({ bucket: Bucket, key, size: Body.length })));
      const heads = await Promise.all([one, other].map((Key) => client.send(new HeadObjectCommand({ Bucket, Key }))));
      const [mine, theirs] = heads.map(({ ETag, ContentLength, ContentType }) => [ETag, ContentLength, ContentType]);
      expect(mine).toEqual(theirs);
      const read = await client.send(new GetObjectCommand({ Bucket, Key: one }));
      expect(Buffer.from((await read.Body?.transformToByteArray()) ?? [])).toEqual(Body);
      expect(await get(other)).toEqual({ status: 200, body: Body });
    }),
    { numRuns: 20 },
  ));

it('keeps it over a restart', async () => {
  await put('kept', Buffer.from('text'));
  await stop();
  await start();
  expect(`${(await get('kept')).body}`).toBe('text');
});

it('refuses as HTTP does', async () => {
  const refused = async (path: string) => {
    const [direct, byHttp] = [await store.request({ method: 'GET', path }), await fetch(`${store.endpoint}${path}`)];
    const code = /<Code>.*<\/Code>/.exec(await byHttp.text())?.[0];
    expect({ status: direct.status, code: `${direct.body}` }).toEqual({ status: byHttp.status, code });
    return code;
  };
  expect(await refused(`/${Bucket}/nothing`)).toContain('NoSuchKey');
  expect(await refused('/no-bucket/nothing')).toContain('NoSuchBucket');
  expect(await store.request({ method: 'PUT', path: '/no-bucket/a', body: 'a' })).toMatchObject({ status: 404 });
});

/** A client whose requests stay in the process. */
const ledClient = (): S3Client =>
  s3Client({
    ...{ ...localAws, endpoint: store.endpoint, forcePathStyle: true },
    extensions: [answeredInProcess([{ url: store.endpoint, answer: store.answer, takes: store.takes }])] as never[],
  });

it('says what an object is, and copies it, as HTTP does', async () => {
  const led = ledClient();
  const Key = 'größe/a b+c';
  await client.send(
    new PutObjectCommand({ Bucket, Key, Body: 'text', ContentType: 'text/x', Metadata: { one: 'two' } }),
  );
  const CopySource = `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`;
  const seen = async (by: S3Client, to: string) => {
    created.length = 0;
    const { CopyObjectResult } = await by.send(new CopyObjectCommand({ Bucket, Key: to, CopySource }));
    const { $metadata, LastModified, ...head } = await by.send(new HeadObjectCommand({ Bucket, Key: to }));
    const missing = await by
      .send(new HeadObjectCommand({ Bucket, Key: 'nothing' }))
      .catch(({ name, $metadata: { httpStatusCode } }) => ({ name, httpStatusCode }));
    return { etag: CopyObjectResult?.ETag, head, missing, created: created.map(({ size }) => size) };
  };
  const byHttp = await seen(client, 'by-http');
  expect(byHttp).toMatchObject({ head: { ContentLength: 4, Metadata: { one: 'two' } }, created: [4] });
  expect(await seen(led, 'led')).toEqual(byHttp);
  led.destroy();
});

it('copies a part of an upload, which is no object before its end', async () => {
  const led = ledClient();
  await client.send(new PutObjectCommand({ Bucket, Key: 'whole', Body: 'text' }));
  created.length = 0;
  const target = { Bucket, Key: 'in-parts' };
  const { UploadId } = await led.send(new CreateMultipartUploadCommand(target));
  const part = { ...target, UploadId, PartNumber: 1, CopySource: `${Bucket}/whole` };
  const { CopyPartResult: { ETag } = {} } = await led.send(new UploadPartCopyCommand(part));
  await expect(led.send(new HeadObjectCommand(target))).rejects.toMatchObject({ name: 'NotFound' });
  expect(created).toEqual([]);
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await led.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
  expect(`${(await get('in-parts')).body}`).toBe('text');
  expect(created).toEqual([{ bucket: Bucket, key: 'in-parts', size: 4 }]);
  led.destroy();
});
