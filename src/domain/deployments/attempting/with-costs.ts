import { log } from '../../../foundation/log.ts';
import { sanitisedForLog } from '../../../foundation/sanitised-error.ts';
import type { Topology } from '../../../tosca/topology.ts';
import type { CreationPreviewOf } from '../../deployers/preview.ts';
import type { JudgedRanking } from '../../policies/judge-ranking.ts';
import { previewsOf } from '../../policies/preview-at.ts';
import type { Candidate, Ranking } from '../../providers/ports.ts';

/**
 * The ranking with what all of the topology costs at each candidate, where that is known. A preview fails where nothing was
 * translated, such as for a service that a federation ranks and that is configured here as a stack: an estimate does not stop the
 * deployment. `known`: the previews that rules and quotas have been judged by.
 */
export const withCosts = async <R extends Ranking>(
  { creationPreviewOf }: { readonly creationPreviewOf: CreationPreviewOf },
  topology: Topology,
  ranking: R,
  known: JudgedRanking['previews'] = new Map(),
): Promise<R> => {
  const previewAt = previewsOf(creationPreviewOf, topology);
  const priced = async (candidate: Candidate): Promise<Candidate> => {
    try {
      const preview = known.has(candidate.id) ? known.get(candidate.id) : await previewAt(candidate);
      return preview ? { ...candidate, cost: { ...preview.cost, unpriced: [...(preview.unpriced ?? [])] } } : candidate;
    } catch (error) {
      const about = { providerId: candidate.id, error: sanitisedForLog(error) };
      log('WARN', 'the cost at a provider could not be estimated: the ranking is without it', about);
      return candidate;
    }
  };
  return { ...ranking, candidates: await Promise.all(ranking.candidates.map(priced)) };
};
