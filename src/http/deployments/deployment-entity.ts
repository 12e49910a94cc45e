import { isId } from '../../domain/deployments/record/access.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { type Shown, shownTo } from '../../domain/deployments/record/disclosure.ts';
import type { Deployments } from '../../domain/deployments/record/ports.ts';
import type { Caller } from '../../foundation/caller.ts';
import { type Answer, entity, tagOf } from '../pipeline/answer.ts';
import type { RequestIds } from '../pipeline/idempotency.ts';
import type { Recover } from '../pipeline/idempotent.ts';
import type { Links } from '../pipeline/links.ts';
import { isBoundToVersion, requirePreconditions } from '../pipeline/preconditions.ts';
import type { Request } from '../pipeline/request.ts';
import { acceptance, addAcceptedEvent, type TimelinePorts, wasAccepted } from './timeline.ts';
import { deploymentView, type ViewPorts } from './views.ts';

/**
 * The answer that shows one deployment. Its body may be the same after a change. So the version also includes the
 * operation, and the number of changes of its resources.
 */
export const deploymentEntity = (ports: ViewPorts, links: Links, deployment: Shown): Answer =>
  entity(deploymentView(ports, links, deployment), versionOf(deployment));

/** Changes whenever the record or a resource does. */
export const versionOf = ({
  updatedAt,
  operation,
  changes = 0,
}: Pick<Deployment, 'updatedAt' | 'operation' | 'changes'>): string => `${updatedAt} ${operation.id} ${changes}`;

/** A request to change one deployment. */
export interface ChangeRequest {
  readonly deployment: Deployment;
  readonly caller: Caller;
  readonly headers: Request['headers'];
  readonly links: Links;
  readonly ids?: RequestIds;
}

type RecoverPorts = TimelinePorts & { readonly deployments: Pick<Deployments, 'find'> };

/**
 * The answer to a request whose operation was already accepted, even if another operation has come since. The process that
 * accepted it may have died before it wrote the event, and before `finish`. `finish` does what the request does after acceptance;
 * a repeat of it is harmless.
 */
export const acceptedAs =
  <Ports extends RecoverPorts = RecoverPorts>(answer: Answer, finish?: (ports: Ports, found: Deployment) => unknown) =>
  (ports: Ports): Recover =>
  async ({ deployment_id: id = '' }, { operationId }, requestedBy) => {
    const found = isId(id) ? await ports.deployments.find(id) : undefined;
    if (found === undefined) return undefined;
    if (found.operation.id !== operationId)
      return (await wasAccepted(ports, found.id, operationId)) ? answer : undefined;
    await finish?.(ports, found);
    await addAcceptedEvent(ports, found.id, acceptance({ ...found.operation, requestedBy }));
    return answer;
  };

/**
 * Checks the client's preconditions (If-Match, If-None-Match) against the deployment that was read, as this caller reads it: a tag is a digest, and one of a body with
 * secrets would let others try values for them. Returns whether the
 * change is for this version only: then the write must refuse another version too. PreconditionFailedError
 */
export const checkPreconditions = (
  ports: ViewPorts,
  { deployment, caller, headers, links }: ChangeRequest,
): boolean => {
  requirePreconditions(headers, tagOf(deploymentEntity(ports, links, shownTo(caller, deployment))) ?? '');
  return isBoundToVersion(headers);
};
