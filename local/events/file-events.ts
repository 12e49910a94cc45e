/**
 * S3's notifications and SQS on a laptop: a notification waits in a file until its function has handled it. When it fails
 * as often as the queue allows it becomes a dead letter, until `npm run tool redrive` brings it back.
 */

import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Functions } from '../functions/functions.ts';
import type { CreatedObject } from '../storage/created-object.ts';
import type { FileQueue } from '../template/cloud.ts';
import { region } from '../template/names.ts';

export interface Notifications {
  /** Keeps the notification. It is on disk when the call returns, so that no answered PUT is lost. */
  add(object: CreatedObject): void;
  /** Delivers waiting and new notifications to the functions from now on. */
  deliver(queues: readonly FileQueue[], functions: Pick<Functions, 'invoke'>): Delivery;
  /** The number of waiting notifications and of dead letters. */
  counts(): { readonly waiting: number; readonly dead: number };
  /** Brings the dead letters back. Returns their number. */
  redrive(): number;
  /** Dead letters that nobody else has taken; hidden from others for these seconds, or until the process ends. */
  takeLetters(limit: number, seconds: number): readonly Letter[];
  showLetter(id: string): void;
  removeLetter(id: string): void;
  /** Puts a notification into the queue that it was meant for. Returns its id. */
  send(body: string): string;
  close(): void;
}

/** A notification that failed too often. */
export interface Letter {
  readonly id: string;
  readonly body: string;
  /** when its file came, as the notification says; absent: it does not */
  readonly at?: string;
}

