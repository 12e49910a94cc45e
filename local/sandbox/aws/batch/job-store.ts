/**
 * Jobs and their definitions on disk, a row each: a place may hold thousands, and a call changes one or two. A file that
 * held all of them would be written anew at each call.
 */

import { DatabaseSync } from 'node:sqlite';
import { opened } from '../../../machine/laptop-error.ts';
import type { Place } from '../world/place.ts';
import type { JobDefinition, SandboxJob } from './job.ts';

type Kept = Pick<Place, 'jobs' | 'definitions'>;
type Key = Pick<Place, 'account' | 'region'>;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS items (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    place TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, item TEXT NOT NULL,
    UNIQUE (place, kind, id)
  ) STRICT;
`;

const isJob = (item: SandboxJob | JobDefinition): item is SandboxJob => 'id' in item;
const nameOf = ({ account, region }: Key): string => `${account}-${region}`;

export class JobStore {
  readonly #db: DatabaseSync;
  readonly #changed = new Map<SandboxJob | JobDefinition, string>();

  /** Throws LaptopError when the file cannot be used. */
  constructor(file: string) {
    this.#db = opened(file, (path) => {
      const db = new DatabaseSync(path);
      db.exec(schema);
      return db;
    });
  }

  /** In the order in which they were made. */
  load(place: Key): Kept {
    const rows = this.#db
      .prepare('SELECT kind, id, item FROM items WHERE place = ? ORDER BY number')
      .all(nameOf(place));
    // only this class writes these rows, so their shape is trusted
    const of = (kind: string) =>
      Object.fromEntries(rows.filter((row) => row['kind'] === kind).map(({ id, item }) => [id, JSON.parse(`${item}`)]));
    return rows.length === 0 ? {} : { jobs: of('job'), definitions: of('definition') };
  }

  /** The item is written by the next `save`. */
  changed(place: Key, item: SandboxJob | JobDefinition): void {
    this.#changed.set(item, nameOf(place));
  }

  /** All that has changed is on disk when this returns. */
  save(): void {
    if (this.#changed.size === 0) return;
    const write = this.#db.prepare(
      'INSERT INTO items (place, kind, id, item) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET item = excluded.item',
    );
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      for (const [item, place] of this.#changed) {
        const [kind, id] = isJob(item) ? ['job', item.id] : ['definition', item.arn];
        write.run(place, kind, id, JSON.stringify(item));
      }
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
    this.#changed.clear();
  }

  reset(): void {
    this.#changed.clear();
    this.#db.exec('DELETE FROM items');
  }

  close(): void {
    this.save();
    this.#db.close();
  }
}
