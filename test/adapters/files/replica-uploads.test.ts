import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replicas } from '../../../src/adapters/files/replicas.ts';
import type { Replica } from '../../../src/domain/schedules/schedule.ts';
import { scope, type World, worldOver } from '../../e2e/schedules/world.ts';
import { everyCut } from '../../statemachines/interruption.ts';
import { type Engine, startEngine } from '../../support/engine.ts';

const mebibyte = 1024 ** 2;
const bounds = { largestCopy: 5 * mebibyte, partsAtOnce: 2 };
let engine: Engine;
let world: World;
beforeAll(async () => {
  engine = await startEngine();
  world = await worldOver(engine);
});
afterAll(() => engine?.stop());

/** Three parts, of which S3 takes none but the last below 5 MiB. */
const body = (letter: string) => Buffer.alloc(10 * mebibyte + 1, `${letter}bcdefg`);
const bodies = { a: body('a'), z: body('z') };

// whole files go past the SDK, which would hash each several times
const address = (bucket: string, key: string): string => `${engine.endpoints.s3}/${bucket}/${key}`;

const put = async (name: string, content: Buffer = bodies.a) => {
  const { status } = await fetch(address(scope, name), { method: 'PUT', body: content });
  expect(status).toBe(200);
  return { file: { scope, name }, replica: replicaNamed(name) };
};

const replicaNamed = (name: string): Replica => ({
  element: 'one',
  bucket: 'element-one',
  key: `toscanini-replicas/${scope}/${name}`,
});

const read = async ({ bucket, key }: Replica): Promise<Buffer> =>
  Buffer.from(await (await fetch(address(bucket, key))).arrayBuffer());

const uploadsTo = async ({ bucket: Bucket, key }: Replica) => {
  const { Uploads = [] } = await world.s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: key }));
  return Uploads.filter(({ Key }) => Key === key).map(({ UploadId }) => UploadId);
};

type File = Parameters<World['replicas']['advance']>[0];
type Advance = World['replicas']['advance'];

/** The step that is repeated until all is there; what a call answers is recorded, unless it died. */
const follow = async (advance: Advance, file: File, from: Replica, most = 20): Promise<Replica> => {
  let now = from;
  for (let calls = 0; !now.done && calls < most; calls++) now = await advance(file, now);
  return now;
};

/** A client whose process dies right after its n-th command took effect. */
const dying = (commands: number) => {
  const seen = { commands: 0 };
  const send = async (command: Parameters<S3Client['send']>[0]) => {
    if (seen.commands >= commands) throw new Error('the process is dead');
    const answer = await world.s3.send(command);
    seen.commands += 1;
    if (seen.commands === commands) throw new Error('the process died');
    return answer;
  };
  const client = new Proxy(world.s3, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) });
  return { client, isDead: () => seen.commands >= commands };
};

describe('a copy in parts', () => {
  it('is the same, and leaves no upload, wherever the process was killed', async () => {
    const { file } = await put('cut');
    const cuts = await everyCut(async (cut) => {
      const replica = replicaNamed(`cut-${cut}`);
      const { client, isDead } = dying(cut);
      const dies = replicas({ clientFor: () => client, ...bounds });
      let recorded = replica;
      const remember: Advance = async (...given) => {
        recorded = await dies.advance(...given);
        return recorded;
      };
      await follow(remember, file, replica).catch((error: unknown) => {
        if (!isDead()) throw error;
      });
      if (!isDead()) return false;
      const lives = replicas({ clientFor: () => world.s3, ...bounds });
      expect(await follow(lives.advance, file, recorded), `cut ${cut}`).toEqual({ ...replica, done: true });
      expect((await read(replica)).equals(bodies.a), `cut ${cut}`).toBe(true);
      expect(await uploadsTo(replica), `cut ${cut}`).toEqual([]);
      return true;
    });
    expect(cuts).toBeGreaterThan(10);
  });

  it('begins anew, and gives up what there was, when its source is overwritten meanwhile', async () => {
    const { file, replica } = await put('overwritten');
    const { advance } = replicas({ clientFor: () => world.s3, ...bounds });
    const half = await follow(advance, file, replica, 2);
    expect(half.upload?.parts).toHaveLength(2);
    await put('overwritten', bodies.z);
    const next = await advance(file, half);
    expect(next.upload).toMatchObject({ parts: [] });
    expect(await uploadsTo(replica)).toEqual([next.upload?.id]);
    await follow(advance, file, next);
    expect((await read(replica)).equals(bodies.z)).toBe(true);
    expect(await uploadsTo(replica)).toEqual([]);
  });

  it('of two schedules at once is one copy, and no upload is left', async () => {
    const { file, replica } = await put('shared');
    const { advance } = replicas({ clientFor: () => world.s3, ...bounds });
    let [one, other]: [Replica, Replica] = [replica, replica];
    for (let calls = 0; calls < 20 && !(one.done && other.done); calls++)
      [one, other] = await Promise.all([advance(file, one), advance(file, other)]);
    expect([one, other]).toEqual([
      { ...replica, done: true },
      { ...replica, done: true },
    ]);
    expect((await read(replica)).equals(bodies.a)).toBe(true);
    expect(await uploadsTo(replica)).toEqual([]);
  });

  it('that is given up leaves neither its upload nor those that nobody recorded, and others alone', async () => {
    const { file, replica } = await put('given-up');
    const store = replicas({ clientFor: () => world.s3, ...bounds });
    await follow(store.advance, file, replica, 2);
    const begin = (Key: string) => world.s3.send(new CreateMultipartUploadCommand({ Bucket: replica.bucket, Key }));
    await begin(replica.key);
    const { UploadId } = await begin(`${replica.key}-other`);
    await store.abandon(replica);
    await store.abandon(replica);
    expect(await uploadsTo(replica)).toEqual([]);
    expect(await uploadsTo({ ...replica, key: `${replica.key}-other` })).toEqual([UploadId]);
  });

  it('is refused as a copy when what stands there has not its size or mark', async () => {
    const { file, replica } = await put('forged');
    const { advance } = replicas({ clientFor: () => world.s3, ...bounds });
    let now = await follow(advance, file, replica, 3); // all parts are there
    const Key = { Bucket: replica.bucket, Key: replica.key, UploadId: now.upload?.id, PartNumber: 1 };
    const forged = await world.s3.send(new UploadPartCommand({ ...Key, Body: Buffer.alloc(6 * mebibyte) }));
    const [, ...parts] = now.upload?.parts ?? [];
    if (now.upload) now = { ...now, upload: { ...now.upload, parts: [forged.ETag ?? '', ...parts] } };
    await expect(advance(file, now)).rejects.toMatchObject({
      name: 'ReplicationFailedError',
      message: expect.stringContaining('differs from the file'),
    });
  });
});
