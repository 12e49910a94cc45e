/** The errors of the Step Functions API, by the names that the SDK's clients know. */
export class StepFunctionsError extends Error {
  readonly status: number;
  constructor(name: StepFunctionsErrorName, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

export type StepFunctionsErrorName =
  | 'ExecutionAlreadyExists'
  | 'ExecutionDoesNotExist'
  | 'InvalidArn'
  | 'InvalidExecutionInput'
  | 'InvalidName'
  | 'InvalidToken'
  | 'ServiceUnavailable'
  | 'StateMachineDoesNotExist'
  | 'UnknownOperationException'
  | 'ValidationException';

/** What a workflow's Retry and Catch see of a failed task: a name, and the text that becomes `Cause`. */
export class TaskError extends Error {
  constructor(name: string, cause: string, options?: ErrorOptions) {
    super(cause, options);
    this.name = name;
  }
}

/**
 * Ends an execution past every Retry and Catch: no state may go on once its execution was stopped, or its data grew
 * over the limit. The runner asks an error for these two properties.
 */
export class FinalError extends TaskError {
  readonly isRetryable = false;
  readonly isCatchable = false;
}
