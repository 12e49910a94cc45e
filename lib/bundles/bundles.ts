import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { folderOf, root } from './bundling.ts';
import { programs } from './programs.ts';

/** Where the bundle of an entry point is: a folder with index.mjs, what it loads later, and their source maps. */
export type Bundles = (entry: string) => string;

/** Bundles every function; the folders are gone when the process ends, by when the CDK has copied them into its assembly. */
export const bundleFunctions = async (): Promise<Bundles> => {
  const made = await programs();
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-bundles-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const { path, contents } of made.flatMap(({ files }) => files)) {
    const file = join(folder, relative(join(root, 'cdk.out'), path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  return (entry) => join(folder, folderOf(entry));
};
