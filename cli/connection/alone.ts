import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';

export type Waiting = Pick<CliContext, 'sleep'> & Partial<Pick<CliContext, 'interrupted'>>;

/** milliseconds */
const pause = 50;

/** After so many pauses, ten seconds, who holds the file has died, also on another machine. A renewal takes one or two. */
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

/** The process, and the machine on which it can be looked for: several may share a home. */
const own = `${process.pid} ${hostname()}`;

const held = async ({ sleep, interrupted }: Waiting, lock: string, path: string, variable: string): Promise<void> => {
  let seen: string | undefined;
  for (let waited = 0; !(await made(lock, path, variable)); waited += 1) {
    const holder = await holderOf(lock);
    // another one may have taken the place of one that has died
    if (holder !== seen) [seen, waited] = [holder, 0];
    if (waited >= longestWait || isDead(holder)) await removeLock(lock, holder);
    else await sleep(pause, interrupted);
  }
};

/** Whether the process of this machine that made the lock has ended. The id may be that of a new one: then its time decides. */
const isDead = (holder = ''): boolean => {
  const [, id] = holder.endsWith(` ${hostname()}`) ? (/^(\d+) /.exec(holder) ?? []) : [];
  if (id === undefined) return false;
  try {
    process.kill(Number(id), 0); // sends nothing
    return false;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

/** Moved away first: another command may have removed it a moment ago, and made its own, which is put back. */
const removeLock = async (lock: string, holder: string | undefined): Promise<void> => {
  const aside = `${lock}.${process.pid}`;
  await unless('ENOENT', rename(lock, aside));
  if ((await holderOf(aside)) !== holder) await unless('ENOENT', unless('EEXIST', link(aside, lock)));
  await rm(aside, { force: true });
};

/** An error of this code says that another command was faster. */
const unless = async (code: string, done: Promise<void>): Promise<void> => {
  try {
    await done;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== code) throw cause;
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
