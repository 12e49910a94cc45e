import type { Outcome } from './outcome.ts';

/** The user pressed Ctrl-C while something was waited for: what waits throws this in Node and in browsers. */
export const wasInterrupted = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'AbortError';

/** Ends a command. The message is for the user; an empty one means that everything has been said. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly outcome: Outcome;
  constructor(outcome: Outcome, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.outcome = outcome;
  }
}
