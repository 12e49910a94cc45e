import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../processes.ts';
import { pythonEnvironment } from '../python-environment.ts';

export interface ImServer {
  readonly url: string;
  readonly version: string;
  /** as a machine that loses its power */
  kill(): Promise<void>;
  /** at the same address, with what its database holds */
  restart(): Promise<void>;
  /** the cloud's machines of these numbers are in these states from now on; the manager finds out when it looks */
  behind(states: { readonly [machine: number]: 'failed' | 'off' | 'stopped' | 'running' }): Promise<void>;
  /** it takes the tokens of this issuer too from now on */
  believe(issuer: string): Promise<void>;
  stop(): Promise<void>;
}

/** A released version, as a file pins it. */
export interface Release {
  /** of its Python environment */
  readonly name: string;
  readonly requirements: string;
}

/** The newest, and the line before it, which many sites still run. */
export const releases: readonly Release[] = [
  { name: 'im', requirements: 'requirements.txt' },
  { name: 'im-1.19', requirements: 'requirements-1.19.txt' },
];

/** A real Infrastructure Manager on a free port of loopback, with an empty database; it believes the tokens of `issuer`. */
export const startIm = async (release: Release, issuer: string): Promise<ImServer> => {
  const python = await pythonEnvironment(release.name, join(import.meta.dirname, release.requirements));
  const folder = await mkdtemp(join(tmpdir(), 'toscanini-im-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const output = await open(join(folder, 'output'), 'a');
  const begin = (): ChildProcess =>
    spawn(python, [join(import.meta.dirname, 'start_im.py')], {
      env: { PATH: process.env['PATH'], HOME: folder, IM_FOLDER: folder, IM_PORT: `${port}`, IM_ISSUER: issuer },
      stdio: ['ignore', output.fd, output.fd],
    });
  let child = begin();
  const stop = async () => {
    await kill(child); // 1.19 does not end by itself when it is asked to, and nothing of it is kept
    await output.close();
    await rm(folder, { recursive: true, force: true });
  };
  const restart = async () => {
    child = begin();
    await ready(child, url);
  };
  try {
    const behind: ImServer['behind'] = (states) => writeFile(join(folder, 'behind.json'), JSON.stringify(states));
    const believe: ImServer['believe'] = (other) => writeFile(join(folder, 'issuers.json'), JSON.stringify([other]));
    return { url, version: await ready(child, url), kill: () => kill(child), restart, behind, believe, stop };
  } catch (cause) {
    const printed = await readFile(join(folder, 'output'), 'utf8');
    await stop();
    throw new Error(`the Infrastructure Manager did not start; it printed:\n${printed.slice(-2000)}`, { cause });
  }
};

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
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
