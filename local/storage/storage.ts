/** The two stores of the cloud on a laptop: dynoxide replaces DynamoDB, fauxqs replaces S3. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { buildApp } from 'fauxqs';
import { wordsOf } from '../machine/laptop-error.ts';
import type { CreatedObject } from './created-object.ts';
import { type Dynoxide, EngineMissingError, keepAlive, runDynoxide } from './dynoxide.ts';
import { keepInRows, listByBytes, type ObjectStore, type Persistence } from './object-store.ts';
import { objectsInProcess, routesInProcess } from './objects-in-process.ts';
import { acceptLargeBodies, listUploads } from './s3-gaps.ts';

/** A store that listens on loopback. */
export interface Store {
  readonly endpoint: string;
  /** false: an engine that somebody else has started */
  readonly isOwn: boolean;
  stop(): Promise<void>;
}

/** Read once, before a local run sets the same variable to its own store for the handlers. */
const otherDynamoDb = process.env['AWS_ENDPOINT_URL_DYNAMODB'];

export interface DynamoDbOptions {
  /** absent: the data is lost when it stops */
  readonly dataFile?: string;
  /** called when the engine of a data file has died and cannot be restarted */
  readonly lost?: (error: Error) => void;
}

/**
 * Starts dynoxide as a child process on a free port of 127.0.0.1. With a data file it is restarted when it dies. When
 * AWS_ENDPOINT_URL_DYNAMODB was set at the start, that engine is used and nothing is started.
 */
export const startDynamoDb = async ({ dataFile, lost }: DynamoDbOptions = {}): Promise<Store> => {
  if (otherDynamoDb) return { endpoint: otherDynamoDb, isOwn: false, stop: async () => {} };
  const { port, dynoxide } = await onFreePort(dataFile);
  const stop = dataFile ? keepAlive(dynoxide, () => runDynoxide(port, dataFile), lost) : dynoxide.stop;
  return { endpoint: `http://127.0.0.1:${port}`, isOwn: true, stop };
};

const onFreePort = async (dataFile?: string): Promise<{ port: number; dynoxide: Dynoxide }> => {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { port, dynoxide: await runDynoxide(port, dataFile) };
    } catch (cause) {
      // another process can take the port between our check and the engine's bind
      const said = wordsOf(cause);
      if (attempt < 3 && said.includes('in use')) continue;
      if (cause instanceof EngineMissingError) throw cause;
      throw new Error(`dynoxide did not start: ${said}`, { cause });
    }
  }
};

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1');
  return address.port;
};

/**
 * Features that fauxqs accepts but gets wrong: tagging, for example, overwrites the object. A refusal is better than wrong
 * data.
 */
const unsupported = ['tagging', 'versioning', 'versions', 'notification', 'acl', 'policy'];

export interface S3Options {
  /** directory of the SQLite file with the objects; absent: they are lost when it stops */
  readonly dataDirectory?: string;
  /** called for each new object before its PUT is answered */
  readonly created?: (object: CreatedObject) => void;
}

/** A store in this process, which answers without HTTP too. */
export type ObjectStorage = Store & ReturnType<typeof objectsInProcess> & ReturnType<typeof routesInProcess>;

/** Starts fauxqs inside this process on a free port of 127.0.0.1. */
export const startS3 = async ({ dataDirectory, created }: S3Options = {}): Promise<ObjectStorage> => {
  const { stores, close } = await makeStores(dataDirectory);
  const app = buildApp({ logger: false, stores });
  app.addHook('onRequest', async ({ method, headers, query }, reply) => {
    const unsupportedQuery = Object.keys(query as object).find((name) => unsupported.includes(name));
    const conditional = method === 'PUT' && (headers['if-match'] ?? headers['if-none-match']) !== undefined;
    if (unsupportedQuery || conditional)
      await reply.code(501).send(notImplemented(unsupportedQuery ?? 'conditional put'));
  });
  acceptLargeBodies(app);
  listUploads(app, stores.s3Store);
  if (created)
    app.addHook('onSend', async (request, reply) => {
      const object = reply.statusCode === 200 ? createdBy(request) : undefined;
      if (object) created({ ...object, size: stores.s3Store.headObject(object.bucket, object.key).contentLength });
    });
  app.addHook('onClose', async () => close());
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
  const inProcess = { ...objectsInProcess(stores.s3Store, created), ...routesInProcess(app) };
  return { endpoint, isOwn: true, stop: () => app.close(), ...inProcess };
};

interface S3Request {
  readonly method: string;
  readonly params: unknown;
  readonly query: unknown;
}

/** The object that a successful request made: a PUT of an object or a copy, or the completion of a multipart upload. */
const createdBy = ({ method, params, query }: S3Request): Omit<CreatedObject, 'size'> | undefined => {
  const { bucket, '*': key } = params as { readonly bucket?: string; readonly '*'?: string };
  const isOfUpload = 'uploadId' in (query as object);
  if (!bucket || !key || isOfUpload !== (method === 'POST') || !['PUT', 'POST'].includes(method)) return undefined;
  return { bucket, key };
};

const notImplemented = (what: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>NotImplemented</Code><Message>the local S3 has no ${what}</Message></Error>`;

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;
type Writer = NonNullable<Stores['s3Store']['persistence']>;

/**
 * Does what fauxqs's own `startFauxqs({ dataDir })` does. That function cannot be used because it listens on every
 * interface. The parts are not exported, so they are loaded by path. The version is pinned, and a test restarts the store.
 */
const makeStores = async (dataDirectory?: string): Promise<{ stores: Stores; close(): void }> => {
  const { S3Store } = await fauxqsPart<{ S3Store: new () => Stores['s3Store'] }>('s3/s3Store.js');
  const { SqsStore } = await fauxqsPart<{ SqsStore: new () => Stores['sqsStore'] }>('sqs/sqsStore.js');
  const { SnsStore } = await fauxqsPart<{ SnsStore: new () => Stores['snsStore'] }>('sns/snsStore.js');
  const stores = { s3Store: new S3Store(), sqsStore: new SqsStore(), snsStore: new SnsStore() };
  listByBytes(stores.s3Store as unknown as ObjectStore);
  return { stores, close: dataDirectory === undefined ? () => {} : await persist(stores, dataDirectory) };
};

/** Keeps the objects in a file. Returns the function that closes it. */
const persist = async ({ s3Store }: Stores, dataDirectory: string): Promise<() => void> => {
  const { PersistenceManager } = await fauxqsPart<{
    PersistenceManager: new (directory: string) => Persistence & Writer;
  }>('persistence.js');
  const persistence = new PersistenceManager(dataDirectory);
  // like the laptop's other files: a killed process loses nothing, and no write waits for the disk
  persistence.db.exec('PRAGMA synchronous = NORMAL');
  keepInRows(s3Store as unknown as ObjectStore, persistence);
  s3Store.persistence = persistence;
  return () => persistence.close();
};

const fauxqsPart = async <Part>(path: string): Promise<Part> =>
  (await import(/* @vite-ignore */ new URL(path, import.meta.resolve('fauxqs')).href)) as Part;
