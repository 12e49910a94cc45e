import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { conform } from '../../src/foundation/shape/examine.ts';
import { end } from './processes.ts';

const root = join(import.meta.dirname, '../..');

export interface Service {
  readonly url: string;
  /** a bearer token of the sandbox's issuer, as local/operators/token.ts takes options */
  token(...options: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** Variables for the service, given the folder that it keeps its data in. */
type Variables = (home: string) => Promise<Readonly<Record<string, string>>>;

/** The whole service as a child process on a free port, with a home of its own, which goes with it. */
export const startService = async (variables: Variables = async () => ({})): Promise<Service> => {
  const home = await mkdtemp(join(tmpdir(), 'toscanini-e2e-'));
  const env = { ...process.env, TOSCANINI_HOME: home, XDG_CONFIG_HOME: home, PORT: '0', ...(await variables(home)) };
  const child = spawn(process.execPath, ['local/run.mjs', 'start'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-4000);
  });
  const stop = async () => {
    if (child.exitCode !== null)
      console.error(`the service ended with code ${child.exitCode}; it complained:\n${complaint}`);
    await end(child);
    await rm(home, { recursive: true, force: true });
  };
  try {
    const url = await ready(home, () => child.exitCode === null);
    return { url, token: (...options) => tokenOf(env, options), stop };
  } catch (cause) {
    await stop();
    throw new Error(`the service did not start; it complained:\n${complaint}`, { cause });
  }
};

/** It leaves a note with its address once it takes requests. */
const ready = async (home: string, isRunning: () => boolean): Promise<string> => {
  const note = v.object({ url: v.string() });
  for (let tries = 0; tries < 900 && isRunning(); tries += 1) {
    const text = await readFile(join(home, 'running.json'), 'utf8').catch(() => '');
    if (text !== '') return conform(note, JSON.parse(text)).url;
    await sleep(200);
  }
  throw new Error(isRunning() ? 'no address within three minutes' : 'it has ended');
};

const tokenOf = async (env: NodeJS.ProcessEnv, options: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['local/run.mjs', 'token', ...options], {
    cwd: root,
    env,
  });
  return stdout.trim();
};
