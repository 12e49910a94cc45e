/** One run of a workflow, as Step Functions stores it. */
export interface Execution {
  readonly arn: string;
  readonly workflowArn: string;
  /** unique within its workflow */
  readonly name: string;
  readonly status: ExecutionStatus;
  /** JSON text, exactly as given */
  readonly input: string;
  /** JSON text; only for a SUCCEEDED execution */
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
  /** milliseconds since 1970 */
  readonly startedAt: number;
  readonly stoppedAt?: number;
  /** the execution whose `startExecution.sync` task started this one; when it ends, this one is stopped too */
  readonly parentArn?: string;
}

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** The result of an execution. */
export type ExecutionEnd = Pick<Execution, 'output' | 'error' | 'cause'> & {
  readonly status: Exclude<ExecutionStatus, 'RUNNING'>;
};

export const executionArn = (workflowArn: string, name: string): string =>
  `${workflowArn.replace(':stateMachine:', ':execution:')}:${name}`;

/** The most bytes of an input, an output or a task's result (Step Functions quotas). */
const maxDataBytes = 262_144;

export const isTooLarge = (text: string): boolean => Buffer.byteLength(text) > maxDataBytes;
