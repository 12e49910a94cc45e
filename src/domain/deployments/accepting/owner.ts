import { ConflictError } from '../../../foundation/errors.ts';
import type { Deployment } from '../record/deployment.ts';

/** Whether a request that was allowed for one of them is allowed for the other: it may have been given away meanwhile. */
export const isSameOwner = (one: Deployment, other: Deployment): boolean =>
  one.createdBy.issuer === other.createdBy.issuer && one.createdBy.subject === other.createdBy.subject;

export const hasNewOwner = (id: string): ConflictError =>
  new ConflictError(
    `deployment ${id} was given to somebody else in the meantime: read it again, then repeat the request`,
  );
