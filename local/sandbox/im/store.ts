/**
 * Keeps the infrastructures in memory and, with a data directory, a row each on disk, before the answer goes out. They are read at
 * the first use: a start waits for none of them.
 */

import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { opened } from '../../machine/laptop-error.ts';
import { readJson } from '../files.ts';
import type { Infrastructure } from './infrastructure.ts';

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS infrastructures (id TEXT PRIMARY KEY, infrastructure TEXT NOT NULL) STRICT;
`;

export class Infrastructures {
  readonly #db: DatabaseSync | undefined;
  #byId: Map<string, Infrastructure> | undefined;
  #nextSerial = 0;

  /** Throws LaptopError when the file cannot be used. */
  constructor(dataDirectory: string | undefined) {
    if (dataDirectory === undefined) return;
    mkdirSync(dataDirectory, { recursive: true });
    this.#db = opened(join(dataDirectory, 'infrastructures.db'), (file) => {
      closeSync(openSync(file, 'a', 0o600)); // only for this user: it holds keys and credentials
      const db = new DatabaseSync(file);
      db.exec(schema);
      return db;
    });
    this.#takeOver(join(dataDirectory, 'infrastructures'));
  }

  /** In the order of creation. */
  all(): readonly Infrastructure[] {
    return [...this.#read().values()].sort((a, b) => a.createdAt - b.createdAt);
  }

  find(id: string): Infrastructure | undefined {
    return this.#read().get(id);
  }

  /** The serial number for the next VM, so that no two VMs ever have the same address. */
  nextSerial(): number {
    this.#read();
    return this.#nextSerial;
  }

  put(infrastructure: Infrastructure): void {
    this.#keep(this.#read(), infrastructure);
    this.#write(infrastructure);
  }

  remove(id: string): void {
    this.#read().delete(id);
    this.#db?.prepare('DELETE FROM infrastructures WHERE id = ?').run(id);
  }

  close(): void {
    this.#db?.close();
  }

  #read(): Map<string, Infrastructure> {
    if (this.#byId) return this.#byId;
    const byId = new Map<string, Infrastructure>();
    // only this class writes these rows, so their shape is trusted
    for (const { infrastructure } of this.#db?.prepare('SELECT infrastructure FROM infrastructures').all() ?? [])
      this.#keep(byId, JSON.parse(`${infrastructure}`));
    this.#byId = byId;
    return byId;
  }

  #keep(byId: Map<string, Infrastructure>, infrastructure: Infrastructure): void {
    byId.set(infrastructure.id, infrastructure);
    for (const { serial } of infrastructure.machines) this.#nextSerial = Math.max(this.#nextSerial, serial + 1);
  }

  #write(infrastructure: Infrastructure): void {
    this.#db
      ?.prepare(
        'INSERT INTO infrastructures VALUES (?, ?) ON CONFLICT DO UPDATE SET infrastructure = excluded.infrastructure',
      )
      .run(infrastructure.id, JSON.stringify(infrastructure));
  }

  /** Takes over a file each, as version 0.2.0 kept them. */
  #takeOver(directory: string): void {
    if (!existsSync(directory)) return;
    for (const file of readdirSync(directory).filter((name) => name.endsWith('.json')))
      this.#write(readJson(join(directory, file)) as Infrastructure);
    rmSync(directory, { recursive: true });
  }
}
