/** The direct client of the files tells a test what the SDK's would have told it. */

import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { s3Client } from '../../../src/adapters/aws/s3.ts';
import { UnavailableError } from '../../../src/foundation/errors.ts';
import { directEngine, type Engine, localAws } from '../../support/engine.ts';

let engine: Engine;
let sdk: S3Client;
beforeAll(async () => {
  engine = await directEngine();
  sdk = s3Client({ ...localAws, endpoint: engine.endpoints.s3, forcePathStyle: true });
});
afterAll(async () => {
  sdk.destroy();
  await engine.stop();
});

const read = async (client: S3Client, Key: string) =>
  (await client.send(new GetObjectCommand({ Bucket: engine.bucket, Key }))).Body?.transformToString();

const keys = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((each) => !/[/\\.]/.test(each));

it('reads what the SDK wrote, and writes what the SDK reads', () =>
  fc.assert(
    fc.asyncProperty(keys, fc.string({ unit: 'grapheme' }), async (name, text) => {
      const about = { Bucket: engine.bucket, Body: Buffer.from(text), ContentType: 'text/plain; charset=utf-8' };
      await engine.s3.send(new PutObjectCommand({ ...about, Key: `of/direct/${name}` }));
      await sdk.send(new PutObjectCommand({ ...about, Key: `of/sdk/${name}` }));
      for (const client of [engine.s3, sdk])
        for (const of of ['direct', 'sdk']) expect(await read(client, `of/${of}/${name}`)).toBe(text);
      const written = await sdk.send(new GetObjectCommand({ Bucket: engine.bucket, Key: `of/direct/${name}` }));
      expect(written.ContentType).toBe(about.ContentType);
    }),
    { numRuns: 30 },
  ));

it('says that a file is missing with the error of the SDK', async () => {
  for (const client of [engine.s3, sdk]) await expect(read(client, 'nothing')).rejects.toThrow(NoSuchKey);
});

it('leaves to the SDK what says more than which file it is', async () => {
  await engine.s3.send(new PutObjectCommand({ Bucket: engine.bucket, Key: 'part', Body: Buffer.from('whole') }));
  const ranged = new GetObjectCommand({ Bucket: engine.bucket, Key: 'part', Range: 'bytes=1-2' });
  expect(await (await engine.s3.send(ranged)).Body?.transformToString()).toBe('ho');
});

it('says that the service did not answer once it is gone', async () => {
  const gone = await directEngine();
  const get = () => gone.s3.send(new GetObjectCommand({ Bucket: gone.bucket, Key: 'nothing' }));
  await expect(get()).rejects.toThrow(NoSuchKey);
  await gone.stop();
  await expect(get()).rejects.toThrow(UnavailableError);
});