export interface Delivery {
  /** Waits for the running batches; the rest is delivered at the next start. */
  stop(): Promise<void>;
}

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS messages (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL, body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS byDue ON messages (bucket, due);
  CREATE TABLE IF NOT EXISTS deadLetters (id TEXT PRIMARY KEY, bucket TEXT NOT NULL, body TEXT NOT NULL) STRICT;
`;

interface Message {
  readonly id: string;
  readonly bucket: string;
  readonly body: string;
  readonly attempts: number;
}

/** Batches of one queue that run at the same time. */
const workers = 4;
/** another process may write too, such as a redrive; a notification of this process is taken at once */
const pollMillis = 1_000;
/** the pause before the next try grows up to this many milliseconds */
const longestWait = 60_000;

export const openNotifications = (dataFile = ':memory:'): Notifications => {
  const db = new DatabaseSync(dataFile, { timeout: 5_000 }); // a redrive may write at the same time
  db.exec(schema);
  let isWatched = (_bucket: string): boolean => true;
  const added = new EventTarget();
  return {
    add: (object) => {
      const { bucket } = object;
      if (!isWatched(bucket)) return;
      const insert = db.prepare('INSERT INTO messages (id, bucket, body, due) VALUES (?, ?, ?, ?)');
      insert.run(randomUUID(), bucket, notification(object), Date.now());
      added.dispatchEvent(new Event('added'));
    },
    deliver: (queues, { invoke }) => {
      const watched = queues.flatMap(({ buckets }) => buckets);
      isWatched = (bucket) => watched.includes(bucket);
      forgetOthers(db, watched);
      showAgain(db);
      const stopping = new AbortController();
      const idle = (): Promise<void> => pause(stopping.signal, added);
      const running = queues.flatMap((queue) =>
        Array.from({ length: workers }, () => work(db, queue, invoke, stopping.signal, idle)),
      );
      return {
        stop: async () => {
          stopping.abort();
          await Promise.all(running);
        },
      };
    },
    counts: () => ({ waiting: countOf(db, 'messages'), dead: countOf(db, 'deadLetters') }),
    redrive: () => {
      const dead = db.prepare('INSERT INTO messages SELECT id, bucket, body, 0, ? FROM deadLetters');
      return atOnce(db, () => {
        const { changes } = dead.run(Date.now());
        db.exec('DELETE FROM deadLetters');
        return Number(changes);
      });
    },
    ...letters(db, added),
    close: () => db.close(),
  };
};

/** What administrators do with dead letters, one by one: letters-endpoint.ts. */
const letters = (db: DatabaseSync, added: EventTarget) => {
  const hiddenUntil = new Map<string, number>();
  return {
    takeLetters: (limit: number, seconds: number): readonly Letter[] => {
      const all = db.prepare('SELECT id, body FROM deadLetters ORDER BY id').all() as unknown as Letter[];
      const taken = all.filter(({ id }) => (hiddenUntil.get(id) ?? 0) <= Date.now()).slice(0, limit);
      for (const { id } of taken) hiddenUntil.set(id, Date.now() + seconds * 1_000);
      return taken.map(({ id, body }) => ({ id, body, ...timeOf(body) }));
    },
    showLetter: (id: string) => void hiddenUntil.delete(id),
    removeLetter: (id: string) => {
      db.prepare('DELETE FROM deadLetters WHERE id = ?').run(id);
      hiddenUntil.delete(id);
    },
    send: (body: string): string => {
      const id = randomUUID();
      const insert = db.prepare('INSERT INTO messages (id, bucket, body, due) VALUES (?, ?, ?, ?)');
      insert.run(id, recordOf(body)?.s3.bucket.name ?? '', body, Date.now());
      added.dispatchEvent(new Event('added'));
      return id;
    },
  };
};

interface Sent {
  readonly eventTime: string;
  readonly s3: { readonly bucket: { readonly name: string } };
}

const recordOf = (body: string): Sent | undefined =>
  (JSON.parse(body) as { readonly Records: readonly Sent[] }).Records[0];

const timeOf = (body: string): { readonly at?: string } => {
  const at = recordOf(body)?.eventTime;
  return at === undefined ? {} : { at };
};

const countOf = (db: DatabaseSync, table: 'messages' | 'deadLetters'): number =>
  Number(db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']);

/** Writes all or nothing, even when the process dies. */
const atOnce = <T>(db: DatabaseSync, write: () => T): T => {
  db.exec('BEGIN IMMEDIATE');
  try {
    const answer = write();
    db.exec('COMMIT');
    return answer;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
};

/** Deletes notifications of other buckets, which came before the queues were known: no function would ever take them. */
const forgetOthers = (db: DatabaseSync, buckets: readonly string[]): void => {
  const places = buckets.map(() => '?').join(', ');
  db.prepare(`DELETE FROM messages WHERE bucket NOT IN (${places})`).run(...buckets);
};

/**
 * Makes all messages due. No batch is running yet, so messages that a killed process had taken need not wait for their
 * visibility timeout.
 */
const showAgain = (db: DatabaseSync): void => {
  const now = Date.now();
  db.prepare('UPDATE messages SET due = ? WHERE due > ?').run(now, now);
};

const work = async (
  db: DatabaseSync,
  queue: FileQueue,
  invoke: Functions['invoke'],
  stopping: AbortSignal,
  idle: () => Promise<void>,
): Promise<void> => {
  while (!stopping.aborted) {
    const batch = take(db, queue);
    if (batch.length === 0) await idle();
    else await handle(db, queue, invoke, batch);
  }
};

/** Waits, but ends at once when something was added, or the process stops. */
const pause = (stopping: AbortSignal, added: EventTarget): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', done);
      added.removeEventListener('added', done);
      resolve();
    };
    const timer = setTimeout(done, pollMillis);
    stopping.addEventListener('abort', done);
    added.addEventListener('added', done);
  });

/** Takes messages that are due, and hides them for the queue's visibility timeout. */
const take = (db: DatabaseSync, { buckets, batchSize, visibilitySeconds }: FileQueue): readonly Message[] => {
  const now = Date.now();
  const places = buckets.map(() => '?').join(', ');
  const taken = db
    .prepare(
      `UPDATE messages SET due = ?, attempts = attempts + 1 WHERE id IN
        (SELECT id FROM messages WHERE bucket IN (${places}) AND due <= ? ORDER BY due LIMIT ?)
        RETURNING id, bucket, body, attempts`,
    )
    .all(now + visibilitySeconds * 1000, ...buckets, now, batchSize);
  return taken as unknown as readonly Message[];
};

/** Deletes handled messages. Failed ones are tried again, with longer and longer pauses, as often as the queue allows. */
const handle = async (
  db: DatabaseSync,
  { functionArn, mostReceives }: FileQueue,
  invoke: Functions['invoke'],
  batch: readonly Message[],
): Promise<void> => {
  const failed = await failuresOf(invoke, functionArn, batch);
  for (const message of batch) {
    const { id, attempts } = message;
    if (!failed.has(id)) db.prepare('DELETE FROM messages WHERE id = ?').run(id);
    else if (attempts >= mostReceives) bury(db, message);
    else {
      const due = Date.now() + Math.min(longestWait, 500 * 2 ** attempts);
      db.prepare('UPDATE messages SET due = ? WHERE id = ?').run(due, id);
    }
  }
};

const bury = (db: DatabaseSync, { id, bucket, body, attempts }: Message): void => {
  atOnce(db, () => {
    db.prepare('INSERT INTO deadLetters (id, bucket, body) VALUES (?, ?, ?)').run(id, bucket, body);
    db.prepare('DELETE FROM messages WHERE id = ?').run(id);
  });
  const redrive = 'npm run tool redrive puts it back';
  console.error(
    `file events: a notification of bucket ${bucket} failed ${attempts} times and was moved to the dead-letter queue: ${redrive}`,
  );
};

const failuresOf = async (
  invoke: Functions['invoke'],
  functionArn: string,
  batch: readonly Message[],
): Promise<ReadonlySet<string>> => {
  const Records = batch.map(({ id, body }) => ({ messageId: id, body, eventSource: 'aws:sqs', awsRegion: region }));
  try {
    const answer = (await invoke(functionArn, { Records })) as {
      readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[];
    } | null;
    return new Set((answer?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier));
  } catch (error) {
    console.error('file events:', error);
    return new Set(batch.map(({ id }) => id));
  }
};

/** S3 user guide, "Event message structure"; only the members that the service reads. */
const notification = ({ bucket, key, size }: CreatedObject): string =>
  JSON.stringify({
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: region,
        eventTime: new Date().toISOString(),
        eventName: 'ObjectCreated:Put',
        s3: { bucket: { name: bucket }, object: { key: encodeURIComponent(key).replaceAll('%20', '+'), size } },
      },
    ],
  });
