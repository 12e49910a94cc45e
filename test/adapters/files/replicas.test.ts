import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replicas } from '../../../src/adapters/files/replicas.ts';
import type { Replica } from '../../../src/domain/schedules/schedule.ts';
import { scope, type World, worldOver } from '../../e2e/schedules/world.ts';
import { type Engine, startEngine } from '../../support/engine.ts';

const mebibyte = 1024 ** 2;
let engine: Engine;
let world: World;
beforeAll(async () => {
  engine = await startEngine();
  world = await worldOver(engine, 5 * mebibyte);
});
afterAll(() => engine?.stop());

const headers = {
  ContentType: 'text/csv',
  ContentEncoding: 'gzip',
  ContentLanguage: 'it',
  ContentDisposition: 'attachment',
  CacheControl: 'no-cache',
};

const put = async (name: string, body: string | Uint8Array) => {
  const object = { Bucket: scope, Key: name, Body: body, Metadata: { run: '7' }, ...headers };
  await world.s3.send(new PutObjectCommand(object));
  const replica: Replica = { element: 'one', bucket: 'element-one', key: `toscanini-replicas/${scope}/${name}` };
  return { file: { scope, name }, replica };
};

const read = async ({ bucket, key }: Replica): Promise<Uint8Array> => {
  const { Body } = await world.s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
};

describe('a replica', () => {
  it('is a copy, whatever characters are in the name, with metadata and headers of its source', async () => {
    const { file, replica } = await put('a b/é+%25/日本?#.root', 'content');
    expect(await world.replicas.advance(file, replica)).toEqual({ ...replica, done: true });
    expect(Buffer.from(await read(replica)).toString()).toBe('content');
    const head = await world.s3.send(new HeadObjectCommand({ Bucket: replica.bucket, Key: replica.key }));
    expect(head).toMatchObject({ Metadata: { run: '7' }, ...headers });
  });

  it('is made once, and made again when its source was overwritten', async () => {
    const { file, replica } = await put('again', 'first');
    await world.replicas.advance(file, replica);
    const head = () => world.s3.send(new HeadObjectCommand({ Bucket: replica.bucket, Key: replica.key }));
    const before = await head();
    await world.replicas.advance(file, replica);
    expect((await head()).LastModified).toEqual(before.LastModified);
    await put('again', 'other');
    await world.replicas.advance(file, replica);
    expect(Buffer.from(await read(replica)).toString()).toBe('other');
  });

  it('of a large file is made in parts, a few at each call, from where the call before ended', async () => {
    const body = Buffer.alloc(9 * mebibyte, 'abcdefg');
    const { file, replica } = await put('large', body);
    const few = replicas({ clientFor: () => world.s3, largestCopy: 5 * mebibyte, partsAtOnce: 1 });
    const parts: number[] = [];
    let now: Replica = replica;
    while (!now.done) {
      now = await few.advance(file, now);
      parts.push(now.upload?.parts.length ?? -1);
    }
    expect(parts).toEqual([0, 1, 2, -1]);
    const head = await world.s3.send(new HeadObjectCommand({ Bucket: replica.bucket, Key: replica.key }));
    expect(head).toMatchObject({ Metadata: { run: '7' }, ...headers });
    expect(Buffer.from(await read(replica)).equals(body)).toBe(true);
  });

  it('is there already where the file itself is', async () => {
    const { file } = await put('here', 'x');
    const own = { element: 'own', bucket: scope, key: 'here' };
    expect(await world.replicas.advance(file, own)).toEqual({ ...own, done: true });
  });

  it('of a file that is gone cannot be made, and says so', async () => {
    const { replica } = await put('gone', 'x');
    const attempt = world.replicas.advance({ scope, name: 'never was' }, replica);
    await expect(attempt).rejects.toMatchObject({
      name: 'ReplicationFailedError',
      message: expect.stringContaining('no longer exists'),
    });
  });
});
