import type { Adopted } from '../deployments/record/adopted.ts';
import type { Limits } from '../providers/limits.ts';
import type { Ranking } from '../providers/ports.ts';

/** For the ranking of an adoption: no number of tries cuts off the provider where the infrastructure stands. */
export const askedThere = (
  adopts: Adopted | undefined,
  { maxProvidersRetry, ...limits }: Limits,
): { readonly limits: Limits; readonly only?: string } =>
  adopts
    ? { limits, only: adopts.providerId }
    : { limits: { ...limits, ...(maxProvidersRetry !== undefined && { maxProvidersRetry }) } };

/** An adoption happens where the infrastructure stands, and nowhere else. */
export const onlyThere = <R extends Ranking>(adopts: Adopted | undefined, ranking: R): R => {
  if (adopts === undefined) return ranking;
  const isThere = ({ id }: { readonly id: string }): boolean => id === adopts.providerId;
  return { ...ranking, candidates: ranking.candidates.filter(isThere), dropped: ranking.dropped.filter(isThere) };
};
