/** Makes what the first start and the first `cdk synth` would wait for, and keeps it beside the packages. */

import { builtDashboard, dashboardCache } from '../../lib/bundles/kept-dashboard.ts';
import { assemblyCache, cloudAssembly } from '../template/assembly.ts';
import { loadParts } from './laptop.ts';

/** Makes nothing where nobody may write beside the packages. Rejects where the first start would fail too. */
export const prepare = async (root: string): Promise<void> => {
  const assembly = assemblyCache(root);
  const dashboard = dashboardCache(root);
  if (assembly === undefined || dashboard === undefined) return;
  // the parts of the service are loaded so that Node keeps what it compiled of them
  await Promise.all([cloudAssembly(root, assembly), builtDashboard(root, dashboard), loadParts()]);
};
