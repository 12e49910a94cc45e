import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { end, freePort } from '../processes.ts';
import { pythonEnvironment } from '../python-environment.ts';

export interface ImServer {
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
}

/** A real Infrastructure Manager on a free port of loopback, with an empty database. */
export const startIm = async (): Promise<ImServer> => {
  const python = await pythonEnvironment('im', join(import.meta.dirname, 'requirements.txt'));
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
