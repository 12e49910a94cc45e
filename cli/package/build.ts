/** `npm run package:cli [-- FOLDER]`: makes the package of the command line in `dist/cli`, ready for `npm install -g`. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import packageFile from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const folder = process.argv[2] ?? join(root, 'dist/cli');

/**
 * CommonJS keeps a lazy import lazy, and with it what the imported file takes from Node. As a module, the file would load
 * `node:http` for every `--help`.
 */
const bundle = async (): Promise<number> => {
  const outfile = join(folder, 'toscanini.cjs');
  const { metafile } = await build({
    entryPoints: [join(root, 'cli/main.ts')],
    absWorkingDir: root,
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  return Object.values(metafile.outputs)[0]?.bytes ?? 0;
};

/** Node keeps the compiled code: the second start takes two thirds of the first. Without the folder it works all the same. */
const entry = `#!/usr/bin/env node
const { enableCompileCache } = require('node:module');
const { homedir } = require('node:os');
const { join } = require('node:path');
enableCompileCache?.(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'toscanini'));
require('./toscanini.cjs');
`;

const manifest = {
  name: 'toscanini-cli',
  version: packageFile.version,
  description: 'Deploy TOSCA templates from the command line',
  bin: { toscanini: 'entry.cjs' },
  files: ['entry.cjs', 'toscanini.cjs'],
  engines: { node: '>=22' },
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const bytes = await bundle();
writeFileSync(join(folder, 'entry.cjs'), entry, { mode: 0o755 });
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
process.stdout.write(`${folder}: one file of ${Math.ceil(bytes / 1000)} kB\n`);
