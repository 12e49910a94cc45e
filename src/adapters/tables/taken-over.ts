import { OperationSupersededError } from '../../foundation/errors.ts';

/** For an operation that no longer owns its deployment. `owner`: the operation that does; undefined: the deployment is gone. */
export const takenOver = (id: string, operationId: string, owner: string | undefined): OperationSupersededError => {
  const byOther = owner === operationId ? 'has been ended by another process' : `belongs to operation ${owner}`;
  const why = owner === undefined ? 'is gone' : byOther;
  return new OperationSupersededError(`operation ${operationId} has to stop: deployment ${id} ${why}`);
};
