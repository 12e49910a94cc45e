import { asksForMinutes, ToscaniniError } from '../client/index.ts';
import { CliError, wasInterrupted } from './cli-error.ts';
import { outcomeOf } from './exit-codes.ts';

/**
 * What the service has made. Where no answer came, or the user did not wait for one, nobody knows whether it was made: the
 * CliError says which command shows it, since a repeated call would make it twice.
 */
export const accepted = <Made>(making: Promise<Made>, shownBy: string): Promise<Made> =>
  making.catch((cause: unknown) => {
    const isUnanswered = cause instanceof ToscaniniError && cause.name === 'UnavailableError';
    if ((!isUnanswered && !wasInterrupted(cause)) || isPaused(cause)) throw cause;
    const what = isUnanswered ? cause.message : 'interrupted';
    const advice = `it may have been accepted all the same: toscanini ${shownBy} shows it`;
    throw new CliError(outcomeOf(cause), `${what}\n${advice}`, { cause });
  });

/** It has refused the request, and accepted nothing. */
const isPaused = (cause: unknown): boolean =>
  cause instanceof ToscaniniError && cause.status === 503 && asksForMinutes(cause);
