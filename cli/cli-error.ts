import type { Outcome } from './exit-codes.ts';

/** Ends a command. The message is for the user; an empty one means that everything has been said. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly outcome: Outcome;
  constructor(outcome: Outcome, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.outcome = outcome;
  }
}
