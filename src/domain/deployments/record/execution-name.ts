import type { Interrupted } from './deployment.ts';

/**
 * The name of the execution that works for an operation, or for an event, now: the operation's id, and after each interruption
 * a new one, since Step Functions takes a name once. Attempts at providers are named after it: `<name>-<number>`.
 */
export const executionName = (operationId: string, interrupted: Interrupted | undefined): string =>
  interrupted === undefined ? operationId : `${operationId}-r${interrupted.times}`;
