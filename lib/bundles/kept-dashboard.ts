import { fingerprint, keptFolder, sharedCache } from './kept-folder.ts';

/** What the dashboard is built of: when none has changed, neither has a built file. */
const sources = [
  'ui/**',
  'client/**',
  'src/tosca/**',
  'src/foundation/**',
  'src/domain/deployments/record/outline.ts',
  'src/domain/deployments/record/default-name.ts',
  'src/domain/schedules/*-expression.ts',
  'src/domain/schedules/file-parameters.ts',
  'lib/bundles/dashboard.ts',
  'package-lock.json',
];

/** the name of its cache */
const dashboardName = 'dashboard';

/** undefined where nobody may write beside the packages */
export const dashboardCache = (root: string): string | undefined => sharedCache(root, dashboardName);

/**
 * The folder with the built dashboard, for the laptop. It is kept until a source changes. Only then esbuild is loaded, and its
 * process, of 130 MB, ended.
 */
export const builtDashboard = (root: string, cache: string): Promise<string> =>
  keptFolder(cache, fingerprint(root, sources), async (folder) => {
    const { buildDashboard, writeDashboard } = await import('./dashboard.ts');
    writeDashboard(await buildDashboard(), folder);
    const { stop } = await import('esbuild');
    await stop();
  });
