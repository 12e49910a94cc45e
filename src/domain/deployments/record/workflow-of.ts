import type { Kind, Operation } from './deployment.ts';

type Way = Pick<Operation, 'kind' | 'retries' | 'moves'>;

/** Whether the operation changes an infrastructure that stands; else it makes or destroys the whole. */
export const changesWhatStands = ({ kind, retries, moves }: Way): boolean =>
  (kind === 'UPDATE' && moves === undefined) || retries === 'kept';

/**
 * The kind of the workflow that runs the operation: what a failed creation left is completed as an update changes it, and what moves is
 * made as a creation makes it.
 */
export const workflowOf = (operation: Way): Kind => {
  if (changesWhatStands(operation)) return 'UPDATE';
  return operation.moves ? 'CREATE' : operation.kind;
};
