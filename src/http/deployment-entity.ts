import { isDeepStrictEqual } from 'node:util';
import type { Deployment } from '../domain/deployments/deployment.ts';
import { type Shown, shownToOwner } from '../domain/deployments/disclosure.ts';
import type { Deployments } from '../domain/deployments/ports.ts';
import { ConflictError, PreconditionFailedError } from '../domain/errors.ts';
import { type Answer, entity, tagOf } from './answer.ts';
import type { Links } from './links.ts';
import { isBoundToVersion, requirePreconditions } from './preconditions.ts';
import type { Request } from './request.ts';
import { deploymentView, type ViewPorts } from './views.ts';

/** One deployment as it is shown. What is shown may be the same after a change, so its version says more. */
export const deploymentEntity = (ports: ViewPorts, links: Links, deployment: Shown): Answer =>
  entity(deploymentView(ports, links, deployment), `${deployment.updatedAt} ${deployment.operation.id}`);

/** A change of one deployment, as it was asked for. */
export interface ChangeRequest {
  readonly deployment: Deployment;
  readonly headers: Request['headers'];
  readonly links: Links;
}

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

const changed = 'the deployment changed while the request was at work; read it again, then decide again';

const onlyOf = (judged: Deployment, deployments: Deployments): Deployments => ({
  ...deployments,
  supersede: async (seen, next) => {
    if (!isDeepStrictEqual(seen, judged)) throw new PreconditionFailedError(changed);
    try {
      await deployments.supersede(seen, next);
    } catch (cause) {
      throw cause instanceof ConflictError ? new PreconditionFailedError(changed, { cause }) : cause;
    }
  },
});
