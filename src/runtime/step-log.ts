import type { Context } from 'aws-lambda';
import { operationOf } from '../domain/deployments/record/notification.ts';
import { type Fields, log } from '../foundation/log.ts';
import { nameOf, sanitisedForLog } from '../foundation/sanitised-error.ts';

export interface StepLog {
  /** from performance.now() */
  readonly startedAt: number;
  readonly error?: unknown;
}

/** Errors that are expected: a workflow waits, stops, or chooses another way. */
const calm = new Set(['NotDoneError', 'NotReadyError', 'OperationSupersededError']);

/** Writes one line per step, with the ids by which it is found (`idsOf`), and nothing else of the input. */
export const logStep = ({ startedAt, error }: StepLog): void => {
  const failed = error !== undefined && !calm.has(nameOf(error));
  log(failed ? 'WARN' : 'INFO', 'step', {
    durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    ...(error !== undefined && { error: failed ? sanitisedForLog(error) : { name: nameOf(error) } }),
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

/** The fields of every line of a step: the ids in its input, and Lambda's request id. */
export const idsOf = (input: unknown, context: Context | undefined): Fields => ({
  ...(context && { requestId: context.awsRequestId }),
  ...idsIn(membersOf(input)),
  ...idsIn(membersOf(membersOf(input)['input'])), // of a step that is polled
  ...endedBy(membersOf(input)),
});

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members =>
  (typeof value === 'object' ? (value as Members | null) : undefined) ?? {};

const idsIn = (given: Members): Fields => {
  const named = Object.fromEntries(ids.flatMap((id) => (typeof given[id] === 'string' ? [[id, given[id]]] : [])));
  const operationId = named['operationId'] ?? operationOf(`${named['notificationId']}`);
  return { ...named, ...(operationId !== undefined && { operationId }) };
};

/** EventBridge event `Step Functions Execution Status Change`: the ids are in the input of the execution that ended. */
const endedBy = ({ detail }: Members): Fields => {
  const { name, status, input } = membersOf(detail);
  if (typeof name !== 'string') return {};
  return {
    execution: name,
    executionStatus: status,
    ...(typeof input === 'string' && idsIn(membersOf(parsed(input)))),
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the step itself reports what is wrong with it
  }
};
