import type { Places } from '../functions/concurrency.ts';
import { FinalError, TaskError } from './errors.ts';
import { type Execution, type ExecutionEnd, isTooLarge } from './execution.ts';
import type { WorkflowTask } from './workflow.ts';

/** The targets of a Task state. */
export interface TaskTargets {
  /** Invokes a Lambda function. Its rejection is the function's error. */
  invoke(functionArn: string, event: unknown): Promise<unknown>;
  readonly place: Places;
  /** Starts an execution as a task of another. */
  startNested(parentArn: string, request: NestedRequest, waited: boolean): Execution;
  /** Resolves with the execution when it has ended. */
  ended(arn: string): Promise<Execution>;
  stop(arn: string): void;
  /** Runs an Express workflow until it ends or the signal aborts. */
  express(workflowArn: string, input: string, signal: AbortSignal): Promise<ExecutionEnd>;
}

export interface NestedRequest {
  readonly workflowArn: string;
  readonly name: string | undefined;
  readonly input: string;
}

/** The execution whose state it is. */
interface Caller {
  readonly arn: string;
  /** no other execution waits for it */
  readonly isTop: boolean;
  readonly signal: AbortSignal;
}

export type TaskHandler = (input: unknown, caller: Caller) => Promise<unknown>;

const functionResource = /^arn:[^:]+:lambda:[^:]*:\d*:function:[\w-]+$/;
/** lambda:invoke: the input names the function */
const invokeResource = /^arn:[^:]+:states:[^:]*:[^:]*:lambda:invoke$/;
const expressResource = /^arn:[^:]+:states:[^:]*:[^:]*:aws-sdk:sfn:startSyncExecution$/;
const nestedResource = /^arn:[^:]+:states:[^:]*:[^:]*:states:startExecution(\.sync(?::2)?)?$/;

/**
 * The handler of a Task state. It depends on the Resource, as in Step Functions: a function's ARN, `lambda:invoke`,
 * `states:startExecution` plain, with `.sync` or with `.sync:2`, or `aws-sdk:sfn:startSyncExecution` for an Express
 * workflow.
 */
export const taskHandler = (task: WorkflowTask, targets: TaskTargets): TaskHandler => {
  if (functionResource.test(task.resource)) return functionTask(task, targets);
  if (invokeResource.test(task.resource)) return invokeTask(task, targets);
  if (expressResource.test(task.resource)) return expressTask(targets);
  const nested = nestedResource.exec(task.resource);
  if (nested) return nestedTask(task, targets, nested[1]);
  throw new Error(
    `state "${task.state}": the local runner does not support the resource ${task.resource}; use a function's ARN, lambda:invoke, states:startExecution or aws-sdk:sfn:startSyncExecution`,
  );
};

const functionTask =
  (task: WorkflowTask, targets: TaskTargets): TaskHandler =>
  async (input, caller) =>
    limited(await called(task, targets, { arn: task.resource, event: input }, caller));

const invokeTask =
  (task: WorkflowTask, targets: TaskTargets): TaskHandler =>
  async (input, caller) => {
    const { FunctionName, Payload } = input as { readonly FunctionName: string; readonly Payload?: unknown };
    const answer = await called(task, targets, { arn: FunctionName, event: Payload ?? {} }, caller);
    return limited({ ExecutedVersion: '$LATEST', Payload: answer, StatusCode: 200 });
  };

/**
 * The state's time begins when the function does: Lambda would have had room for it at once. A call that waits for a
 * place is dropped when its execution is stopped.
 */
const called = async (
  { isFirst, timeoutSeconds }: WorkflowTask,
  { invoke, place }: TaskTargets,
  { arn, event }: { readonly arn: string; readonly event: unknown },
  { isTop, signal }: Caller,
): Promise<unknown> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const work = async (): Promise<unknown> => {
    if (signal.aborted) throw halted();
    timer = setTimeout(() => reject(new TaskError('States.Timeout', 'States.Timeout')), timeoutSeconds * 1000);
    return invoke(arn, event).catch(asFunctionError);
  };
  try {
    return await untilAborted(() => Promise.race([place(work, isTop && isFirst), late]), signal);
  } finally {
    clearTimeout(timer);
  }
};

