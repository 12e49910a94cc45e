import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fingerprint, keptFolder, sharedCache } from '../../lib/bundles/kept-folder.ts';

/** The sources of the CDK app: when none has changed, neither has its template. */
const sources = [
  ...['bin/**', 'lib/**', 'src/**', 'functions/**', 'statemachines/**', '*.ts', '*.json'],
  // where the configuration may name files of rules (lib/configuration/policies.ts)
  ...['policies/**', 'examples/policies/**'],
];

/** undefined where nobody may write beside the packages */
export const assemblyCache = (root: string): string | undefined => sharedCache(root, 'assembly');

/**
 * The cloud assembly of the CDK app in `root`. It is made by running the app, as the CDK's command line does, but without
 * bundles of the functions. It is kept under `cache` until a source changes, because making it takes seconds. `signal`
 * aborts that with its reason. `making` is called before.
 */
export const cloudAssembly = async (
  root: string,
  cache: string,
  signal?: AbortSignal,
  making?: () => void,
): Promise<string> => {
  const digest = fingerprint(root, sources);
  if (!existsSync(join(cache, digest))) making?.();
  const turn = existsSync(join(cache, digest)) ? undefined : await takeTurn(cache, signal);
  try {
    return await keptFolder(cache, digest, (folder) => runApp(root, folder, signal));
  } finally {
    turn?.close();
  }
};

/** SQLITE_BUSY */
const busy = 5;
/** milliseconds */
const betweenLooks = 50;

/** One process runs the app, and others wait for its assembly. The lock of a process that has died is free again. */
const takeTurn = async (cache: string, signal: AbortSignal | undefined): Promise<DatabaseSync> => {
  mkdirSync(cache, { recursive: true });
  const lock = new DatabaseSync(`${cache}.lock`);
  for (;;)
    try {
      signal?.throwIfAborted();
      lock.exec('BEGIN EXCLUSIVE');
      return lock;
    } catch (cause) {
      if ((cause as { readonly errcode?: number }).errcode !== busy) {
        lock.close();
        throw cause;
      }
      await setTimeout(betweenLooks);
    }
};

const runApp = async (root: string, outputDirectory: string, signal: AbortSignal | undefined): Promise<void> => {
  const { app, context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { app: string; context: object };
  const [, ...entry] = app.split(' ');
  const child = spawn(process.execPath, entry, {
    cwd: root,
    env: {
      ...process.env,
      CDK_OUTDIR: outputDirectory,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, 'aws:cdk:bundling-stacks': [] }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const kill = (): unknown => child.kill('SIGKILL'); // it has nothing to clean up
  signal?.addEventListener('abort', kill);
  child.once('error', reject).once('close', resolve);
  const code = await promise.finally(() => signal?.removeEventListener('abort', kill));
  signal?.throwIfAborted();
  if (code !== 0 || !existsSync(join(outputDirectory, 'manifest.json')))
    throw new Error(`the CDK app (${app}) does not synthesise:\n${Buffer.concat(said).toString().trim()}`);
};
