/** The ports of the checks of what stands. */

import { checks as checkTable } from '../adapters/tables/checks.ts';
import { countedDrift } from '../observability/counted-upkeep.ts';
import { emit } from '../observability/metrics.ts';
import { once } from './once.ts';
import { deploymentsTable } from './tables.ts';

export const driftChecks = once(() => checkTable(deploymentsTable()));
export const driftReport = once(() => countedDrift(emit));
