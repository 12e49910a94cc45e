import type { Judges } from '../../policies/judges.ts';
import type { Candidate, Ranking } from '../../providers/ports.ts';
import { type Amounts, sum } from '../../quotas/amounts.ts';
import type { Deployment } from '../record/deployment.ts';

/** Counts what the candidates use, before anything is sent; those that quotas do not allow are dropped, with the reason. */
export const withinQuotas = async <R extends Ranking>(
  { useQuotas }: Judges,
  { id, operation, createdBy: owner, userGroup: group, uses, remains }: Deployment,
  ranking: R,
): Promise<R> => {
  if (useQuotas === undefined || useQuotas.isEmpty) return ranking;
  const of = { id, operationId: operation.id, owner, group, uses };
  const beside = operation.moves?.from.uses ?? remains?.uses;
  const counted = beside ? ranking.candidates.map((one) => withBeside(one, beside)) : ranking.candidates;
  const { kept, refused } = await useQuotas.reserve(of, counted);
  const isKept = new Set(kept.map((one) => one.id));
  const candidates = ranking.candidates.filter((one) => isKept.has(one.id));
  return { ...ranking, candidates, dropped: [...ranking.dropped, ...refused] };
};

/** What a move leaves may stand beside the new one. */
const withBeside = (candidate: Candidate, beside: Amounts): Candidate => {
  const { use } = candidate;
  return use ? { ...candidate, use: { ...use, running: sum(use.running, beside) } } : candidate;
};
