import type { Context } from 'aws-lambda';
import { type Fields, log } from './domain/log.ts';
import { nameOf, told } from './domain/told.ts';

export interface StepLog {
  /** of performance.now() */
  readonly startedAt: number;
  readonly error?: unknown;
}

/** What a workflow waits for, or takes calmly. */
const calm = new Set(['NotReadyError', 'OperationSupersededError']);

/** One line a step, with the ids by which it is found (`idsOf`); nothing else of the input. */
export const logStep = ({ startedAt, error }: StepLog): void => {
  const failed = error !== undefined && !calm.has(nameOf(error));
  log(failed ? 'WARN' : 'INFO', 'step', {
    durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    ...(error !== undefined && { error: failed ? told(error) : { name: nameOf(error) } }),
  });
};

const ids = [
  'deploymentId',
  'operationId',
  'notificationId',
  'scheduleId',
  'eventId',
  'resourceId',
  'actionId',
] as const;

/** What every line of a step is found by: the ids in its input, and the request that Lambda made of it. */
export const idsOf = (input: unknown, context: Context | undefined): Fields => {
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  const named = ids.flatMap((id) => (typeof given[id] === 'string' ? [[id, given[id]]] : []));
  return { ...(context && { requestId: context.awsRequestId }), ...Object.fromEntries(named) };
};
