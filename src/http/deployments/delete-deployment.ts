import * as v from 'valibot';
import { deleteDeployment } from '../../domain/deployments/accepting/delete.ts';
import { planDeletion } from '../../domain/deployments/accepting/dry-run.ts';
import { requireUnprotected } from '../../domain/deployments/accepting/protect.ts';
import { isId } from '../../domain/deployments/record/access.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type Answer, noContent, ok } from '../pipeline/answer.ts';
import type { EndedPorts } from '../pipeline/caller.ts';
import { deletionView, dryRunQuery } from '../pipeline/dry-run.ts';
import { flag } from '../pipeline/fields.ts';
import type { Recover } from '../pipeline/idempotent.ts';
import { type DelegationPorts, renewDelegation } from './delegation.ts';
import { acceptedAs, type ChangeRequest, checkPreconditions } from './deployment-entity.ts';
import { acceptance, addAcceptedEvent, addMissedAcceptance, type TimelinePorts } from './timeline.ts';
import type { ViewPorts } from './views.ts';

/**
 * `force=true` removes the deployment even if its provider refuses: an extension that live clients send
 * (docs/contract/clients.md, "What follows for the service").
 */
export const deletionQuery = v.object({ force: v.optional(flag), ...dryRunQuery });

interface Input extends ChangeRequest {
  readonly caller: Caller;
  readonly query: v.InferOutput<typeof deletionQuery>;
}

/** DELETE /deployments/{deployment_id}. With `dryRun=true` it shows what would be destroyed. */
export const remove =
  (ports: ViewPorts & TimelinePorts & DelegationPorts & Parameters<typeof deleteDeployment>[0]) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, query, ids, caller } = input;
    const { operationId = ports.ids.next() } = ids ?? {};
    const requestedBy = identityOf(caller);
    const options = { force: query.force ?? false, operationId, requestedBy };
    const onlyIfUnchanged = checkPreconditions(ports, input);
    requireUnprotected(deployment);
    if (query.dryRun) return ok(deletionView(await planDeletion(ports, deployment, options)));
    // a forced deletion must not depend on the issuer; one that is already running would leave the new token behind
    if (!options.force && deployment.status !== 'DELETE_IN_PROGRESS') await renewDelegation(ports, input);
    await addMissedAcceptance(ports, deployment);
    await deleteDeployment(ports, deployment, { ...options, onlyIfUnchanged });
    await addAcceptedEvent(ports, deployment.id, acceptance({ id: operationId, kind: 'DELETE', requestedBy }));
    return noContent;
  };

/** The answer if the deletion was already accepted. If the deployment has ended by it, its kept record shows this. */
export const removed =
  (ports: Parameters<typeof accepted>[0] & EndedPorts) =>
  async (...[path, ids, requestedBy]: Parameters<Recover>): Promise<Answer | undefined> => {
    const answer = await accepted(ports)(path, ids, requestedBy);
    if (answer !== undefined) return answer;
    const { deployment_id: id = '' } = path;
    const ended = isId(id) ? await ports.ended.find(id) : undefined;
    return ended?.operation.id === ids.operationId ? noContent : undefined;
  };

const accepted = acceptedAs(noContent);
