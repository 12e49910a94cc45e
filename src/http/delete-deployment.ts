import * as v from 'valibot';
import type { Caller } from '../domain/callers.ts';
import { deleteDeployment } from '../domain/deployments/delete.ts';
import { noContent } from './answer.ts';
import { type DelegationPorts, delegateAnew } from './delegation.ts';
import { type ChangeRequest, underPreconditions } from './deployment-entity.ts';
import { flag, optional } from './fields.ts';
import { type TimelinePorts, tellAccepted } from './timeline.ts';
import type { ViewPorts } from './views.ts';

/** `force=true` forgets the deployment even when its provider refuses: an extension that live clients send (clients.md 1.5). */
export const deletionQuery = v.object({ force: optional(flag) });

/** DELETE /deployments/{deployment_id} */
export const remove =
  (ports: ViewPorts & TimelinePorts & DelegationPorts & Parameters<typeof deleteDeployment>[0]) =>
  async (input: ChangeRequest & { readonly caller: Caller; readonly query: v.InferOutput<typeof deletionQuery> }) => {
    const { deployment, query } = input;
    // a forced deletion must not depend on the issuer; one that goes already would leave behind what it is entrusted with
    if (!query.force && deployment.status !== 'DELETE_IN_PROGRESS') await delegateAnew(ports, input);
    await deleteDeployment(underPreconditions(ports, input), deployment, { force: query.force ?? false });
    await tellAccepted(ports, deployment.id, 'a deletion was accepted');
    return noContent;
  };
