/** `npm run tool package:cli [-- FOLDER]`: makes the package of the command line in `dist/cli`, ready for `npm install -g`. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { commandLine } from './bundle.ts';

const root = join(import.meta.dirname, '../..');
const folder = process.argv[2] ?? join(root, 'dist/cli');

/** Node keeps the compiled code: the second start takes two thirds of the first. Without the folder it works all the same. */
const entry = `#!/usr/bin/env node
const { enableCompileCache } = require('node:module');
const { XDG_CACHE_HOME, HOME = require('node:os').homedir() } = process.env;
enableCompileCache?.((XDG_CACHE_HOME || HOME + '/.cache') + '/toscanini');
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
const program = await commandLine();
writeFileSync(join(folder, 'toscanini.cjs'), program);
writeFileSync(join(folder, 'entry.cjs'), entry, { mode: 0o755 });
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
process.stdout.write(`${folder}: one file of ${Math.ceil(Buffer.byteLength(program) / 1000)} kB\n`);
