/** `npm run tool package:cli [-- FOLDER]`: makes the package of the command line in `dist/cli`, ready for `npm install -g`. */

import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { commandLine, entryFile } from './bundle.ts';
import { manPage } from './man-page.ts';
import { writeFiles } from './write-files.ts';

const root = join(import.meta.dirname, '../..');
const folder = process.argv[2] ?? join(root, 'dist/cli');

const manifest = {
  name: 'toscanini-cli',
  version: packageFile.version,
  description: 'Deploy TOSCA templates from the command line',
  bin: { toscanini: entryFile },
  man: './toscanini.1',
  license: packageFile.license,
  keywords: ['tosca', 'deployment', 'orchestrator', 'infrastructure-manager', 'cloudformation', 'batch', 'cli'],
  files: ['*.cjs', 'toscanini.1'],
  engines: { node: '>=22' },
};

rmSync(folder, { recursive: true, force: true });
const { files } = await commandLine('user');
writeFiles(folder, files);
writeFileSync(
  join(folder, 'toscanini.1'),
  await manPage(readFileSync(join(root, 'docs/cli.md'), 'utf8'), packageFile.version),
);
for (const [from, to] of [
  ['cli/package/README.md', 'README.md'],
  ['LICENSE', 'LICENSE'],
] as const)
  copyFileSync(join(root, from), join(folder, to));
chmodSync(join(folder, entryFile), 0o755);
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
process.stdout.write(`${folder}: ${files.size} files of ${Math.ceil(bytes / 1000)} kB\n`);
