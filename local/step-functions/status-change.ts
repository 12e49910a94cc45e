import { randomUUID } from 'node:crypto';
import type { Execution } from './execution.ts';
import type { ExecutionStore } from './execution-store.ts';

/** EventBridge's event for an execution whose status changed (Step Functions developer guide, EventBridge events). */
export interface StatusChange {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': 'Step Functions Execution Status Change';
  readonly source: 'aws.states';
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: {
    readonly executionArn: string;
    readonly stateMachineArn: string;
    readonly name: string;
    readonly status: Execution['status'];
    /** milliseconds since 1970 */
    readonly startDate: number;
    readonly stopDate: number | null;
    readonly input: string;
    readonly inputDetails: { readonly included: true };
    readonly output: string | null;
    readonly outputDetails: { readonly included: true } | null;
    readonly error: string | null;
    readonly cause: string | null;
  };
}

const statusChange = (execution: Execution): StatusChange => {
  const [, , , region = '', account = ''] = execution.arn.split(':');
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Step Functions Execution Status Change',
    source: 'aws.states',
    account,
    time: new Date(execution.stoppedAt ?? execution.startedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [execution.arn],
    detail: {
      executionArn: execution.arn,
      stateMachineArn: execution.workflowArn,
      name: execution.name,
      status: execution.status,
      startDate: execution.startedAt,
      stopDate: execution.stoppedAt ?? null,
      input: execution.input,
      inputDetails: { included: true },
      output: execution.output ?? null,
      outputDetails: execution.output === undefined ? null : { included: true },
      error: execution.error ?? null,
      cause: execution.cause ?? null,
    },
  };
};

/** pauses between tries, as EventBridge has them, but not for a whole day */
const pausesMillis = [500, 2_000, 10_000, 60_000];

export interface Announcer {
  announce(execution: Execution): void;
  stop(): void;
}

/**
 * Announces each ended execution until a handler has taken it, or until this process stops: then the next process announces
 * it.
 */
export const announcer = (announce: (event: StatusChange) => Promise<void>, store: ExecutionStore): Announcer => {
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;
  const attempt = async (execution: Execution, number: number): Promise<void> => {
    try {
      await announce(statusChange(execution));
      if (!stopped) store.announced(execution.arn);
    } catch (error) {
      if (stopped) return;
      console.error(`step functions: the end of ${execution.arn} was not accepted, attempt ${number + 1}:`, error);
      const pause = pausesMillis[number];
      if (pause === undefined) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        void attempt(execution, number + 1);
      }, pause);
      timers.add(timer);
    }
  };
  return {
    announce: (execution) => void attempt(execution, 0),
    stop: () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
