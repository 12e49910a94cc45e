import { exitCodes } from '../../cli/outcome.ts';
import { runCommand } from '../../cli/run.ts';
import { screenOf } from '../../cli/screen/stream.ts';
import { timer } from '../../client/calls.ts';
import { showCommand } from './screen.ts';
import type { Service } from './service.ts';

/** A command of the demo failed; it has said why. */
export class CommandFailedError extends Error {
  override readonly name = 'CommandFailedError';
  readonly code: number;
  constructor(args: readonly string[], code: number) {
    super(`toscanini ${args.join(' ')} ended with ${code}`);
    this.code = code;
  }
}

export interface CommandLine {
  /** Shows a command and its real output. Throws CommandFailedError. */
  run(...args: readonly string[]): Promise<void>;
  /** The same for a command that goes on until Ctrl-C, which is pressed when `over` is. */
  runUntil(over: Promise<void>, ...args: readonly string[]): Promise<void>;
  /** paths of everything that the commands have made so far, such as `/deployments/<uuid>`; the caller removes what it deletes */
  readonly made: Set<string>;
}

/** milliseconds: a service on this machine can be asked more often than one that people share */
const longestPause = 250;

/** The command line for one service, in this process. */
export const commandLine = ({ url, token }: Pick<Service, 'url' | 'token'>, signal: AbortSignal): CommandLine => {
  const { stdout, stderr } = process;
  const env = { ...process.env, TOSCANINI_URL: url, TOSCANINI_TOKEN: token };
  const made = new Set<string>();
  const surroundings = {
    stdout,
    // how to go on without the demo is no help: it deletes everything
    stderr: { write: (text: string) => signal.aborted || stderr.write(text) },
    screen: screenOf(stdout, process.env),
    env,
    now: () => new Date(),
    sleep: (milliseconds: number, ending?: AbortSignal) => timer(Math.min(milliseconds, longestPause), ending),
    interrupted: signal,
    ask: async () => undefined,
    confirm: async () => undefined,
    browse: undefined,
    readInput: async () => Buffer.of(),
    fetch: noting(made),
  };
  return {
    made,
    run: async (...args) => {
      showCommand('toscanini', ...args);
      const code = await runCommand(args, surroundings);
      signal.throwIfAborted();
      if (code !== 0) throw new CommandFailedError(args, code);
    },
    runUntil: async (over, ...args) => {
      const stopping = new AbortController();
      showCommand('toscanini', ...args);
      const interrupted = AbortSignal.any([signal, stopping.signal]);
      const running = runCommand(args, { ...surroundings, interrupted });
      await over.finally(() => stopping.abort());
      const code = await running;
      signal.throwIfAborted();
      if (code !== exitCodes.interrupted) throw new CommandFailedError(args, code);
      stdout.write('^C\n');
    },
  };
};

/** `fetch` that notes what was made, so that an interrupted demo deletes its own things and nothing else. */
const noting =
  (made: Set<string>): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 201) {
      const { uuid } = (await response.clone().json()) as { readonly uuid: string };
      made.add(`${new URL(`${input}`).pathname}/${uuid}`);
    }
    return response;
  };
