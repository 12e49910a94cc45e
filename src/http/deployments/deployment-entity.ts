import { isDeepStrictEqual } from 'node:util';
import { isId } from '../../domain/deployments/record/access.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { type Shown, shownToOwner } from '../../domain/deployments/record/disclosure.ts';
import type { Deployments } from '../../domain/deployments/record/ports.ts';
import { ConflictError, PreconditionFailedError } from '../../foundation/errors.ts';
import { type Answer, entity, tagOf } from '../pipeline/answer.ts';
import type { RequestIds } from '../pipeline/idempotency.ts';
import type { Recover } from '../pipeline/idempotent.ts';
import type { Links } from '../pipeline/links.ts';
import { changed, isBoundToVersion, requirePreconditions } from '../pipeline/preconditions.ts';
import type { Request } from '../pipeline/request.ts';
import { acceptance, addAcceptedEvent, type TimelinePorts } from './timeline.ts';
import { deploymentView, type ViewPorts } from './views.ts';

/**
 * The answer that shows one deployment. Its body may be the same after a change. So the version also includes the
 * operation, and the number of changes of its resources.
 */
export const deploymentEntity = (ports: ViewPorts, links: Links, deployment: Shown): Answer =>
  entity(deploymentView(ports, links, deployment), versionOf(deployment));

const versionOf = ({ updatedAt, operation, changes = 0 }: Shown): string => `${updatedAt} ${operation.id} ${changes}`;

/** A request to change one deployment. */
export interface ChangeRequest {
  readonly deployment: Deployment;
  readonly headers: Request['headers'];
  readonly links: Links;
  readonly ids?: RequestIds;
}

type RecoverPorts = TimelinePorts & { readonly deployments: Pick<Deployments, 'find'> };

/**
 * The answer to a request whose operation was already accepted. The process that accepted it may have died before it wrote
 * the event, and before `finish`. `finish` does what the request does after acceptance; a repeat of it is harmless.
 */
export const acceptedAs =
  <Ports extends RecoverPorts = RecoverPorts>(answer: Answer, finish?: (ports: Ports, found: Deployment) => unknown) =>
  (ports: Ports): Recover =>
  async ({ deployment_id: id = '' }, { operationId }, requestedBy) => {
    const found = isId(id) ? await ports.deployments.find(id) : undefined;
    if (found?.operation.id !== operationId) return undefined;
    await finish?.(ports, found);
    await addAcceptedEvent(ports, found.id, acceptance({ ...found.operation, requestedBy }));
    return answer;
  };

/**
 * The ports for a change under the client's preconditions (If-Match, If-None-Match). They are checked twice: here, on the
 * record that was read, and by the write that supersedes the operation. The write succeeds only for the version that was
 * checked. A change in between gives a PreconditionFailedError instead of a ConflictError.
 */
export const underPreconditions = <Ports extends ViewPorts & { readonly deployments: Deployments }>(
  ports: Ports,
  { deployment: judged, headers, links }: ChangeRequest,
): Ports => {
  requirePreconditions(headers, tagOf(deploymentEntity(ports, links, shownToOwner(judged))) ?? '');
  return isBoundToVersion(headers) ? { ...ports, deployments: onlyOf(judged, ports.deployments) } : ports;
};

const onlyOf = (judged: Deployment, deployments: Deployments): Deployments => ({
  ...deployments,
  supersede: async (seen, next) => {
    if (!isDeepStrictEqual(seen, judged)) throw new PreconditionFailedError(changed('deployment'));
    try {
      await deployments.supersede(seen, next);
    } catch (cause) {
      throw cause instanceof ConflictError ? new PreconditionFailedError(changed('deployment'), { cause }) : cause;
    }
  },
});
