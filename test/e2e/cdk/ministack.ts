import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { end, freePort } from '../processes.ts';
import { pythonEnvironment } from '../python-environment.ts';

export interface MiniStack {
  /** takes the calls of every AWS service */
  readonly url: string;
  /** what it printed so far, to explain a failure */
  output(): Promise<string>;
  stop(): Promise<void>;
}

/** An AWS of our own on a free port of loopback, empty, with everything it writes in one folder. */
export const startMiniStack = async (): Promise<MiniStack> => {
  const python = await pythonEnvironment('ministack', join(import.meta.dirname, 'requirements.txt'));
  const folder = await mkdtemp(join(tmpdir(), 'toscanini-ministack-'));
  const port = await freePort();
  const log = await open(join(folder, 'output'), 'w');
  const child = spawn(python, [join(import.meta.dirname, 'start_ministack.py')], {
    env: environment(folder, port),
    stdio: ['ignore', log.fd, log.fd],
    // its own process group: the workers that run the functions are stopped with it
    detached: true,
  });
  const output = async () => (await readFile(join(folder, 'output'), 'utf8')).slice(-4000);
  const stop = async () => {
    await end(child);
    endGroup(child);
    await log.close();
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await ready(child, url);
    return { url, output, stop };
  } catch (cause) {
    const printed = await output();
    await stop();
    throw new Error(`MiniStack did not start; it printed:\n${printed}`, { cause });
  }
};

/** Loopback only, no MQTT or SFTP listener, no search for Docker, and workflows' pauses a tenth as long. */
const environment = (folder: string, port: number): NodeJS.ProcessEnv => ({
  PATH: `${join(import.meta.dirname, '../../../node_modules/.bin')}:${process.env['PATH']}`,
  HOME: folder,
  TMPDIR: folder,
  STATE_DIR: join(folder, 'state'),
  S3_DATA_DIR: join(folder, 's3'),
  GATEWAY_PORT: `${port}`,
  BIND_HOST: '127.0.0.1',
  AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
  IOT_MTLS_ENABLED: '0',
  SFTP_ENABLED: '0',
  DOCKER_HOST: `unix://${join(folder, 'no-docker.sock')}`,
  SFN_WAIT_SCALE: '0.1',
  PYTHONDONTWRITEBYTECODE: '1',
});

const ready = async (child: ChildProcess, url: string): Promise<void> => {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries += 1) {
    const answer = await fetch(`${url}/_ministack/health`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(child.exitCode === null ? 'no answer within half a minute' : `it ended with code ${child.exitCode}`);
};

const endGroup = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // nobody is left of it
  }
};
