import { LaptopError } from '../machine/laptop-error.ts';
import { TokenError } from '../operators/issuer-token.ts';
import { CommandFailedError } from './command.ts';
import { DemoError, messageOf } from './error.ts';
import { paint } from './screen.ts';

/** Steps that undo what was done. They run last to first, each one even when another fails. */
export type CleanUp = (() => Promise<void>)[];

/** Errors that the user can fix: they are shown without a stack. */
const shown = [DemoError, TokenError, LaptopError];

/** Runs a demo, cleans up after it, and sets the exit code. The first Ctrl-C ends the demo, the second one exits at once. */
export async function stage(demo: (signal: AbortSignal, cleanUp: CleanUp) => Promise<void>): Promise<void> {
  const cleanUp: CleanUp = [];
  const signal = interruption();
  try {
    await demo(signal, cleanUp);
  } catch (cause) {
    process.exitCode = exitCodeOf(cause, signal);
    process.stderr.write(wordsOf(cause, signal));
  }
  for (const step of cleanUp.reverse())
    await step().catch((cause: unknown) => process.stderr.write(`while cleaning up: ${messageOf(cause)}\n`));
}

const exitCodeOf = (cause: unknown, signal: AbortSignal): number => {
  if (signal.aborted) return 130;
  return cause instanceof CommandFailedError ? cause.code : 1;
};

const wordsOf = (cause: unknown, signal: AbortSignal): string => {
  if (signal.aborted) return '\ninterrupted: cleaning up\n';
  if (cause instanceof CommandFailedError) return ''; // it has said why
  if (shown.some((kind) => cause instanceof kind)) return `\n${paint('red', '✖')} ${messageOf(cause)}\n`;
  return `\n${cause instanceof Error ? cause.stack : cause}\n`;
};

function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (interrupted.signal.aborted) process.exit(130);
      interrupted.abort();
    });
  return interrupted.signal;
}
