import * as v from 'valibot';
import { recordOf, strict, wholeNumber } from '../../foundation/shape/schemas.ts';

const count = v.pipe(wholeNumber, v.minValue(0));
const amount = v.pipe(v.number('expected a number'), v.minValue(0), v.maxValue(1e9));

/** What one user, one group or the installation may have (docs/decisions/0072, 0081). */
const limits = strict({
  /** that stand at a time */
  deployments: v.optional(count),
  /** machines and containers at a time */
  machines: v.optional(count),
  /** processors, also parts of one */
  cpus: v.optional(amount),
  memoryGb: v.optional(amount),
  diskGb: v.optional(amount),
  /** jobs at a time */
  jobs: v.optional(count),
  /** jobs that are started on one day, UTC */
  jobsPerDay: v.optional(count),
  /** backfills that are started on one day, UTC */
  backfillsPerDay: v.optional(count),
  /** at list prices, where they are known */
  hourlyUsd: v.optional(amount),
  monthlyUsd: v.optional(amount),
});

const quota = v.union([count, limits], 'expected a number of deployments, or an object of limits');

/** What may stand at a time. A number alone is one of deployments. */
export const quotas = strict({
  /** of each user */
  user: v.optional(quota),
  /** of each group */
  group: v.optional(quota),
  /** of these groups, instead */
  groups: v.optional(recordOf(v.string(), quota)),
  installation: v.optional(quota),
});
