import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';

export type Waiting = Pick<CliContext, 'sleep'> & Partial<Pick<CliContext, 'interrupted'>>;

/** milliseconds */
const pause = 50;

/** After so many pauses, ten seconds, who holds the file has died. A renewal takes one or two. */
const longestWait = 200;

/**
 * Lets one command at a time change a file: the others wait until it has ended, or has died. A file beside it, which only
 * one can make, says who changes it. CliError when that cannot be written.
 */
export const alone = async <Result>(
  cli: Waiting,
  path: string,
  variable: string,
  act: () => Promise<Result>,
): Promise<Result> => {
  const lock = `${path}.lock`;
  await held(cli, lock, path, variable);
  try {
    return await act();
  } finally {
    if ((await holderOf(lock)) === own) await rm(lock, { force: true });
  }
};

const own = `${process.pid}`;

const held = async ({ sleep, interrupted }: Waiting, lock: string, path: string, variable: string): Promise<void> => {
  let seen: string | undefined;
  for (let waited = 0; !(await made(lock, path, variable)); waited += 1) {
    const holder = await holderOf(lock);
    // another one may have taken the place of one that has died
    if (holder !== seen) [seen, waited] = [holder, 0];
    if (waited >= longestWait) await rm(lock, { force: true });
    else await sleep(pause, interrupted);
  }
};

const made = async (lock: string, path: string, variable: string): Promise<boolean> => {
  try {
    await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
    await writeFile(lock, own, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(path, variable, cause);
  }
};

/** undefined: nobody, or it cannot be told. */
const holderOf = (lock: string): Promise<string | undefined> => readFile(lock, 'utf8').catch(() => undefined);

/** `variable` says where the file is. */
export const unwritable = (path: string, variable: string, cause: unknown): CliError => {
  const why = cause instanceof Error ? cause.message : `${cause}`;
  return new CliError('calledWrongly', `${path} cannot be written: ${why}; correct that, or set ${variable}`, {
    cause,
  });
};
