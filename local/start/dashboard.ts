import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../template/assembly.ts';

/** What the dashboard is built of: when none has changed, neither has a built file. */
const sources = [
  'ui/**',
  'client/**',
  'src/tosca/**',
  'src/foundation/**',
  'lib/bundles/dashboard.ts',
  'package-lock.json',
];

/** The folder with the built dashboard. It is kept until a source changes, and esbuild is loaded only then. */
export const builtDashboard = async (root: string, cache: string): Promise<string> => {
  const folder = join(cache, fingerprint(root, sources));
  if (existsSync(folder)) return folder;
  const { buildDashboard, writeDashboard } = await import('../../lib/bundles/dashboard.ts');
  const built = await buildDashboard();
  rmSync(cache, { recursive: true, force: true });
  writeDashboard(built, `${folder}.new`);
  renameSync(`${folder}.new`, folder);
  return folder;
};
