/** Calls the command line in this process, as `toscanini` does, with a screen and folders of the test. */

import { runCommand } from '../../cli/run.ts';
import { timer } from '../../client/calls.ts';
import { terminal } from './terminal.ts';

export interface CallOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly live?: boolean;
  /** of the terminal; default: 120 */
  readonly columns?: number;
  readonly input?: string;
  readonly answer?: boolean;
  /** lines that are typed; none: nobody can answer */
  readonly lines?: readonly string[];
  readonly interrupted?: AbortSignal;
  readonly now?: () => Date;
  readonly fetch?: typeof fetch;
  readonly execute?: (program: string, args: readonly string[]) => Promise<number>;
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly questions: readonly string[];
}

/** milliseconds */
const longestPause = 200;

export const call = async (args: readonly string[], options: CallOptions = {}): Promise<Ended> => {
  const { screen, written } = terminal(options.columns ?? 120, 40, options.live ?? false);
  const stderr: string[] = [];
  const questions: string[] = [];
  const { answer, env = {}, lines = [] } = options;
  const typed = lines.values();
  const code = await runCommand(args, {
    stdout: { write: screen.write },
    stderr: { write: (text: string) => void stderr.push(text) },
    screen,
    env,
    now: options.now ?? (() => new Date()),
    // a real service needs seconds: to ask it more often costs more than all that it does
    sleep: (wanted: number, signal?: AbortSignal) => timer(Math.min(wanted, longestPause), signal),
    interrupted: options.interrupted ?? new AbortController().signal,
    confirm: async (question: string) => {
      if (answer !== undefined) questions.push(question);
      return answer;
    },
    ask: async (question: string) => {
      if (options.lines !== undefined) questions.push(question);
      return typed.next().value;
    },
    ...(options.fetch && { fetch: options.fetch }),
    ...(options.execute && { execute: options.execute }),
    browse: undefined,
    readInput: async () => Buffer.from(options.input ?? ''),
  });
  return { code, out: written(), error: stderr.join(''), questions };
};
