import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pythonEnvironment } from './python-environment.ts';

export interface ImServer {
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
}

/** A real Infrastructure Manager on a free port of loopback, with an empty database. */
export const startIm = async (): Promise<ImServer> => {
  const python = await pythonEnvironment();
  const folder = await mkdtemp(join(tmpdir(), 'toscanini-im-'));
  const port = await freePort();
  const output = await open(join(folder, 'output'), 'w');
  const child = spawn(python, [join(import.meta.dirname, 'start_im.py')], {
    env: { PATH: process.env['PATH'], HOME: folder, IM_FOLDER: folder, IM_PORT: `${port}` },
    stdio: ['ignore', output.fd, output.fd],
  });
  const stop = async () => {
    await end(child);
    await output.close();
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    return { url, version: await ready(child, url), stop };
  } catch (cause) {
    const printed = await readFile(join(folder, 'output'), 'utf8');
    await stop();
    throw new Error(`the Infrastructure Manager did not start; it printed:\n${printed.slice(-2000)}`, { cause });
  }
};

const ready = async (child: ChildProcess, url: string): Promise<string> => {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries += 1) {
    try {
      const answer = await fetch(`${url}/version`, { headers: { Accept: 'text/plain' } });
      if (answer.ok) return (await answer.text()).trim();
    } catch {
      // not listening yet
    }
    await sleep(200);
  }
  throw new Error(child.exitCode === null ? 'no answer within a minute' : `it ended with code ${child.exitCode}`);
};

/** Asks a process to end, and makes it after ten seconds. */
export const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(force);
};

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
};
