/**
 * Keeps the infrastructures in memory and, with a data directory, in one file each. A file is written in one step before
 * the answer goes out.
 */

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson } from '../files.ts';
import type { Infrastructure } from './infrastructure.ts';

export class Infrastructures {
  readonly #directory: string | undefined;
  readonly #byId = new Map<string, Infrastructure>();
  #nextSerial = 0;

  constructor(dataDirectory: string | undefined) {
    this.#directory = dataDirectory && join(dataDirectory, 'infrastructures');
    if (!this.#directory) return;
    mkdirSync(this.#directory, { recursive: true });
    for (const file of readdirSync(this.#directory).filter((name) => name.endsWith('.json'))) {
      // only this class writes these files, so their shape is trusted; readJson reports a file that is not JSON
      this.#keep(readJson(join(this.#directory, file)) as Infrastructure);
    }
  }

  /** In the order of creation. */
  all(): readonly Infrastructure[] {
    return [...this.#byId.values()].sort((a, b) => a.createdAt - b.createdAt);
  }

  find(id: string): Infrastructure | undefined {
    return this.#byId.get(id);
  }

  /** The serial number for the next VM, so that no two VMs ever have the same address. */
  nextSerial(): number {
    return this.#nextSerial;
  }

  put(infrastructure: Infrastructure): void {
    this.#keep(infrastructure);
    if (this.#directory) writeJson(this.#path(infrastructure.id), infrastructure);
  }

  remove(id: string): void {
    this.#byId.delete(id);
    if (this.#directory) rmSync(this.#path(id), { force: true });
  }

  #keep(infrastructure: Infrastructure): void {
    this.#byId.set(infrastructure.id, infrastructure);
    for (const { serial } of infrastructure.machines) this.#nextSerial = Math.max(this.#nextSerial, serial + 1);
  }

  #path(id: string): string {
    return join(this.#directory ?? '', `${id}.json`);
  }
}
