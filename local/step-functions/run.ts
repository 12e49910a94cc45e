import { ExecutionAbortedError, ExecutionTimeoutError, type RunOptions } from 'aws-local-stepfunctions';
import { type Execution, type ExecutionEnd, isTooLarge } from './execution.ts';
import { type HistoryEvent, historyEvent } from './history.ts';
import type { TaskHandler } from './tasks.ts';
import type { Workflow } from './workflow.ts';

/** An execution in this process. */
export interface Run {
  readonly execution: Execution;
  /** oldest first, only the latest few hundred */
  readonly events: readonly HistoryEvent[];
  /** The machine's own result; undefined when it was aborted. Never rejects. */
  readonly settled: Promise<ExecutionEnd | undefined>;
  /** The owner resolves it when the result is on disk. */
  readonly ended: PromiseWithResolvers<Execution>;
  abort(): void;
}

/** Polls every few seconds for days must not fill the memory. */
const keptEvents = 500;

interface Steps {
  readonly handlers: ReadonlyMap<string, TaskHandler>;
  /** no other execution waits for it, so its first step may wait */
  readonly isTop: boolean;
}

/** Starts the machine of an execution, with the rest of the workflow's TimeoutSeconds. */
export const run = (execution: Execution, workflow: Workflow, steps: Steps, now: number): Run => {
  const aborted = new AbortController();
  const left = workflow.timeoutSeconds && Math.max(workflow.timeoutSeconds - (now - execution.startedAt) / 1000, 0);
  const machine = workflow.machine(left).run(JSON.parse(execution.input), {
    context: {
      Execution: { Id: execution.arn, Name: execution.name },
      StateMachine: { Id: workflow.arn, Name: workflow.name },
    },
    overrides: {
      taskResourceLocalHandlers: localHandlers(execution.arn, steps, aborted.signal),
      waitTimeOverrides: workflow.waits,
    },
  });
  const events: HistoryEvent[] = [];
  const drained = drain(machine.eventLogs, events);
  return {
    execution,
    events,
    settled: Promise.all([outcome(machine.result), drained]).then(([ending]) => {
      aborted.abort(); // stops tasks that a timeout left running
      return ending;
    }),
    ended: Promise.withResolvers<Execution>(),
    abort: () => {
      aborted.abort();
      machine.abort();
    },
  };
};

type LocalHandlers = NonNullable<NonNullable<RunOptions['overrides']>['taskResourceLocalHandlers']>;

const localHandlers = (arn: string, { handlers, isTop }: Steps, signal: AbortSignal): LocalHandlers =>
  Object.fromEntries(
    [...handlers].map(([state, handle]) => [
      state,
      (input) => handle(structuredClone(input), { arn, isTop, signal }) as ReturnType<LocalHandlers[string]>,
    ]),
  );

const outcome = async (result: Promise<unknown>): Promise<ExecutionEnd | undefined> => {
  try {
    const output = JSON.stringify(await result);
    if (!isTooLarge(output)) return { status: 'SUCCEEDED', output };
    return { status: 'FAILED', error: 'States.DataLimitExceeded', cause: 'the output is over 262144 bytes' };
  } catch (error) {
    if (error instanceof ExecutionAbortedError) return undefined;
    if (error instanceof ExecutionTimeoutError) return { status: 'TIMED_OUT', error: 'States.Timeout' };
    const failure = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return failure instanceof Error
      ? { status: 'FAILED', error: failure.name, cause: failure.message }
      : { status: 'FAILED', error: 'States.Runtime', cause: String(failure) };
  }
};

/** Reads all events, because the runner keeps every event until then. */
const drain = async (
  logs: AsyncIterable<Parameters<typeof historyEvent>[0]>,
  events: HistoryEvent[],
): Promise<void> => {
  for await (const log of logs) {
    events.push(historyEvent(log));
    if (events.length > keptEvents) events.shift();
  }
};
