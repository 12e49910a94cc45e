import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { s3Client } from '../../../src/adapters/aws/s3.ts';
import { files } from '../../../src/adapters/files/files.ts';
import type { DeclaredOutput, StoredRanking } from '../../../src/domain/deployments/record/stored-ranking.ts';
import type { Candidate } from '../../../src/domain/providers/ports.ts';
import { nothing } from '../../../src/domain/quotas/amounts.ts';
import { NotFoundError, UnavailableError } from '../../../src/foundation/errors.ts';
import { type Engine, localAws, startEngine } from '../../support/engine.ts';

let engine: Engine;
const store = () => files({ client: engine.s3, bucket: engine.bucket });

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

describe('templates', () => {
  it('are given back as they came, one for each operation', async () => {
    await store().putTemplate('t1', 'create', 'größe: 1\r\n');
    await store().putTemplate('t1', 'update', '');
    expect(await store().getTemplate('t1', 'create')).toBe('größe: 1\r\n');
    expect(await store().getTemplate('t1', 'update')).toBe('');
  });

  it('that are not there are not found', async () => {
    await expect(store().getTemplate('t1', 'other')).rejects.toThrow(NotFoundError);
  });

  it('are texts in UTF-8 for whoever opens them', async () => {
    await store().putTemplate('t2', 'create', 'größe');
    const at = { Bucket: engine.bucket, Key: 'templates/t2/create' };
    expect(await engine.s3.send(new HeadObjectCommand(at))).toMatchObject({
      ContentType: 'text/plain; charset=utf-8',
      ContentLength: 7,
    });
  });
});

describe('a ranking', () => {
  // every member, so that none is forgotten on the way; sizes are read only before it is stored
  const candidate: Required<Omit<Candidate, 'flavors'>> = {
    ...{ id: 'a', name: 'A', score: 'priority 1', blueprint: '{}' },
    edits: [{ node: 'web', path: ['capabilities'], value: { x: [1, null] } }],
    empty: { url: 'it never gets one' },
    cost: {
      ...{ currency: 'USD', hourly: 0.1, monthly: 73, pricesOf: '2026-11-22', region: 'us-east-1' },
      items: [
        { name: 'Web', node: 'web', what: 't3.small', hourly: 0.09, whileRunning: true },
        { name: 'Balancer', what: 'a load balancer', hourly: 0.01 },
      ],
      ...{ leftOut: ['taxes'], unpriced: ['db'] },
    },
    use: { running: { ...nothing, jobs: 1 }, standing: nothing, starts: 1, unknown: ['hourly'] },
  };
  const declared: Required<DeclaredOutput> = {
    ...{ name: 'url', value: { get_attribute: ['web', 'address'] }, deferred: true, type: 'integer' },
  };
  const ranking = {
    candidates: [candidate],
    dropped: [{ id: 'b', name: 'B', reason: 'it is full' }],
    notes: ['one did not answer'],
  };

  it('is given back with all that was decided, and with what removes and what is unknown yet', async () => {
    const outputs = [declared, { name: 'none', value: null, deferred: false }];
    const sent = [
      { node: 'web', path: ['count'], value: 0 },
      { node: 'web', path: ['removal_list'] },
    ];
    const mends = [
      { resource: 'r1', node: 'web', how: 'altered' as const, part: '0', wanted: { 'cpu.count': '2' } },
      { resource: 'r2', node: 'web', how: 'remade' as const },
    ];
    const ofStack = {
      ...{ comparing: 'one', proving: 'two', provingSince: '2026-11-28T00:00:00.000Z', leaves: ['r3'] },
      reverts: [{ part: 'Web (AWS::EC2::Instance)', is: 'missing' as const, node: 'web' }],
    };
    const read = { secretOutputs: [], injection: { clusters: [], tagged: [] }, asked: {}, altered: [] };
    const decided = { ...read, translation: 'in 1.3', mayMove: true as const, sent, mends, strangers: ['7'] };
    // every member there is: one that the schema forgets would be lost without a word
    const kept: Required<StoredRanking> = { ...ranking, outputs, ...decided, ...ofStack };
    await store().putRanking('k1', 'update', kept);
    expect(await store().findRanking('k1', 'update')).toEqual(kept);
    expect(await store().findRanking('k1', 'other')).toBeUndefined();
  });

  it('that release 0.1.0 stored is read', async () => {
    const stored = { ...ranking, outputs: [] };
    const Body = JSON.stringify(stored);
    await engine.s3.send(new PutObjectCommand({ Bucket: engine.bucket, Key: 'templates/k2/create.ranking', Body }));
    expect(await store().findRanking('k2', 'create')).toEqual(stored);
  });
});

describe('a log', () => {
  it('is empty before anything was written', async () => {
    expect(await store().readLog('l0')).toBe('');
  });

  it('joins its pieces by name, a repeated one once', async () => {
    await store().appendLog('l1', '0002-0000000100', 'second\n');
    await store().appendLog('l1', '0001-0000000000', 'first: märz\n');
    await store().appendLog('l1', '0002-0000000100', 'second\n');
    await store().appendLog('l10', '0001', 'of another deployment\n');
    expect(await store().readLog('l1')).toBe('first: märz\nsecond\n');
  });

  it('is read and removed whole when one listing does not show all its pieces', async () => {
    const names = Array.from({ length: 35 }, (_, index) => String(index).padStart(6, '0'));
    await Promise.all(names.map((name) => store().appendLog('long', name, `${name}\n`)));
    const short = files({ client: listingTen(), bucket: engine.bucket });
    expect(await short.readLog('long')).toBe(names.map((name) => `${name}\n`).join(''));
    await short.remove('long');
    expect(await store().readLog('long')).toBe('');
  });
});

