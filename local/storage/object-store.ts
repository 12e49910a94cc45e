/**
 * The objects of fauxqs where it has written them: in its SQLite file. fauxqs itself keeps a record of each object in memory, reads
 * them all at its start, and lists keys in another order than S3, so that objects are on none of the pages that follow each other
 * (findings/s3-emulator-loses-keys-between-pages.sh). Its parts are not exported; the version is pinned, and tests restart the store.
 */

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

interface StoredObject {
  readonly key: string;
}

/** What fauxqs's own store has, as far as this needs it. */
export interface ObjectStore {
  buckets: Map<string, Objects>;
  listObjects(bucket: string, request?: ListRequest): Listed;
}

export interface Persistence {
  readonly db: DatabaseSync;
  readonly stmts: { readonly loadObjectsMeta: StatementSync };
  loadS3Buckets(store: ObjectStore): void;
  loadS3BucketLifecycleConfigurations(store: ObjectStore): void;
  loadS3Objects(store: Restoring): void;
  loadS3MultipartUploads(store: ObjectStore): void;
}

interface Restoring {
  restoreObject(bucket: string, object: StoredObject): void;
}

/** The part of a Map that fauxqs uses for the objects of a bucket. */
type Objects = Pick<Map<string, StoredObject>, 'get' | 'has' | 'clear' | 'size' | 'values'> & {
  set(key: string, object: StoredObject): unknown;
  delete(key: string): unknown;
};

interface ListRequest {
  readonly prefix?: string;
  readonly delimiter?: string;
  readonly maxKeys?: number;
  readonly startAfter?: string;
  readonly marker?: string;
}

interface Listed {
  readonly objects: readonly StoredObject[];
  readonly commonPrefixes: readonly string[];
  readonly isTruncated: boolean;
}

/** Lists as S3 does: by the bytes of the keys. */
export const listByBytes = (store: ObjectStore): void => {
  const ofFauxqs = store.listObjects.bind(store);
  store.listObjects = (bucket, request = {}) => {
    const objects = store.buckets.get(bucket);
    if (objects === undefined) return ofFauxqs(bucket, request); // its refusal
    const after = request.startAfter || request.marker || '';
    const inOrder = objects instanceof RowsOfBucket ? objects.from(laterOf(request.prefix, after)) : sorted(objects);
    return pageOf(inOrder, request, after);
  };
};

/** Objects that are rows of the file, and nothing in memory. */
export const keepInRows = (store: ObjectStore, persistence: Persistence): void => {
  const buckets = store.buckets;
  const rows = new Rows(persistence);
  buckets.set = (name) => Map.prototype.set.call(buckets, name, new RowsOfBucket(rows, name)) as typeof buckets;
  persistence.loadS3Buckets(store);
  persistence.loadS3BucketLifecycleConfigurations(store);
  persistence.loadS3MultipartUploads(store);
};

const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const laterOf = (one = '', other = ''): string => (byBytes(one, other) > 0 ? one : other);

const sorted = (objects: Objects): Iterable<StoredObject> =>
  [...objects.values()].sort((one, other) => byBytes(one.key, other.key));

const pageOf = (
  inOrder: Iterable<StoredObject>,
  { prefix = '', delimiter = '', maxKeys = 1000 }: ListRequest,
  after: string,
): Listed => {
  const objects: StoredObject[] = [];
  const common = new Set<string>();
  const page = (isTruncated: boolean): Listed => ({ objects, commonPrefixes: [...common], isTruncated });
  for (const object of inOrder) {
    const { key } = object;
    if (byBytes(key, after) <= 0 || byBytes(key, prefix) < 0) continue;
    if (!key.startsWith(prefix)) break;
    const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const shared = at < 0 ? undefined : key.slice(0, at + delimiter.length);
    if (shared !== undefined && (common.has(shared) || byBytes(shared, after) <= 0)) continue;
    if (objects.length + common.size >= maxKeys) return page(true);
    if (shared === undefined) objects.push(object);
    else common.add(shared);
  }
  return page(false);
};

/** SQLite compares texts by their bytes in UTF-8, as S3 does. */
class Rows {
  readonly #persistence: Persistence;
  readonly #one: StatementSync;
  readonly #from: StatementSync;
  readonly #count: StatementSync;

  constructor(persistence: Persistence) {
    const { db, stmts } = persistence;
    this.#persistence = persistence;
    this.#one = db.prepare(`${stmts.loadObjectsMeta.sourceSQL} WHERE bucket = ? AND key = ?`);
    this.#from = db.prepare(`${stmts.loadObjectsMeta.sourceSQL} WHERE bucket = ? AND key >= ? ORDER BY key`);
    this.#count = db.prepare('SELECT count(*) AS count FROM s3_objects WHERE bucket = ?');
  }

  one(bucket: string, key: string): StoredObject | undefined {
    return this.#read(this.#one.all(bucket, key))[0];
  }

  *from(bucket: string, key: string): Generator<StoredObject> {
    for (const row of this.#from.iterate(bucket, key)) yield* this.#read([row]);
  }

  count(bucket: string): number {
    return Number(this.#count.get(bucket)?.['count']);
  }

  /** Read by fauxqs, without the body. */
  #read(rows: readonly Record<string, SQLInputValue>[]): readonly StoredObject[] {
    const read: StoredObject[] = [];
    const those = { stmts: { loadObjectsMeta: { all: () => rows } } } as unknown as Persistence;
    this.#persistence.loadS3Objects.call(those, { restoreObject: (_, object) => read.push(object) });
    return read;
  }
}

/** fauxqs writes and deletes the row itself, beside each call of `set`, `delete` and `clear`. */
class RowsOfBucket implements Objects {
  readonly #rows: Rows;
  readonly #bucket: string;

  constructor(rows: Rows, bucket: string) {
    this.#rows = rows;
    this.#bucket = bucket;
  }

  get = (key: string): StoredObject | undefined => this.#rows.one(this.#bucket, key);
  has = (key: string): boolean => this.get(key) !== undefined;
  from = (key: string): Iterable<StoredObject> => this.#rows.from(this.#bucket, key);
  values = (): MapIterator<StoredObject> => this.#rows.from(this.#bucket, '');
  set = (): void => undefined;
  delete = (): void => undefined;
  clear = (): void => undefined;

  get size(): number {
    return this.#rows.count(this.#bucket);
  }
}
