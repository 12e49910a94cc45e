import * as v from 'valibot';
import { failAbandonedResources } from '../../domain/actions/abandoned-resources.ts';
import { planReset } from '../../domain/deployments/accepting/dry-run.ts';
import { resetDeployment } from '../../domain/deployments/accepting/reset.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type Answer, noContent, ok } from '../pipeline/answer.ts';
import { dryRunQuery, resetView } from '../pipeline/dry-run.ts';
import { members } from '../pipeline/fields.ts';
import { acceptedAs, type ChangeRequest, checkPreconditions } from './deployment-entity.ts';
import { acceptance, addAcceptedEvent, addMissedAcceptance, type TimelinePorts } from './timeline.ts';
import type { ViewPorts } from './views.ts';

const rule = 'must be DELETE_FAILED; a deployment cannot be reset to anything else';

/** docs/contract/api.md, "Reset a deployment" */
export const resetting = () => members({ status: v.literal('DELETE_FAILED', rule) });

export const resetQuery = v.object(dryRunQuery);

interface Input extends ChangeRequest {
  readonly caller: Caller;
  readonly query: v.InferOutput<typeof resetQuery>;
  readonly body: v.InferOutput<ReturnType<typeof resetting>>;
}

/** PATCH /deployments/{deployment_id}. With `dryRun=true` it shows what would change. */
export const reset =
  (ports: ViewPorts & TimelinePorts & Parameters<typeof resetDeployment>[0]) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, query, body, ids, caller } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    if (query.dryRun) return ok(resetView(await planReset(ports, deployment, body.status)));
    const { operationId = ports.ids.next() } = ids ?? {};
    const requestedBy = identityOf(caller);
    await addMissedAcceptance(ports, deployment);
    await resetDeployment(ports, deployment, body.status, { operationId, requestedBy, onlyIfUnchanged });
    await addAcceptedEvent(
      ports,
      deployment.id,
      acceptance({ id: operationId, kind: 'DELETE', reset: true, requestedBy }),
    );
    return noContent;
  };

/**
 * The answer if the reset was already accepted. It then sets its resources to ERROR, which the first request may not have
 * reached.
 */
export const wasReset = acceptedAs<ViewPorts & TimelinePorts & Parameters<typeof failAbandonedResources>[0]>(
  noContent,
  failAbandonedResources,
);
