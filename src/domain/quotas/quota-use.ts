/** What is used of each quota that is set. */

import type { Scope } from '../../foundation/scope.ts';
import { type Bounds, type LimitName, limitsOfScope, type Quotas } from './quota.ts';
import { countedIn, shownAmount, type Used } from './use-bounds.ts';

export interface QuotaUse {
  readonly scope: Scope;
  readonly name: LimitName;
  readonly most: number;
  readonly used: number;
}

interface Counts {
  count(scope: Scope): Promise<number>;
  usedBy(scope: Scope): Promise<Used>;
}

/** In the order of the scopes; none where none is set. */
export const quotaUse = async (
  counts: Counts,
  quotas: Quotas | undefined,
  scopes: readonly Scope[],
): Promise<readonly QuotaUse[]> => {
  const bounds = scopes.map((scope) => ({ scope, limits: limitsOfScope(quotas, scope) }));
  return (await Promise.all(bounds.map((one) => usesOf(counts, one)))).flat();
};

const usesOf = async (counts: Counts, { scope, limits }: Bounds): Promise<readonly QuotaUse[]> => {
  const { deployments: most, backfillsPerDay } = limits;
  const first =
    most === undefined ? [] : [{ scope, name: 'deployments' as const, most, used: await counts.count(scope) }];
  const counted = countedIn(limits);
  if (counted.length === 0 && backfillsPerDay === undefined) return first;
  const { amounts, startedToday, backfillsToday } = await counts.usedBy(scope);
  return [
    ...first,
    ...counted.map(({ name, counter, unit, most: limit }) => ({
      ...{ scope, name, most: limit },
      used: shownAmount((counter === 'starts' ? startedToday : amounts[counter]) / unit),
    })),
    ...(backfillsPerDay === undefined
      ? []
      : [{ scope, name: 'backfillsPerDay' as const, most: backfillsPerDay, used: backfillsToday }]),
  ];
};
