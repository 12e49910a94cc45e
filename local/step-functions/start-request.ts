import { StepFunctionsError } from './errors.ts';
import { isTooLarge } from './execution.ts';

/** The parameters of StartExecution. */
export interface StartRequest {
  readonly workflowArn: string;
  readonly name: string | undefined;
  readonly input: string;
}

/**
 * Throws unless the name has 1 to 80 characters that an ARN, a path and a log can hold (Step Functions API reference,
 * StartExecution).
 */
export const checkName = (name: string): void => {
  if (/^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}]{1,80}$/u.test(name)) return;
  throw new StepFunctionsError('InvalidName', `invalid name: '${name}'`);
};

export const checkInput = (input: string): void => {
  if (isTooLarge(input)) throw new StepFunctionsError('ValidationException', 'the input is over 262144 bytes');
  try {
    JSON.parse(input);
  } catch {
    throw new StepFunctionsError('InvalidExecutionInput', `invalid state machine execution input: '${input}'`);
  }
};
