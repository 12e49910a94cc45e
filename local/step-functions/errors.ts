/** The errors of the Step Functions API, with the names that the SDK's clients know. */
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

/** The error of a failed task, as a workflow's Retry and Catch get it: a name, and the text for `Cause`. */
export class TaskError extends Error {
  constructor(name: string, cause: string, options?: ErrorOptions) {
    super(cause, options);
    this.name = name;
  }
}

/**
 * Ends an execution in spite of every Retry and Catch: no state may continue after its execution was stopped, or after its
 * data exceeded the limit. The runner reads these two properties of an error.
 */
export class FinalError extends TaskError {
  readonly isRetryable = false;
  readonly isCatchable = false;
}
