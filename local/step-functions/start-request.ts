import { StepFunctionsError } from './errors.ts';
import { isTooLarge } from './execution.ts';

/** What is asked of StartExecution. */
export interface StartRequest {
  readonly workflowArn: string;
  readonly name: string | undefined;
  readonly input: string;
}

/** 1 to 80 characters; none that an ARN, a path or a log cannot carry (Step Functions API reference, StartExecution). */
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
