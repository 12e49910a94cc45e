import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { end } from '../processes.ts';

const root = join(import.meta.dirname, '../../..');

export interface Service {
  readonly url: string;
  /** a bearer token of the sandbox's issuer */
  token(...options: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** The Infrastructure Manager's own line, as the service's secret; the checks look at its list with the same one. */
export const imLine = { type: 'InfrastructureManager', username: 'toscanini', password: 'a;b="c"' };

const providers = [
  {
    id: 'nowhere',
    name: 'A cloud of no known type',
    priority: 1,
    groups: ['unlucky'],
    credentials: { type: 'NoSuchCloud' },
  },
  { id: 'dummy', name: 'The Dummy connector', priority: 2, credentials: { type: 'Dummy' } },
];

/** The whole service as a child process on a free port, its deployments going to a real Infrastructure Manager. */
export const startService = async (imUrl: string): Promise<Service> => {
  const home = await mkdtemp(join(tmpdir(), 'toscanini-e2e-'));
  const secretsFile = join(home, 'im-secrets.json');
  await writeFile(secretsFile, JSON.stringify({ im: imLine }), { mode: 0o600 });
  const env = {
    ...process.env,
    TOSCANINI_HOME: home,
    PORT: '0',
    IM_URL: imUrl,
    IM_SECRET: 'im',
    PROVIDERS: JSON.stringify(providers),
    SECRETS_FILE: secretsFile,
  };
  const child = spawn(process.execPath, ['local/start.ts'], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
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
  const note = z.object({ url: z.string() });
  for (let tries = 0; tries < 300 && isRunning(); tries += 1) {
    const text = await readFile(join(home, 'running.json'), 'utf8').catch(() => '');
    if (text !== '') return note.parse(JSON.parse(text)).url;
    await sleep(200);
  }
  throw new Error(isRunning() ? 'no address within a minute' : 'it has ended');
};

const tokenOf = async (env: NodeJS.ProcessEnv, options: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['local/token.ts', ...options], { cwd: root, env });
  return stdout.trim();
};
