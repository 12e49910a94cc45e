/** The directory where a laptop keeps what it must remember between two runs. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LaptopError, wordsOf } from './laptop-error.ts';
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

/** Takes the home for this process alone, until it ends in whatever way. Throws LaptopError when another one has it, or it cannot be written. */
export const holdHome = ({ fresh = false }: { fresh?: boolean } = {}): Home => {
  const directory = resolve(homeDirectory());
  writing(directory, () => mkdirSync(directory, { recursive: true, mode: 0o700 })); // tokens' keys and secrets are in it
  const lock = takeLock(directory);
  const data = join(directory, 'data');
  writing(directory, () => {
    if (fresh) rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { recursive: true });
  });
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

const writing = (directory: string, write: () => void): void => {
  try {
    write();
  } catch (cause) {
    throw unwritable(directory, cause);
  }
};

const unwritable = (directory: string, cause: unknown): LaptopError =>
  new LaptopError(
    `no data can be kept in ${directory} (${wordsOf(cause)}): set TOSCANINI_HOME to a directory that you may write in`,
    { cause },
  );

/** SQLITE_BUSY */
const busy = 5;

/** A locked SQLite file: unlike a file with a process id in it, it is free again as soon as its holder is dead. */
const takeLock = (directory: string): DatabaseSync => {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(directory, 'lock'));
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock?.close();
    if ((cause as { readonly errcode?: number }).errcode !== busy) throw unwritable(join(directory, 'lock'), cause);
    const other = readRunning();
    const where = other ? ` on ${other.url}` : '';
    throw new LaptopError(
      `the service already runs${where} with its data in ${directory}: stop that one, or set TOSCANINI_HOME to another directory`,
      { cause },
    );
  }
};
