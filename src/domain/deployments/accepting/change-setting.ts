import { ConflictError, NotFoundError } from '../../../foundation/errors.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Deployments } from '../record/ports.ts';
import { hasNewOwner, isSameOwner } from './owner.ts';
import { anotherVersion } from './supersede.ts';

/** A part of the record that people change at any time: a running operation goes on. */
interface Setting {
  /** for messages, such as `its labels` */
  readonly what: string;
  /** whether the record has the new value already */
  isSet(deployment: Deployment): boolean;
  /** ConflictError if the deployment has changed since it was read */
  write(seen: Deployment): Promise<void>;
}

export interface OnlyIfUnchanged {
  /** any change since the deployment was read is a PreconditionFailedError */
  readonly onlyIfUnchanged?: boolean | undefined;
}

/** How often a workflow may write in between before the client gets a conflict and has to repeat the request. */
const mostTries = 20;

/** ConflictError while the deployment is being deleted, NotFoundError when it is gone. */
export const changeSetting = async (
  deployments: Pick<Deployments, 'find'>,
  seen: Deployment,
  { what, isSet, write }: Setting,
  { onlyIfUnchanged = false }: OnlyIfUnchanged,
): Promise<void> => {
  let current = seen;
  for (let tries = 1; ; tries += 1) {
    requireChangeable(current, what);
    if (isSet(current)) return;
    try {
      return await write(current);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      if (onlyIfUnchanged) throw anotherVersion(error);
      if (tries >= mostTries) throw error;
    }
    const now = await deployments.find(seen.id);
    if (now === undefined) throw new NotFoundError(`deployment ${seen.id} was deleted in the meantime`);
    if (!isSameOwner(now, seen)) throw hasNewOwner(seen.id);
    current = now;
  }
};

/** ConflictError when it is being deleted. */
export const requireChangeable = ({ status, leaving }: Deployment, what: string): void => {
  if (status !== 'DELETE_IN_PROGRESS' && leaving !== true) return;
  throw new ConflictError(`the deployment is being deleted: ${what} can no longer change`);
};
