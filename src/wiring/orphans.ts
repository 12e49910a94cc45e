/** The ports of the daily sweeps. */

import { fileOwners as s3FileOwners } from '../adapters/files/file-owners.ts';
import { claims as claimTable } from '../adapters/tables/claims.ts';
import { possibleOrphans } from '../adapters/tables/possible-orphans.ts';
import { countedOrphans } from '../observability/counted-upkeep.ts';
import { emit } from '../observability/metrics.ts';
import { filesBucket } from './buckets.ts';
import { once } from './once.ts';
import { deploymentsTable } from './tables.ts';

export const orphans = once(() => possibleOrphans(deploymentsTable()));
/** Who has what stands at providers. */
export const claims = once(() => claimTable(deploymentsTable()));
export const fileOwners = once(() => s3FileOwners(filesBucket()));
export const orphanReport = once(() => countedOrphans(emit));
