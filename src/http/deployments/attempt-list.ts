import * as v from 'valibot';
import { type Attempt, failureOf } from '../../domain/deployments/record/attempt.ts';
import { causeOf } from '../../domain/deployments/record/cause.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { reasonShownTo } from '../../domain/deployments/record/disclosure.ts';
import type { Attempts } from '../../domain/deployments/record/ports.ts';
import type { Reason } from '../../domain/deployments/record/quoted-log.ts';
import type { Caller } from '../../foundation/caller.ts';
import { cutPage } from '../../foundation/cut-page.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import type { Links } from '../pipeline/links.ts';
import { pageQuery, pageRequest, pageView } from '../pipeline/page.ts';
import type { BodyOf } from '../schemas/answers.ts';

export const attemptListQuery = v.object(pageQuery);

interface Input {
  readonly deployment: Deployment;
  readonly caller: Caller;
  readonly query: v.InferOutput<typeof attemptListQuery>;
  readonly links: Links;
}

/**
 * GET /deployments/{deployment_id}/attempts: an extension. The providers that were tried and the outcome of each, newest
 * first.
 */
export const attemptList =
  ({ attempts }: { readonly attempts: Pick<Attempts, 'list'> }) =>
  async ({ deployment, caller, query, links }: Input): Promise<Answer> => {
    const request = pageRequest(query);
    const page = cutPage(await attempts.list(deployment.id), placeOf, request);
    const address = `${links.deployment(deployment.id)}/attempts`;
    return ok(
      pageView(address, {}, request, page, (attempt) =>
        attemptView(attempt, (reason) => reasonShownTo(caller, deployment, reason)),
      ),
    );
  };

/** They are in the order of their numbers. There are few: one for each provider that was tried. */
const placeOf = ({ number }: Attempt): string => `${number}`.padStart(9, '0');

const attemptView = (attempt: Attempt, shown: (reason: Reason) => string): BodyOf<'Attempt'> => {
  const { number, operationId, providerId, infrastructureId, state, said, startedAt, deadline, left } = attempt;
  const reason = failureOf(attempt);
  return {
    number,
    operation: operationId,
    cloudProviderName: providerId,
    ...(infrastructureId !== undefined && { physicalId: infrastructureId }),
    state,
    ...(said !== undefined && { providerState: said }),
    startedAt,
    deadline,
    ...(reason !== undefined && { reason: shown(reason), cause: causeOf(shown(reason)).cause }),
    ...(left !== undefined && { left }),
  };
};
