/** `node test/lib/digests.ts FOLDER`: what the app in that folder is made into, templates and three bundles, as digests in JSON. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exampleConfiguration } from './stacks.ts';

const bundled = ['http/deployments/create', 'events/file-created', 'tasks/poll-attempt'];

const [, , folder = ''] = process.argv;
const from = async <T>(module: string): Promise<T> => await import(pathToFileURL(join(folder, module)).href);
const { buildApp } = await from<typeof import('../../lib/app.ts')>('lib/app.ts');
const { root } = await from<typeof import('../../lib/bundles/bundling.ts')>('lib/bundles/bundling.ts');
const { programs } = await from<typeof import('../../lib/bundles/programs.ts')>('lib/bundles/programs.ts');

const digest = (contents: string | Uint8Array): string => createHash('sha256').update(contents).digest('hex');

const made = await programs(
  bundled.map((name) => `functions/${name}.ts`),
  // the packages are linked into the other folder, and are to be seen there
  { preserveSymlinks: true },
);
const { directory, stacks } = buildApp(exampleConfiguration).synth();
const files = [
  ...made.flatMap(({ files: all }) => all).map(({ path, contents }) => [relative(root, path), digest(contents)]),
  ...stacks.map(({ templateFile }) => [templateFile, digest(readFileSync(join(directory, templateFile)))]),
];
console.log(JSON.stringify(Object.fromEntries(files)));
