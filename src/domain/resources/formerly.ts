/** What resources were before a move, for the case that it fails: docs/decisions/0089. */

import type { Resource } from './resource.ts';
import { unbind } from './states.ts';

/** Notes it once in an operation, whatever has become of the resource since. What an earlier move has left counts no more. */
export const withFormerly = ({ action: _, ...resource }: Resource, operationId: string): Resource => {
  if (resource.formerly?.operationId === operationId) return resource;
  const { state, physicalId, metadata, madeBy, becoming, neverReady } = resource;
  const formerly = {
    ...{ operationId, state, metadata },
    ...(physicalId !== undefined && { physicalId }),
    ...(madeBy !== undefined && { madeBy }),
    ...(becoming && { becoming }),
    ...(neverReady && { neverReady }),
  };
  return { ...resource, formerly };
};

/** As it was before the operation, if that has begun to make it anew. */
export const asFormerly = (resource: Resource, operationId: string): Resource => {
  const { formerly } = resource;
  if (formerly?.operationId !== operationId) return resource;
  const { operationId: _, ...before } = formerly;
  const { neverReady: __, madeBy: ___, ...plain } = unbind(withoutFormerly(resource));
  return { ...plain, ...before };
};

export const withoutFormerly = ({ formerly: _, ...resource }: Resource): Resource => resource;
