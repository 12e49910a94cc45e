import { ConflictError, NotFoundError, PreconditionFailedError } from '../../../foundation/errors.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { hasNewOwner, isSameOwner } from './owner.ts';

/**
 * How often the running workflow may write in between before the client gets a conflict and has to repeat the request: more
 * often than the workflow of an action writes, so that no action keeps a deletion from its work.
 */
const mostTries = 20;

/** The refusal of a client who wants to change one version only, when there is another one by now. */
export const anotherVersion = (cause: ConflictError): PreconditionFailedError =>
  new PreconditionFailedError(
    'the deployment changed while the request was being processed; read it again, then decide again',
    { cause },
  );

export interface Superseded {
  /** as the running operation left it: it names the execution that has to stop */
  readonly before: Deployment;
  readonly next: Deployment;
}

/**
 * Gives a deployment to the operation that `next` makes of it. The running workflow may
 * write meanwhile; while it is the same operation, that is no conflict. ConflictError when another operation has taken
 * the deployment over, or when `next` finds that its status does not allow this. NotFoundError when the deployment is
 * gone. `onlyIfUnchanged`: the client wants to change this version only, so any write in between is a
 * PreconditionFailedError.
 */
export const supersede = async (
  ports: Pick<LifecyclePorts, 'deployments'>,
  seen: Deployment,
  next: (current: Deployment) => Deployment,
  onlyIfUnchanged = false,
  tries = 1,
): Promise<Superseded> => {
  const superseding = next(seen);
  try {
    await ports.deployments.supersede(seen, superseding);
    return { before: seen, next: superseding };
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    if (onlyIfUnchanged) throw anotherVersion(error);
    if (tries >= mostTries) throw error;
    const now = await ports.deployments.find(seen.id);
    if (now === undefined) throw new NotFoundError(`deployment ${seen.id} was deleted in the meantime`);
    if (now.operation.id !== seen.operation.id) throw error;
    if (!isSameOwner(now, seen)) throw hasNewOwner(seen.id);
    return supersede(ports, now, next, onlyIfUnchanged, tries + 1);
  }
};
