import { ToscaniniError } from '../client/index.ts';
import { CliError, wasInterrupted } from './cli-error.ts';

/** What a shell sees: docs/cli.md has the same table. */
export const exitCodes = {
  done: 0,
  /** the deployment, or the check, failed */
  failed: 1,
  calledWrongly: 2,
  notAllowed: 3,
  notFound: 4,
  conflict: 5,
  unreachable: 6,
  /** it goes on without us */
  waitedTooLong: 7,
  interrupted: 130,
  /** nobody reads the output any more: as a shell says it of a program that SIGPIPE ends */
  unread: 141,
} as const;

export type Outcome = keyof typeof exitCodes;

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
