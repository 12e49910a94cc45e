/**
 * Start-up of each function's program in a fresh process, from the start of the process until the handler exists: Lambda's
 * init phase. It is compared with an empty handler that imports the same SDK clients, bundled in the same way. The unit is
 * processor time, which other load on the machine does not change. Functions without a client are left out: they would be
 * compared with Node alone.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundleFunctions, bundling, entryPoints, root, writeBundles } from '../lib/bundles/bundles.ts';
import { clientsAtStart } from '../test/support/started.ts';
import { comparedOf } from './pairs.ts';
import type { Row } from './row.ts';

const runs = 5;

interface Program {
  readonly name: string;
  readonly file: string;
  /** names of its SDK packages, sorted */
  readonly clients: readonly string[];
}

export const run = async function* (): AsyncIterable<Row> {
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'toscanini-cold-start-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const all = await bundleAll(folder);
  const groups = Map.groupBy(
    all.filter((one) => one.clients.length > 0),
    ({ clients }) => clients.join(' + '),
  );
  for (const members of groups.values()) yield await compare(folder, members);
};

/** A row for the slowest of the functions with the same clients. */
const compare = async (folder: string, members: readonly Program[]): Promise<Row> => {
  const { clients = [] } = members[0] ?? {};
  const empty = await bundleEmpty(folder, clients);
  const finalists = await slowestOf(members);
  const files = [empty, ...finalists.map(({ file }) => file)];
  const [base = [], ...others] = await startUps(files, runs);
  const compared = others.map((times) =>
    comparedOf(times.map((one, turn) => ({ one, other: base[turn] ?? Number.NaN }))),
  );
  const [slowest] = [...compared.entries()].toSorted(([, one], [, other]) => other.ratio - one.ratio);
  if (slowest === undefined) throw new Error(`no function starts with ${clients.join(' + ')}`);
  const [at, { ratio, spread, ...times }] = slowest;
  return {
    name: `cold start: ${clients.map((client) => client.replace('client-', '')).join(' + ')}`,
    ratio,
    spread,
    budget: 1.8,
    detail: `${finalists[at]?.name} ${times.one.toFixed(0)} ms, an empty handler ${times.other.toFixed(0)} ms, the slowest of ${members.length}`,
  };
};

/** Those that may be the slowest. One start of each shows that: two of the same differ by less than the functions do. */
const slowestOf = async (members: readonly Program[]): Promise<readonly Program[]> => {
  const files = members.map(({ file }) => file);
  const taken = (await startUps(files, 1)).map(([first = 0]) => first);
  const order = [...members.keys()].toSorted((one, other) => (taken[other] ?? 0) - (taken[one] ?? 0));
  return order.slice(0, 3).flatMap((index) => members[index] ?? []);
};

/** Times of each file. They start in turn, two at once: the unit is processor time, and a machine of CI has two cores. */
const startUps = async (files: readonly string[], times: number): Promise<number[][]> => {
  const all = files.map((): number[] => []);
  const turns = Array.from({ length: times }, () => [...files.entries()])
    .flat()
    .values();
  const start = async (): Promise<void> => {
    for (const [n, file] of turns) all[n]?.push(await startUp(file));
  };
  await Promise.all([start(), start()]);
  return all;
};

const bundleAll = async (folder: string): Promise<Program[]> => {
  await writeBundles(folder);
  const { metafile } = await bundleFunctions();
  return entryPoints.map((entry) => {
    const name = entry.replace(/\.ts$/, '');
    return { name, file: join(folder, `${name}.mjs`), clients: clientsAtStart(metafile, entry) };
  });
};

/** The main class of each client. The empty handler holds it and does nothing. */
const mainClass: Readonly<Record<string, string>> = {
  'client-dynamodb': 'DynamoDBClient',
  'client-kms': 'KMSClient, DecryptCommand, GenerateDataKeyCommand',
  'client-lambda': 'LambdaClient, GetAccountSettingsCommand',
  'client-s3': 'S3Client, GetObjectCommand, PutObjectCommand',
  'client-secrets-manager': 'SecretsManagerClient, GetSecretValueCommand',
  'client-sfn': 'SFNClient, StartExecutionCommand',
  'lib-dynamodb': 'DynamoDBDocumentClient, GetCommand, QueryCommand, TransactWriteCommand',
};

const bundleEmpty = async (folder: string, clients: readonly string[]): Promise<string> => {
  const names = clients.map((client) => mainClass[client] ?? '');
  const { outputFiles } = await build({
    ...bundling,
    stdin: {
      contents: `${clients.map((client, n) => `import { ${names[n]} } from '@aws-sdk/${client}';`).join('\n')}
export const handler = async () => [${names.join(', ')}].length;`,
      resolveDir: root,
    },
  });
  const file = join(folder, `empty-${clients.join('-')}.mjs`);
  const program = outputFiles.find(({ path }) => path.endsWith('stdin.mjs'));
  if (program === undefined) throw new Error('esbuild made no program of an empty handler');
  await writeFile(file, program.contents);
  for (const { path, contents } of outputFiles)
    if (path !== program.path) await writeFile(join(folder, basename(path)), contents);
  return file;
};

const startUp = async (file: string): Promise<number> => {
  const program = `await import(${JSON.stringify(file)}); const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--enable-source-maps',
    '--input-type=module',
    '--eval',
    program,
  ]);
  return Number(stdout);
};
