/**
 * `npm run -s check -- [--graph] FILE...`: processes service templates and prints one JSON line for each, so that an
 * editor or a pipeline can read it: {"file","ok","version","problems":[...]}; on a terminal it prints lines for people. With --graph it prints the topologies as
 * Mermaid instead. Exit code 0: all are good; 1: some are not; 2: called wrongly.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { typesIn } from '../src/adapters/types.ts';
import { mermaid } from '../src/domain/tosca/graph.ts';
import { withOperatorTypes } from '../src/domain/tosca/operator-types.ts';
import { type Examined, validateTemplate } from '../src/domain/tosca/process.ts';
import type { Imports } from '../src/domain/tosca/topology.ts';
import { readable } from './check-screen.ts';
import { homeDirectory } from './running.ts';

const usage = 'usage: npm run -s check -- [--graph] FILE...';

/** Imports of a file on this machine: files beside it, and nothing from the network. */
const importsBeside = (file: string): Imports => withOperatorTypes(ownTypes, filesBeside(file));

/** Those of a local installation: `.toscanini/types`. */
const ownTypes = typesIn(join(homeDirectory(), 'types'));

const filesBeside = (file: string): Imports => ({
  profile: (name) => profileBeside(file, name),
  read: async (address) => {
    if (/^https?:/i.test(address))
      throw new Error('it is on the network, and only files and known addresses are read here');
    const path = address.startsWith('file:') ? fileURLToPath(address) : resolve(dirname(file), address);
    // a leading slash means the root of the archive the file belongs to
    return readFile(address.startsWith('/') && !existsSync(path) ? join(dirname(file), address) : path, 'utf8');
  },
});

/** A profile that another file in the folder says it is. */
async function profileBeside(file: string, name: string): Promise<{ address: string; text: string } | undefined> {
  const folder = dirname(file);
  for (const each of (await readdir(folder)).toSorted()) {
    if (!/\.ya?ml$/.test(each)) continue;
    const text = await readFile(join(folder, each), 'utf8');
    const [, profile = ''] = /^profile:\s*["']?([^\s"'#]+)/m.exec(text) ?? [];
    if (profile === name) return { address: each, text };
  }
  return undefined;
}

async function check(file: string): Promise<Examined> {
  try {
    return await validateTemplate(asSubmitted(await readFile(file)), importsBeside(file));
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}

/** A CSAR is submitted as base64. */
const asSubmitted = (bytes: Buffer): string =>
  bytes.subarray(0, 2).toString('latin1') === 'PK' ? bytes.toString('base64') : bytes.toString('utf8');

function unreadable(message: string): Examined {
  const place = { file: 'template', line: 1, column: 1, path: '' };
  const problems = [{ code: 'file-unreadable', severity: 'error' as const, message, ...place }];
  return { ok: false, version: undefined, topology: undefined, problems };
}

async function main(args: readonly string[]): Promise<number> {
  const files = args.filter((arg) => !arg.startsWith('--'));
  const unknown = args.filter((arg) => arg.startsWith('--') && arg !== '--graph');
  if (files.length === 0 || unknown.length > 0) {
    process.stderr.write(`${unknown.map((arg) => `unknown option ${arg}\n`).join('')}${usage}\n`);
    return 2;
  }
  let good = true;
  for (const file of files) good = (await print(file, args.includes('--graph'))) && good;
  return good ? 0 : 1;
}

async function print(file: string, graph: boolean): Promise<boolean> {
  const { ok, version, topology, problems } = await check(file);
  if (graph && topology) process.stdout.write(`${mermaid(topology)}\n`);
  else if (process.stdout.isTTY) process.stdout.write(readable(file, problems, version));
  else process.stdout.write(`${JSON.stringify({ file, ok, version: version ?? null, problems })}\n`);
  return ok;
}

process.exitCode = await main(process.argv.slice(2));