/** The answer of StartSyncExecution: the call succeeds, whatever the result of the execution. */
const expressTask =
  ({ express }: TaskTargets): TaskHandler =>
  async (request, { signal }) => {
    const { StateMachineArn, Input } = request as { readonly StateMachineArn: string; readonly Input?: unknown };
    const { status, output, error, cause } = await express(StateMachineArn, JSON.stringify(Input ?? {}), signal);
    if (signal.aborted) throw halted();
    const named = {
      ...(output !== undefined && { Output: output }),
      ...(error && { Error: error, Cause: cause ?? '' }),
    };
    return limited({ StateMachineArn, Status: status, ...named });
  };

/** Lambda gives the workflow the error's name, and a JSON text of this form as Cause. */
const asFunctionError = (thrown: unknown): never => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const trace = (error.stack ?? '').split('\n');
  throw new TaskError(error.name, JSON.stringify({ errorType: error.name, errorMessage: error.message, trace }), {
    cause: error,
  });
};

const nestedTask =
  (task: WorkflowTask, targets: TaskTargets, sync: string | undefined): TaskHandler =>
  async (input, { arn: parentArn, signal }) => {
    if (signal.aborted) throw halted();
    const child = startNested(targets, parentArn, input, sync !== undefined);
    if (sync === undefined) return { ExecutionArn: child.arn, StartDate: child.startedAt };
    const timeout = setTimeout(() => targets.stop(child.arn), task.timeoutSeconds * 1000 + graceMillis);
    try {
      const ended = await untilAborted(() => targets.ended(child.arn), signal);
      if (ended.status !== 'SUCCEEDED')
        throw new TaskError('States.TaskFailed', JSON.stringify(described(ended, false)));
      return limited(described(ended, sync === '.sync:2'));
    } finally {
      clearTimeout(timeout);
    }
  };

/** The runner reports the state's own timeout; the child is stopped only after it. */
const graceMillis = 50;

const startNested = (targets: TaskTargets, parentArn: string, input: unknown, waited: boolean): Execution => {
  const { StateMachineArn, Name, Input } = input as { StateMachineArn: string; Name?: string; Input?: unknown };
  try {
    return targets.startNested(
      parentArn,
      { workflowArn: StateMachineArn, name: Name, input: JSON.stringify(Input ?? {}) },
      waited,
    );
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new TaskError(`StepFunctions.${error.name}Exception`, error.message, { cause: error });
  }
};

/**
 * The answer of DescribeExecution, in the spelling of a task's result; `.sync:2` returns JSON where `.sync` returns text.
 */
const described = (execution: Execution, parsed: boolean): Record<string, unknown> => ({
  ExecutionArn: execution.arn,
  StateMachineArn: execution.workflowArn,
  Name: execution.name,
  Status: execution.status,
  StartDate: execution.startedAt,
  StopDate: execution.stoppedAt,
  Input: parsed ? JSON.parse(execution.input) : execution.input,
  ...(execution.output !== undefined && { Output: parsed ? JSON.parse(execution.output) : execution.output }),
  ...(execution.error !== undefined && { Error: execution.error }),
  ...(execution.cause !== undefined && { Cause: execution.cause }),
});

/** AWS passes results as JSON text of limited size. The same happens here, so that no Date or undefined gets through. */
const limited = (result: unknown): unknown => {
  const text = JSON.stringify(result ?? null);
  if (isTooLarge(text))
    throw new FinalError(
      'States.DataLimitExceeded',
      "the task's result is over the 262144 bytes that Step Functions takes",
    );
  return JSON.parse(text);
};

/** A stopped execution waits for nothing, and no Retry may start the state again. */
const untilAborted = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  if (signal.aborted) throw halted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(halted());
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

const halted = (): FinalError => new FinalError('States.Runtime', 'the execution was stopped');
