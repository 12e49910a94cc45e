/** The directory where a laptop keeps what it must remember between two runs. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LaptopError } from './laptop-error.ts';
import { homeDirectory, type Running, readRunning } from './running.ts';

export interface Home {
  /** tables, objects, executions, and the sandbox's clouds: what `--fresh` wipes */
  readonly data: string;
  /** what can be made again: the synthesised template */
  readonly cache: string;
  /** Leaves the note by which other commands find the service. */
  announce(running: Running): void;
  release(): void;
}

/** Takes the home for this process alone, until it ends in whatever way. Throws LaptopError when another one has it. */
export const holdHome = ({ fresh = false }: { fresh?: boolean } = {}): Home => {
  const directory = homeDirectory();
  mkdirSync(directory, { recursive: true, mode: 0o700 }); // tokens' keys and secrets are in it
  const lock = takeLock(directory);
  const data = join(directory, 'data');
  if (fresh) rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const note = join(directory, 'running.json');
  return {
    data,
    cache: join(directory, 'assembly'),
    announce: (running) => writeFileSync(note, `${JSON.stringify(running, undefined, 2)}\n`),
    release: () => {
      rmSync(note, { force: true });
      lock.close();
    },
  };
};

/** A locked SQLite file: unlike a file with a process id in it, it is free again as soon as its holder is dead. */
const takeLock = (directory: string): DatabaseSync => {
  const lock = new DatabaseSync(join(directory, 'lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    const other = readRunning();
    const where = other ? ` on ${other.url}` : '';
    throw new LaptopError(
      `the service already runs${where} with its data in ${directory}: stop that one, or set TOSCANINI_HOME to another directory`,
      { cause },
    );
  }
};
