/** The directory for everything that a laptop must remember between two runs. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { homeDirectory } from './home-directory.ts';
import { LaptopError, wordsOf } from './laptop-error.ts';
import { type Running, readRunning } from './running.ts';

export interface Home {
  /** tables, objects, executions, and the sandbox's clouds: everything that `--fresh` deletes */
  readonly data: string;
  /** everything that can be made again: the synthesised template */
  readonly cache: string;
  /** the built dashboard, which can be made again too */
  readonly dashboard: string;
  /** Writes the note with which other commands find the service. */
  announce(running: Running): void;
  release(): void;
}

/**
 * Locks the home for this process until it ends. Throws LaptopError when another process has it, or when it cannot be
 * written.
 */
export const holdHome = ({ fresh = false }: { fresh?: boolean } = {}): Home => {
  const directory = resolve(homeDirectory());
  writing(directory, () => mkdirSync(directory, { recursive: true, mode: 0o700 })); // it holds secrets and the keys of tokens
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
    dashboard: join(directory, 'dashboard'),
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
    `data cannot be stored in ${directory} (${wordsOf(cause)}): set TOSCANINI_HOME to a directory that you may write to`,
    { cause },
  );

/** SQLITE_BUSY */
const busy = 5;

/** Locks a SQLite file. Unlike a file with a process id, it is free again as soon as its holder has died. */
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
      `a service with its data in ${directory} already runs${where}: stop it, or set TOSCANINI_HOME to another directory`,
      { cause },
    );
  }
};
