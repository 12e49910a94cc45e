/** What must be true once everything has settled, whatever went wrong before. Each check answers what it found wrong. */

import { auditCallbacks } from './audit-callbacks.ts';
import { auditDeployments } from './audit-deployments.ts';
import { auditLists } from './audit-lists.ts';
import { auditProviders } from './audit-providers.ts';
import { auditResources } from './audit-resources.ts';
import { auditSchedules } from './audit-schedules.ts';
import { auditSecrets } from './audit-secrets.ts';
import { auditSweeps } from './audit-sweeps.ts';
import { auditTraffic } from './audit-traffic.ts';
import type { World } from './traffic.ts';
import type { Truth } from './truth.ts';

export interface Audit {
  readonly name: string;
  /** in words; none: it is as it should be */
  faults(world: World, truth: Truth): Promise<readonly string[]> | readonly string[];
}

export const audits: readonly Audit[] = [
  ...auditTraffic,
  {
    name: 'every answer was one that the contract knows, and no server error but 503',
    faults: ({ ledger }) => ledger.anomalies,
  },
  ...auditDeployments,
  ...auditCallbacks,
  ...auditResources,
  ...auditProviders,
  ...auditLists,
  ...auditSchedules,
  ...auditSecrets,
  ...auditSweeps,
];

/** As many as can be read, and how many more there are. */
export const some = (faults: readonly string[], most = 5): string =>
  [...faults.slice(0, most), ...(faults.length > most ? [`and ${faults.length - most} more`] : [])].join('\n        ');
