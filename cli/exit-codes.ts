import { ToscaniniError } from '../client/errors.ts';
import { CliError, wasInterrupted } from './cli-error.ts';
import { exitCodes, type Outcome } from './outcome.ts';

const ofError: { readonly [name in ToscaniniError['name']]: Outcome } = {
  InvalidError: 'failed',
  UnauthenticatedError: 'notAllowed',
  ForbiddenError: 'notAllowed',
  NotFoundError: 'notFound',
  ConflictError: 'conflict',
  PreconditionFailedError: 'conflict',
  TooLargeError: 'failed',
  ThrottledError: 'unreachable',
  UnavailableError: 'unreachable',
  SilentIssuerError: 'unreachable',
  UnexpectedAnswerError: 'unreachable',
};

/** Every other error is a defect of ours; it counts as failed, and is shown with its stack. */
export const outcomeOf = (thrown: unknown): Outcome => {
  if (wasInterrupted(thrown)) return 'interrupted';
  if (thrown instanceof CliError) return thrown.outcome;
  return thrown instanceof ToscaniniError ? ofError[thrown.name] : 'failed';
};

export const exitCodeOf = (thrown: unknown): number => exitCodes[outcomeOf(thrown)];
