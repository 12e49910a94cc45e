import type { Adopted } from '../deployments/record/adopted.ts';
import type { Ranking } from '../providers/ports.ts';

/** An adoption happens where the infrastructure stands, and nowhere else. */
export const onlyThere = <R extends Ranking>(adopts: Adopted | undefined, ranking: R): R => {
  if (adopts === undefined) return ranking;
  const isThere = ({ id }: { readonly id: string }): boolean => id === adopts.providerId;
  return { ...ranking, candidates: ranking.candidates.filter(isThere), dropped: ranking.dropped.filter(isThere) };
};
