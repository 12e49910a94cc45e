import type { Audit } from './audit.ts';
import { auditCallbacks } from './audit-callbacks.ts';
import { auditDeployments } from './audit-deployments.ts';
import { auditDraining } from './audit-draining.ts';
import { auditLists } from './audit-lists.ts';
import { auditProviders } from './audit-providers.ts';
import { auditResources } from './audit-resources.ts';
import { auditSchedules } from './audit-schedules.ts';
import { auditSecrets } from './audit-secrets.ts';
import { auditSweeps } from './audit-sweeps.ts';
import { auditTraffic } from './audit-traffic.ts';

/** Each answers what it found wrong. */
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
  ...auditDraining,
  ...auditLists,
  ...auditSchedules,
  ...auditSecrets,
  ...auditSweeps,
];
