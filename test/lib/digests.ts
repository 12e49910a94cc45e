/** `node test/lib/digests.ts FOLDER NAME…`: what the app in that folder is made into, as digests in JSON: templates, and the bundles of these functions. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { App } from 'aws-cdk-lib';
import type { Program } from '../../lib/bundles/programs.ts';
import { exampleConfiguration } from './stacks.ts';

const digest = (contents: string | Uint8Array): string => createHash('sha256').update(contents).digest('hex');

/** Digests by file. */
export const digestsOf = (root: string, made: readonly Program[], app: App): Readonly<Record<string, string>> => {
  const { directory, stacks } = app.synth();
  const files = [
    ...made.flatMap(({ files: all }) => all).map(({ path, contents }) => [relative(root, path), digest(contents)]),
    ...stacks.map(({ templateFile }) => [templateFile, digest(readFileSync(join(directory, templateFile)))]),
  ];
  return Object.fromEntries(files);
};

const printed = async (folder: string, names: readonly string[]): Promise<string> => {
  const from = async <T>(module: string): Promise<T> => await import(pathToFileURL(join(folder, module)).href);
  const { buildApp } = await from<typeof import('../../lib/app.ts')>('lib/app.ts');
  const { root } = await from<typeof import('../../lib/bundles/bundling.ts')>('lib/bundles/bundling.ts');
  const { programs } = await from<typeof import('../../lib/bundles/programs.ts')>('lib/bundles/programs.ts');
  const made = await programs(
    names.map((name) => `functions/${name}.ts`),
    // the packages are linked into the other folder, and are to be seen there
    { preserveSymlinks: true },
  );
  return JSON.stringify(digestsOf(root, made, buildApp(exampleConfiguration)));
};

if (import.meta.main) {
  const [, , folder = '', ...names] = process.argv;
  console.log(await printed(folder, names));
}
