import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { folderOf, root } from './bundling.ts';
import { buildDashboard, writeDashboard } from './dashboard.ts';
import { programs } from './programs.ts';

/** Returns the folder with the bundle of an entry point: index.mjs, the files it loads later, and their source maps. */
export type Bundles = (entry: string) => string;

/**
 * Bundles every function. The folders are removed when the process ends; by then the CDK has copied them into its assembly.
 */
export const bundleFunctions = async (): Promise<Bundles> => {
  const [made, dashboard] = await Promise.all([programs(), buildDashboard()]);
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-bundles-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const { path, contents } of made.flatMap(({ files }) => files)) {
    const file = join(folder, relative(join(root, 'cdk.out'), path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  writeDashboard(dashboard, join(folder, folderOf('functions/http/ui/page.ts'), 'dashboard'));
  return (entry) => join(folder, folderOf(entry));
};
