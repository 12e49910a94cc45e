import { isDeepStrictEqual } from 'node:util';
import { isId } from '../domain/deployments/access.ts';
import type { Deployment } from '../domain/deployments/deployment.ts';
import { type Shown, shownToOwner } from '../domain/deployments/disclosure.ts';
import type { Deployments } from '../domain/deployments/ports.ts';
import { ConflictError, PreconditionFailedError } from '../domain/errors.ts';
import { type Answer, entity, tagOf } from './answer.ts';
import type { RequestIds } from './idempotency.ts';
import type { Recover } from './keyed.ts';
import type { Links } from './links.ts';
import { changed, isBoundToVersion, requirePreconditions } from './preconditions.ts';
import type { Request } from './request.ts';
import { deploymentView, type ViewPorts } from './views.ts';

/**
 * One deployment as it is shown. What is shown may be the same after a change, so its version says more: also that one of its
 * resources changed.
 */
export const deploymentEntity = (ports: ViewPorts, links: Links, deployment: Shown): Answer =>
  entity(deploymentView(ports, links, deployment), versionOf(deployment));

const versionOf = ({ updatedAt, operation, changes = 0 }: Shown): string => `${updatedAt} ${operation.id} ${changes}`;

/** A change of one deployment, as it was asked for. */
export interface ChangeRequest {
  readonly deployment: Deployment;
  readonly headers: Request['headers'];
  readonly links: Links;
  readonly ids?: RequestIds;
}

/** The answer to a request whose operation was accepted already. */
export const acceptedAs =
  (answer: Answer) =>
  ({ deployments }: { readonly deployments: Pick<Deployments, 'find'> }): Recover =>
  async ({ deployment_id: id = '' }, { operationId }) => {
    const found = isId(id) ? await deployments.find(id) : undefined;
    return found?.operation.id === operationId ? answer : undefined;
  };

/**
 * The ports with which a change is made under the client's preconditions (If-Match, If-None-Match). They are judged here,
 * on what was read, and once more by the write that hands the deployment over: it goes through only for the version that
 * was judged, and a change in between makes it a PreconditionFailedError instead of a ConflictError.
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
