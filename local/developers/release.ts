/**
 * `npm run tool release -- 0.3.0`: sets the version wherever it stands, moves the lines of `.changeset` into the version's section of
 * `CHANGELOG.md`, and removes the files. Run again, it adds what has come since. Tag the commit `v<version>`: DEVELOPERS.md, "Release".
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf, withLines, withVersion } from './changes.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** What stands before and after the version of this project in each file. */
const places: readonly (readonly [file: string, own: RegExp])[] = [
  ['package.json', /(^\s*"version": ")[^"]+(")/m],
  ['package-lock.json', /(^ {2}"version": ")[^"]+(")/m],
  ['package-lock.json', /(^ {6}"name": "toscanini",\n {6}"version": ")[^"]+(")/m],
  ['editors/vscode/package.json', /(^\s*"version": ")[^"]+(")/m],
  ['editors/vscode/README.md', /(vsce package # toscanini-tosca-)[\d.]+(\.vsix)/],
  ['editors/vscode/README.md', /(--install-extension toscanini-tosca-)[\d.]+(\.vsix)/],
  ['src/http/service/info.ts', /(export const version = ')[^']+(')/],
  ['docs/openapi.json', /(^ {4}"version": ")[^"]+(")/m],
];

const [version = ''] = process.argv.slice(2);
if (/^\d+\.\d+\.\d+$/.test(version)) {
  for (const [file, own] of places) writeFileSync(join(root, file), withVersion(file, read(file), own, version));
  const files = readdirSync(join(root, '.changeset'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => `.changeset/${name}`);
  const lines = files.toSorted().flatMap((file) => linesOf(file, read(file)));
  // the files last: whatever breaks it off, no line is lost
  writeFileSync(join(root, 'CHANGELOG.md'), withLines(read('CHANGELOG.md'), version, lines));
  for (const file of files) rmSync(join(root, file));
  process.stdout.write(
    `${version}: ${lines.length} lines of ${files.length} files of .changeset are in CHANGELOG.md\n`,
  );
} else {
  process.stderr.write('name the version: npm run tool release -- 0.3.0\n');
  process.exitCode = 2;
}
