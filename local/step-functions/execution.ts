/** One run of a workflow, as Step Functions keeps it. */
export interface Execution {
  readonly arn: string;
  readonly workflowArn: string;
  /** unique within its workflow */
  readonly name: string;
  readonly status: ExecutionStatus;
  /** JSON text, exactly as it was given */
  readonly input: string;
  /** JSON text; only of a SUCCEEDED execution */
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
  /** milliseconds since 1970 */
  readonly startedAt: number;
  readonly stoppedAt?: number;
  /** the execution whose `startExecution.sync` task started this one, and which takes it along when it ends */
  readonly parentArn?: string;
}

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** How an execution ended. */
export type Ending = Pick<Execution, 'output' | 'error' | 'cause'> & {
  readonly status: Exclude<ExecutionStatus, 'RUNNING'>;
};

export const executionArn = (workflowArn: string, name: string): string =>
  `${workflowArn.replace(':stateMachine:', ':execution:')}:${name}`;

/** Inputs, outputs and results of tasks may have this many bytes (Step Functions quotas). */
export const maxDataBytes = 262_144;

export const isTooLarge = (text: string): boolean => Buffer.byteLength(text) > maxDataBytes;