/** S3 lists 1,000 keys at a time; this lists ten. */
const listingTen = () => {
  const client = s3Client({ ...localAws, endpoint: engine.endpoints.s3 });
  client.middlewareStack.add(
    (next, { commandName }) =>
      (request) =>
        next(
          commandName === 'ListObjectsV2Command' ? { ...request, input: { ...request.input, MaxKeys: 10 } } : request,
        ),
    { step: 'initialize' },
  );
  return client;
};

const queued = { url: '', body: '', deploymentId: 'd', about: 'CREATE_COMPLETE', sequence: 1 };

describe('notifications', () => {
  it('are given back as they came', async () => {
    const notification = { ...queued, scheduleId: 's', url: 'https://receiver.example.org/?a=b', body: '{"uuid":"1"}' };
    await store().putNotification('n1', notification);
    await store().putNotification('n1', notification);
    expect(await store().getNotification('n1')).toEqual(notification);
  });

  it('that expired are not found', async () => {
    await expect(store().getNotification('n2')).rejects.toThrow(NotFoundError);
  });
});

describe('removing the files of a deployment', () => {
  it('takes template and log, leaves others and notifications, and may be repeated', async () => {
    await store().putTemplate('r1', 'create', 'mine');
    await store().appendLog('r1', '0001', 'mine');
    await store().putTemplate('r12', 'create', 'of another');
    await store().putNotification('r1', { ...queued, url: 'https://receiver.example.org/' });
    await store().remove('r1');
    await store().remove('r1');
    await expect(store().getTemplate('r1', 'create')).rejects.toThrow(NotFoundError);
    expect(await store().readLog('r1')).toBe('');
    expect(await store().getTemplate('r12', 'create')).toBe('of another');
    expect((await store().getNotification('r1')).body).toBe('');
  });

  it('takes the tokens of the deployment, and of no other', async () => {
    const send = engine.s3.send.bind(engine.s3);
    const at = { Bucket: engine.bucket };
    for (const Key of ['tokens/r2/refresh', 'tokens/r22/refresh']) {
      await send(new PutObjectCommand({ ...at, Key, Body: 'sealed' }));
    }
    await store().remove('r2');
    const { Contents = [] } = await send(new ListObjectsV2Command({ ...at, Prefix: 'tokens/' }));
    expect(Contents.map(({ Key }) => Key)).toEqual(['tokens/r22/refresh']);
  });

  it('says so when S3 kept some', async () => {
    const { client, mock } = fakeS3();
    mock.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'templates/x/1' }] });
    mock.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'templates/x/1', Code: 'InternalError' }] });
    await expect(files({ client, bucket: 'b' }).remove('x')).rejects.toThrow(UnavailableError);
  });
});

describe('what cannot be read', () => {
  // an empty text would be taken for a ranking or a log that was never written
  it.each<[string, (of: ReturnType<typeof files>) => Promise<unknown>]>([
    ['a template', (of) => of.getTemplate('x', 'create')],
    ['a ranking', (of) => of.findRanking('x', 'create')],
    ['a log', (of) => of.readLog('x')],
    ['a notification', (of) => of.getNotification('x')],
  ])('is an error, and not taken for nothing: %s', async (_, read) => {
    const { client, mock } = fakeS3();
    mock.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'logs/x/1' }] });
    mock.on(GetObjectCommand).rejects(new Error('access denied'));
    await expect(read(files({ client, bucket: 'b' }))).rejects.toThrow('access denied');
  });

  it('makes S3 unavailable when the text breaks off', async () => {
    const { client, mock } = fakeS3();
    const broken = () => Promise.reject(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    mock.on(GetObjectCommand).resolves({ Body: { transformToString: broken } as never });
    await expect(files({ client, bucket: 'b' }).getTemplate('x', 'create')).rejects.toThrow(UnavailableError);
  });
});

describe('a log whose piece was removed since it was listed', () => {
  it('is read without it', async () => {
    const { client, mock } = fakeS3();
    mock.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'logs/x/1' }, { Key: 'logs/x/2' }] });
    mock.on(GetObjectCommand, { Key: 'logs/x/1' }).rejects(new NoSuchKey({ message: '', $metadata: {} }));
    mock
      .on(GetObjectCommand, { Key: 'logs/x/2' })
      .resolves({ Body: { transformToString: async () => 'two' } as never });
    expect(await files({ client, bucket: 'b' }).readLog('x')).toBe('two');
  });
});

describe('removing nothing', () => {
  it('sends no deletion, which S3 would refuse', async () => {
    const { client, mock } = fakeS3();
    mock.on(ListObjectsV2Command).resolves({});
    await files({ client, bucket: 'b' }).remove('x');
    expect(mock.commandCalls(DeleteObjectsCommand)).toEqual([]);
  });
});

describe('a template that S3 refuses', () => {
  it('is an error as S3 gave it', async () => {
    const { client, mock } = fakeS3();
    mock.on(PutObjectCommand).rejects(new Error('access denied'));
    await expect(files({ client, bucket: 'b' }).putTemplate('x', '1', '')).rejects.toThrow('access denied');
  });
});

const fakeS3 = () => {
  const client = Object.create(engine.s3) as Engine['s3'];
  return { client, mock: mockClient(client) };
};
