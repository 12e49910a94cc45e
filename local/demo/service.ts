/** The service for the demo: one that already runs, or a new one for the duration of the demo. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Running, readRunning } from '../machine/running.ts';
import { requestToken } from '../operators/issuer-token.ts';
import { DemoError } from './error.ts';
import { bootIn } from './fault.ts';

export interface Service {
  readonly url: string;
  readonly token: string;
  /** gives tokens to other people; absent: only a service of the demo's own has one */
  readonly issuer?: string;
  /** true: started for the demo, so that its data needs no cleaning */
  readonly own: boolean;
  /** address that sets faults, when the service uses a sandbox */
  readonly imUrl?: string;
  /** the same for the sandbox's AWS */
  readonly awsUrl?: string;
  /** the S3, the bucket for files and the one for results of jobs, when the service runs on this machine */
  readonly incoming?: { readonly s3: string; readonly bucket: string; readonly results: string };
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
/** milliseconds: a first start also synthesises the cloud template, which takes long on a slow machine */
const patience = 60_000;
/** the waits between two looks at a cloud, against those on AWS */
const pace = '0.1';

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/info`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

/**
 * Finds the service of `TOSCANINI_URL` (with `TOSCANINI_TOKEN`), or else one that runs on this machine; undefined when
 * there is none.
 */
export async function findService(env: NodeJS.ProcessEnv): Promise<Service | undefined> {
  const running = readRunning(env);
  const url = env['TOSCANINI_URL']?.replace(/\/+$/, '') ?? running?.url;
  if (url === undefined) return undefined;
  if (!(await answers(url))) {
    if (env['TOSCANINI_URL'] === undefined) return undefined;
    throw new DemoError(`nothing answers at ${url}/info: check TOSCANINI_URL, or unset it to have a service started`);
  }
  // a service elsewhere has another sandbox, or none
  const own = running?.url === url ? running : undefined;
  const token = env['TOSCANINI_TOKEN'] || (own && (await requestToken(own.issuer)));
  if (token === undefined)
    throw new DemoError(`${url} needs a token: set TOSCANINI_TOKEN to one of an issuer that it trusts`);
  return { url, token, own: false, ...sandboxOf(own), stop: async () => {} };
}

const sandboxOf = (running: Running | undefined): Pick<Service, 'imUrl' | 'awsUrl' | 'incoming'> => {
  const bucket = running?.incoming?.[0];
  return {
    ...(running?.imUrl && { imUrl: running.imUrl }),
    ...(running?.awsUrl && { awsUrl: running.awsUrl }),
    ...(running?.s3 && bucket && { incoming: { s3: running.s3, bucket, results: running.results ?? bucket } }),
  };
};

/**
 * Starts a service with its own home on a free port. Throws DemoError with the last line of its log when it does not start.
 */
export async function startService(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Service> {
  const home = mkdtempSync(join(tmpdir(), 'toscanini-demo-'));
  const own = { PACE: pace, ...env, PORT: '0', TOSCANINI_HOME: home };
  const log = join(home, 'service.log');
  const output = openSync(log, 'w');
  // a separate process group: Ctrl-C reaches only the demo, which stops the service in order. The channel closes when the
  // demo is killed, and then the service stops
  const stdio = ['ignore', output, output, 'ipc'] as const;
  const child = spawn(process.execPath, ['local/run.mjs', 'start'], {
    cwd: root,
    env: own,
    stdio: [...stdio],
    detached: true,
  });
  const remove = (): void => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  try {
    const running = await ready(child, own, log, signal);
    if (running.imUrl !== undefined) await bootIn(0.5, running.imUrl);
    const stop = async (): Promise<void> => {
      if (!(await stopped(child))) throw new DemoError(endedItself(child, log));
      remove();
    };
    const { issuer } = running;
    return { url: running.url, issuer, token: await requestToken(issuer), own: true, ...sandboxOf(running), stop };
  } catch (cause) {
    await stopped(child);
    remove();
    throw cause;
  }
}

async function ready(child: ChildProcess, env: NodeJS.ProcessEnv, log: string, signal: AbortSignal): Promise<Running> {
  const until = Date.now() + patience;
  for (;;) {
    const running = readRunning(env);
    if (running && (await answers(running.url))) return running;
    if (child.exitCode !== null) throw new DemoError(`the service did not start: ${lastLine(log)}`);
    if (Date.now() > until)
      throw new DemoError(`the service was not ready within ${patience / 1000} seconds: ${lastLine(log)}`);
    await sleep(50, undefined, { signal });
  }
}

/** The last line that is not part of a stack: the error's message is above its stack. */
const lastLine = (log: string): string =>
  readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .findLast((line) => !/^\s+at /.test(line)) || 'it said nothing';

/** The log stays, since it has the reason. */
const endedItself = ({ exitCode, signalCode }: ChildProcess, log: string): string =>
  `the service ended before it was told to (${signalCode ?? `code ${exitCode}`}): ${lastLine(log)}; its log is ${log}`;

/** Sends SIGTERM, and SIGKILL after ten seconds. Returns false for a service that had ended before. */
async function stopped(child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return false;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exit;
  clearTimeout(late);
  return true;
}
