import { ConflictError, NotFoundError } from '../../../foundation/errors.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Deployments } from '../record/ports.ts';
import { anotherVersion } from './supersede.ts';

interface NewEnd {
  /** undefined: it has no end any more */
  readonly expiresAt: string | undefined;
  /** any change since the deployment was read is a PreconditionFailedError */
  readonly onlyIfUnchanged?: boolean | undefined;
}

/** How often a workflow may write in between before the client gets a conflict and has to repeat the request. */
const mostTries = 20;

/**
 * Sets when a deployment ends. A running operation goes on. ConflictError while the deployment is being deleted, NotFoundError when it
 * is gone.
 */
export const setEnd = async (
  ports: { readonly deployments: Pick<Deployments, 'find' | 'setEnd'> },
  seen: Deployment,
  end: NewEnd,
  tries = 1,
): Promise<void> => {
  const { expiresAt, onlyIfUnchanged = false } = end;
  requireAlive(seen);
  if (seen.expiresAt === expiresAt) return;
  try {
    await ports.deployments.setEnd(seen, expiresAt);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    if (onlyIfUnchanged) throw anotherVersion(error);
    if (tries >= mostTries) throw error;
    const now = await ports.deployments.find(seen.id);
    if (now === undefined) throw new NotFoundError(`deployment ${seen.id} was deleted in the meantime`);
    await setEnd(ports, now, end, tries + 1);
  }
};

/** ConflictError when it is being deleted. */
export const requireAlive = ({ status, leaving }: Deployment): void => {
  if (status !== 'DELETE_IN_PROGRESS' && leaving !== true) return;
  throw new ConflictError('the deployment is being deleted: its end can no longer change');
};
