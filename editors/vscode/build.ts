/** `npm run tool package:vscode [-- FOLDER]`: makes the extension of VS Code in `dist/vscode`, ready for `vsce package`. */

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const root = join(here, '../..');
const folder = process.argv[2] ?? join(root, 'dist/vscode');

rmSync(folder, { recursive: true, force: true });
for (const name of ['package.json', 'language-configuration.json', 'syntaxes', 'README.md'])
  cpSync(join(here, name), join(folder, name), { recursive: true });
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
await build({
  absWorkingDir: root,
  entryPoints: [join(here, 'src/extension.ts')],
  outfile: join(folder, 'extension.cjs'),
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  // what VS Code 1.91 runs on
  target: 'node20',
  // VS Code itself gives this module
  external: ['vscode'],
  legalComments: 'none',
  logLevel: 'warning',
});
process.stdout.write(`${folder}\n`);
