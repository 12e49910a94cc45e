import { ConflictError } from '../../../foundation/errors.ts';
import type { Identity } from '../../../foundation/identity.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Deployments } from '../record/ports.ts';

type Owned = Pick<Deployment, 'createdBy'>;

/** Whether a request that was allowed for one of them is allowed for the other: it may have been given away meanwhile. */
export const isSameOwner = (one: Owned, other: Owned): boolean =>
  one.createdBy.issuer === other.createdBy.issuer && one.createdBy.subject === other.createdBy.subject;

/** Whether a deployment, if it is there, is still of the owner that it was read with. */
export const stillSameOwner =
  ({ deployments }: { readonly deployments: Pick<Deployments, 'find'> }, id: string, owner: Identity) =>
  async (): Promise<boolean> => {
    const now = await deployments.find(id);
    return now === undefined || isSameOwner(now, { createdBy: owner });
  };

export const hasNewOwner = (id: string): ConflictError =>
  new ConflictError(
    `deployment ${id} was given to somebody else in the meantime: read it again, then repeat the request`,
  );
