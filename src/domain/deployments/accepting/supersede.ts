import { ConflictError, NotFoundError } from '../../../foundation/errors.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';

/** How often a write of the running workflow may come in between before the client has to repeat the request. */
const patience = 5;

/**
 * Hands a deployment to the operation that `next` makes of it, and answers that. The workflow of the operation before
 * writes while it runs: that is no conflict, as long as the operation is the same. ConflictError when another one has
 * taken it over, or when `next` finds that its state allows it no more; NotFoundError when it is gone.
 */
export const handOver = async (
  ports: Pick<LifecyclePorts, 'deployments'>,
  seen: Deployment,
  next: (current: Deployment) => Deployment,
  tries = 1,
): Promise<Deployment> => {
  const handed = next(seen);
  try {
    await ports.deployments.supersede(seen, handed);
    return handed;
  } catch (error) {
    if (!(error instanceof ConflictError) || tries >= patience) throw error;
    const now = await ports.deployments.find(seen.id);
    if (now === undefined) throw new NotFoundError(`deployment ${seen.id} was deleted in the meantime`);
    if (now.operation.id !== seen.operation.id) throw error;
    return handOver(ports, now, next, tries + 1);
  }
};
