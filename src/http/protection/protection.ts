import * as v from 'valibot';
import { protectDeployment, requireStaying } from '../../domain/deployments/accepting/protect.ts';
import { isId } from '../../domain/deployments/record/access.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type ChangeRequest, checkPreconditions } from '../deployments/deployment-entity.ts';
import { addAcceptedEvent, type TimelinePorts, wasAccepted } from '../deployments/timeline.ts';
import type { ViewPorts } from '../deployments/views.ts';
import { type Answer, noContent, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { flag, members } from '../pipeline/fields.ts';
import type { Recover } from '../pipeline/idempotent.ts';

/** The body of PUT /deployments/{deployment_id}/protection. */
export const protection = () => members({ protected: flag });

export const protectionQuery = v.object(dryRunQuery);

interface Input extends ChangeRequest {
  readonly caller: Caller;
  readonly query: v.InferOutput<typeof protectionQuery>;
  readonly body: v.InferOutput<ReturnType<typeof protection>>;
}

type Ports = ViewPorts & TimelinePorts & Parameters<typeof protectDeployment>[0] & { readonly ids: { next(): string } };

/**
 * PUT /deployments/{deployment_id}/protection: an extension (docs/decisions/0069). With `dryRun=true` it shows the protection
 * before and after.
 */
export const protect =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, query, body, ids, caller } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const { protected: isProtected } = body;
    if (query.dryRun) {
      requireStaying(deployment);
      return ok({ protected: deployment.protected ?? false, nextProtected: isProtected });
    }
    await protectDeployment(ports, deployment, { isProtected, onlyIfUnchanged });
    const { operationId: id = ports.ids.next() } = ids ?? {};
    const message = isProtected ? 'the protection was put on' : 'the protection was taken off';
    await addAcceptedEvent(ports, deployment.id, { id, requestedBy: identityOf(caller), message });
    return noContent;
  };

/** The answer if the change was already made, even if somebody has changed it again since. */
export const wasProtected =
  (ports: TimelinePorts): Recover =>
  async ({ deployment_id: id = '' }, { operationId }) =>
    isId(id) && (await wasAccepted(ports, id, operationId)) ? noContent : undefined;
