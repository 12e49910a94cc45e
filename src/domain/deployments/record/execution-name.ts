import type { Interrupted } from './deployment.ts';

/**
 * The name of the current execution for an operation or an event. It is the operation's id; after each interruption it
 * is a new name, since Step Functions accepts a name only once. Attempts at providers are named after it:
 * `<name>-<number>`.
 */
export const executionName = (operationId: string, interrupted: Interrupted | undefined): string =>
  interrupted === undefined ? operationId : `${operationId}-r${interrupted.times}`;
