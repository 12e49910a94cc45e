/**
 * `npm run tool package:executables [-- ARCHITECTURE…]`: makes `dist/toscanini-linux-x64` and `dist/toscanini-linux-arm64`, each one file that
 * needs no Node: Node's own single executable applications, with the program of `npm run tool package:cli` in it.
 */

import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineInOneFile } from '../../cli/package/bundle.ts';
import packageFile from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const architectures = ['x64', 'arm64'] as const;
type Architecture = (typeof architectures)[number];

/** Node looks for the program behind this mark, which each of its binaries has (Node.js, "Single executable applications"). */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** What it says on its way is shown only if it fails: postject warns of sections of Node's own that have no name. */
const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Node's binary: that of this installation, or else the package of the other architecture, in the version of package.json. */
const nodeOf = (architecture: Architecture, folder: string): string => {
  const name = `node-linux-${architecture}` as const;
  const installed = join(root, 'node_modules', name, 'bin/node');
  if (existsSync(installed)) return installed;
  const version = packageFile.optionalDependencies[name];
  const file = run('npm', 'pack', `${name}@${version}`, '--silent', '--pack-destination', folder).trim();
  run('tar', '-xzf', join(folder, file), '-C', folder, 'package/bin/node');
  return join(folder, 'package/bin/node');
};

/** The program as Node reads it from its own file. It has no code of one architecture, so one blob serves all. */
const blobIn = async (folder: string): Promise<string> => {
  const [main, output, config] = ['toscanini.cjs', 'toscanini.blob', 'sea.json'].map((name) => join(folder, name));
  if (main === undefined || output === undefined || config === undefined)
    throw new Error('three names give three paths');
  writeFileSync(main, await commandLineInOneFile());
  writeFileSync(config, JSON.stringify({ main, output, disableExperimentalSEAWarning: true }));
  run(process.execPath, '--experimental-sea-config', config);
  return output;
};

const make = (
  architecture: Architecture,
  { blob, folder, postject }: { readonly [name in 'blob' | 'folder' | 'postject']: string },
): void => {
  const file = join(root, 'dist', `toscanini-linux-${architecture}`);
  rmSync(file, { force: true });
  copyFileSync(nodeOf(architecture, folder), file);
  run(postject, file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse);
  chmodSync(file, 0o755);
  process.stdout.write(`${file}: ${Math.ceil(statSync(file).size / 1e6)} MB\n`);
};

const chosen = architectures.filter((each) => process.argv.length === 2 || process.argv.slice(2).includes(each));
if (chosen.length === 0) {
  process.stderr.write(`usage: npm run tool package:executables [-- ${architectures.join(' ')}]\n`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'toscanini-executables-'));
try {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const blob = await blobIn(folder);
  const postject = join(root, 'node_modules/.bin/postject');
  for (const architecture of chosen) make(architecture, { blob, folder, postject });
} finally {
  rmSync(folder, { recursive: true });
}
