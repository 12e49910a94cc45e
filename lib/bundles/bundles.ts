import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { builds } from './builds.ts';
import { BundleFiles } from './bundle-files.ts';
import { entryPoints, folderOf, root } from './bundling.ts';
import { builtDashboard, dashboardName } from './kept-dashboard.ts';
import { cacheFolder, fingerprint, keptFolder } from './kept-folder.ts';

/** Returns the folder with the bundle of an entry point: index.mjs, the files it loads later, and their source maps. */
export type Bundles = (entry: string) => string;

/** What the bundles are made of, besides packages in the versions of the lock file. */
const sources = ['src/**', 'functions/**', 'client/**', 'ui/**', 'lib/**', 'package-lock.json'];

/** milliseconds: longer than a synthesis reads them */
const unused = 3_600_000;

/** Bundles every function. The bundles are kept until a source changes, because they take most of a synthesis. */
export const bundleFunctions = async (): Promise<Bundles> => {
  const folder = await keptFolder(cacheFolder(root, 'bundles'), fingerprint(root, sources), writeBundles, unused);
  return (entry) => join(folder, folderOf(entry));
};

/** Writes a program while esbuild makes the next one. */
const writeBundles = async (folder: string): Promise<void> => {
  const files = new BundleFiles(folder);
  const [dashboard] = await Promise.all([
    builtDashboard(root, cacheFolder(root, dashboardName)),
    builds(entryPoints, {}, (_, built) => {
      for (const file of built.files) files.add(file);
    }),
  ]);
  await files.written();
  await cp(dashboard, join(folder, folderOf('functions/http/ui/page.ts'), 'dashboard'), { recursive: true });
};
