import type { Kind, Operation } from './deployment.ts';

/** Whether the operation changes an infrastructure that stands; else it makes or destroys the whole. */
export const changesWhatStands = ({ kind, retries }: Pick<Operation, 'kind' | 'retries'>): boolean =>
  kind === 'UPDATE' || retries === 'kept';

/** The kind of the workflow that runs the operation: what a failed creation left is completed as an update changes it. */
export const workflowOf = (operation: Pick<Operation, 'kind' | 'retries'>): Kind =>
  changesWhatStands(operation) ? 'UPDATE' : operation.kind;
