/** `npm start` of a tree of this repository as a process of its own, with what it and its children use of the machine (Linux's /proc). */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface LaptopProcess {
  readonly url: string;
  /** of a user of the sandbox */
  readonly token: string;
  used(): Used;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** Memory and files in MB. */
export interface Used {
  /** of the process and all its children, with those that have ended */
  readonly processorMs: number;
  /** of the service's own process: now, and the most that it ever had */
  readonly resident: number;
  readonly peak: number;
  /** of its data */
  readonly disk: number;
}

/** Starts it on this port and the four after it. Throws with the end of its output when it ends before it is ready. */
export const startProcess = async (tree: string, port: number, pace: number): Promise<LaptopProcess> => {
  const home = mkdtempSync(join(tmpdir(), 'toscanini-bench-'));
  const child = spawn(join(tree, 'node_modules/.bin/node'), startArguments(tree), {
    cwd: tree,
    env: { ...process.env, TOSCANINI_HOME: home, XDG_CONFIG_HOME: home, PORT: `${port}`, PACE: `${pace}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const token = await announced(child);
  const { url } = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')) as { readonly url: string };
  return {
    url,
    token,
    used: () => used(child.pid ?? Number.NaN, home),
    stop: async () => {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };
};

/** What follows `exec node` in the tree's own script. */
const startArguments = (tree: string): readonly string[] => {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').slice(2);
};

/** The banner has a token. What comes after it is the log, which nobody reads. */
const announced = async (child: ChildProcess): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  const read = (chunk: Buffer): void => {
    if (text.includes('TOKEN=')) return;
    text += chunk.toString();
    const token = /TOKEN=(\S+)\s/.exec(text)?.[1];
    if (token !== undefined) resolve(token);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${text.slice(-2_000)}`)));
  return await promise;
};

const used = (pid: number, home: string): Used => {
  const status = proc(pid, 'status');
  const megabytes = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return {
    processorMs: withChildren(pid).reduce((sum, one) => sum + processorMs(one), 0),
    resident: megabytes('VmRSS'),
    peak: megabytes('VmHWM'),
    disk: size(home) / 2 ** 20,
  };
};

/** Empty for a process that has just ended. */
const proc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(`${(error as NodeJS.ErrnoException).code}`)) return '';
    throw error;
  }
};

/** The fields after the name, which may hold blanks. */
const stat = (pid: number): readonly string[] => {
  const text = proc(pid, 'stat');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** Linux counts in hundredths of a second for everybody (`getconf CLK_TCK`). */
const tickMs = 10;

/** Fields 14 to 17 of `man proc_pid_stat`: its own time, and that of children whose end it has read. */
const processorMs = (pid: number): number =>
  stat(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks) * tickMs, 0);

const withChildren = (pid: number): readonly number[] => {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((name) => [Number(name), Number(stat(Number(name))[1])]));
  const below = (one: number): number[] => [
    one,
    ...[...parents].flatMap(([child, parent]) => (parent === one ? below(child) : [])),
  ];
  return below(pid);
};

const size = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0);
