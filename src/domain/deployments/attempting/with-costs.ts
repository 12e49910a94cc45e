import type { Topology } from '../../../tosca/topology.ts';
import type { CreationPreviewOf } from '../../deployers/preview.ts';
import { previewsOf } from '../../policies/preview-at.ts';
import type { Candidate, Ranking } from '../../providers/ports.ts';

/** The ranking with what all of the topology costs at each candidate, where that is known. */
export const withCosts = async <R extends Ranking>(
  { creationPreviewOf }: { readonly creationPreviewOf: CreationPreviewOf },
  topology: Topology,
  ranking: R,
): Promise<R> => {
  const previewAt = previewsOf(creationPreviewOf, topology);
  const priced = async (candidate: Candidate): Promise<Candidate> => {
    const preview = await previewAt(candidate);
    return preview ? { ...candidate, cost: { ...preview.cost, unpriced: [...(preview.unpriced ?? [])] } } : candidate;
  };
  return { ...ranking, candidates: await Promise.all(ranking.candidates.map(priced)) };
};
