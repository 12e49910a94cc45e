import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { textShownTo } from '../../domain/deployments/record/disclosure.ts';
import type { Files } from '../../domain/deployments/record/ports.ts';
import type { StoredRanking } from '../../domain/deployments/record/stored-ranking.ts';
import type { Caller } from '../../foundation/caller.ts';
import { type Answer, entity } from '../pipeline/answer.ts';
import type { BodyOf } from '../schemas/answers.ts';

interface Input {
  readonly deployment: Deployment;
  readonly caller: Caller;
}

/**
 * GET /deployments/{deployment_id}/ranking: an extension. Which providers may be tried, in which order, and why others may
 * not: of the present operation, else of the one that brought the template.
 */
export const ranking =
  ({ files }: { readonly files: Pick<Files, 'findRanking'> }) =>
  async ({ deployment, caller }: Input): Promise<Answer> => {
    const { id, operation, templateOf } = deployment;
    for (const operationId of new Set([operation.id, templateOf])) {
      const found = await files.findRanking(id, operationId);
      if (found) return entity(rankingView(operationId, found, (text) => textShownTo(caller, deployment, text)));
    }
    return entity({ candidates: [], dropped: [], notes: [] } satisfies BodyOf<'Ranking'>);
  };

export const rankingView = (
  operation: string,
  { candidates, dropped, notes }: StoredRanking,
  shown: (text: string) => string,
): BodyOf<'Ranking'> => ({
  operation,
  candidates: candidates.map(({ id, name, score }) => ({
    id,
    name,
    ...(score !== undefined && { score: shown(score) }),
  })),
  dropped: dropped.map(({ id, name, reason }) => ({ id, name, reason: shown(reason) })),
  notes: notes.map(shown),
});
