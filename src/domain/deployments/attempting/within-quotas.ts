import type { Judges } from '../../policies/judges.ts';
import type { Ranking } from '../../providers/ports.ts';
import type { Deployment } from '../record/deployment.ts';

/** Counts what the candidates use, before anything is sent; those that quotas do not allow are dropped, with the reason. */
export const withinQuotas = async <R extends Ranking>(
  { useQuotas }: Judges,
  { id, operation, createdBy: owner, userGroup: group, uses }: Deployment,
  ranking: R,
): Promise<R> => {
  if (useQuotas === undefined || useQuotas.isEmpty) return ranking;
  const of = { id, operationId: operation.id, owner, group, uses };
  const { kept, refused } = await useQuotas.reserve(of, ranking.candidates);
  return { ...ranking, candidates: kept, dropped: [...ranking.dropped, ...refused] };
};
