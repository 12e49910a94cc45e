/** dynoxide, the local DynamoDB engine, as a child process that never outlives this one. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { wordsOf } from '../machine/laptop-error.ts';

/** There is no dynoxide to start; the message says what to do. */
export class EngineMissingError extends Error {
  override readonly name = 'EngineMissingError';
}

export interface Dynoxide {
  /** resolves with the reason of its end, e.g. `killed by signal 9`, when its whole process group is gone */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the engine on a port of 127.0.0.1, in memory without `dataFile`. Throws EngineMissingError, or an Error with the
 * engine's output when it does not start.
 */
export const runDynoxide = async (port: number, dataFile?: string): Promise<Dynoxide> => {
  const options = ['--host', '127.0.0.1', '--port', `${port}`, ...(dataFile ? ['--db-path', dataFile] : [])];
  const child = spawnBound(binary(), options);
  const ended = end(child);
  await listening(child, ended);
  return {
    ended,
    stop: async () => {
      endGroup(child);
      await ended;
    },
  };
};

const otherEngine = 'or start another engine, such as DynamoDB Local, and set AWS_ENDPOINT_URL_DYNAMODB to its address';

const binary = (): string => {
  const binaryPackage = `@dynoxide/${process.platform}-${process.arch}`;
  const missing = (what: string, cause?: unknown): EngineMissingError =>
    new EngineMissingError(
      `no local DynamoDB runs on this machine: ${what}; run npm ci with optional dependencies, ${otherEngine}`,
      { cause },
    );
  let file: string;
  try {
    file = join(dirname(createRequire(import.meta.url).resolve(`${binaryPackage}/package.json`)), 'dynoxide');
  } catch (cause) {
    throw missing(`${binaryPackage} is not installed`, cause);
  }
  if (!existsSync(file)) throw missing(`${binaryPackage} is installed without its program`);
  return file;
};

/**
 * Only this process holds the pipe to stdin. The pipe closes when this process ends, also by kill -9, and then the shell
 * stops the binary.
 */
const boundToUs = '"$0" "$@" & child=$!; (cat >/dev/null; kill $child 2>/dev/null) <&3 & wait $child';

type BoundChild = ChildProcess & { readonly stdin: Writable; readonly stderr: Readable };

/** A separate process group: Ctrl-C reaches this process first, so the last writes still find the store. */
const spawnBound = (program: string, options: readonly string[]): BoundChild =>
  spawn('sh', ['-c', `exec 3<&0; ${boundToUs}`, program, ...options], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  }) as BoundChild;

/** The pipe is enough, unless somebody has killed the process at its other end. */
const endGroup = ({ pid, stdin }: BoundChild): void => {
  stdin.end();
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
  }
};

/** For a killed program the shell returns 128 plus the signal's number. */
const saidOf = (code: number): string => (code > 128 ? `killed by signal ${code - 128}` : `code ${code}`);

/** The reason of the child's end, after its whole group has closed stderr. */
const end = async (child: BoundChild): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>();
  child.once('exit', (code, signal) => {
    resolve(signal ?? saidOf(code ?? 0));
    endGroup(child);
  });
  child.once('error', (error) => resolve(error.message));
  child.stdin.on('error', () => undefined); // the other side closed it, which `exit` reports
  const closed = once(child, 'close').catch(() => undefined); // `error` rejects it; the handler above reports that
  const how = await promise;
  await closed;
  return how;
};

/** Waits for the engine's message on stderr, where dynoxide writes everything. */
const listening = async (child: BoundChild, ended: Promise<string>): Promise<void> => {
  const said: string[] = [];
  const { promise, resolve } = Promise.withResolvers<'listening'>();
  createInterface(child.stderr).on('line', (line) => {
    said.push(line);
    if (line.includes('listening on')) resolve('listening');
  });
  const outcome = await Promise.race([promise, ended]);
  if (outcome !== 'listening') throw new Error(said.join(' ') || `it ended with ${outcome}`);
};

/** An engine that dies more often than this is not started again. */
const deaths = { most: 3, withinMillis: 60_000 };

/** Restarts the engine on its port and file until it is stopped. Returns the function that stops it. */
export const keepAlive = (
  first: Dynoxide,
  again: () => Promise<Dynoxide>,
  lost?: (error: Error) => void,
): Dynoxide['stop'] => {
  let current = first;
  let stopping = false;
  let died: readonly number[] = [];
  const watch = async (): Promise<void> => {
    const how = await current.ended;
    if (stopping) return;
    const now = performance.now();
    died = [...died, now].filter((at) => now - at < deaths.withinMillis);
    if (died.length > deaths.most)
      throw new Error(
        `dynoxide, which stores the tables, keeps ending (${how}): the data is safe; npm start tries again`,
      );
    console.error(`dynoxide, which stores the tables, ended (${how}) and is being restarted`);
    current = await again();
    if (stopping) await current.stop();
    else await watch();
  };
  const watching = watch().catch((cause: unknown) => lost?.(new Error(wordsOf(cause), { cause })));
  return async () => {
    stopping = true;
    await current.stop();
    await watching;
  };
};
