import type { Context } from 'aws-lambda';

export interface StepLog {
  readonly context: Context;
  readonly input: unknown;
  /** of performance.now() */
  readonly startedAt: number;
  readonly error?: unknown;
}

/** What a workflow waits for, or takes calmly. */
const calm = new Set(['NotReadyError', 'OperationSupersededError']);

/** One JSON line a step, with the ids by which it is found; nothing else of the input. */
export const logStep = ({ context, input, startedAt, error }: StepLog): void => {
  const failed = error !== undefined && !calm.has(nameOf(error));
  const line = {
    level: failed ? 'WARN' : 'INFO',
    message: 'step',
    function: context.functionName,
    requestId: context.awsRequestId,
    ...idsOf(input),
    durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    ...(error !== undefined && { error: failed ? detailOf(error) : { name: nameOf(error) } }),
  };
  console.log(JSON.stringify(line));
};

const ids = ['deploymentId', 'operationId', 'notificationId', 'scheduleId', 'eventId', 'resourceId'] as const;

const idsOf = (input: unknown): Record<string, string> => {
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(ids.flatMap((id) => (typeof given[id] === 'string' ? [[id, given[id]]] : [])));
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
