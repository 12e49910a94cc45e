import type { Context } from 'aws-lambda';
import { type Fields, log } from './domain/log.ts';

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
    ...(error !== undefined && { error: failed ? detailOf(error) : { name: nameOf(error) } }),
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

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

const detailOf = (error: unknown) => ({
  name: nameOf(error),
  detail: error instanceof Error ? error.message : String(error),
  stack:
    error instanceof Error
      ? error.stack
          ?.split('\n')
          .slice(1, 6)
          .map((frame) => frame.trim())
      : undefined,
});
