/** Calls the command line in this process, as `toscanini` does, with a screen and folders of the test. */

import { run } from '@stricli/core';
import { app } from '../../cli/app.ts';
import type { CliContext } from '../../cli/context.ts';
import { exitCodes, type Outcome } from '../../cli/exit-codes.ts';
import { timer } from '../../client/calls.ts';
import { terminal } from './terminal.ts';

export interface CallOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly live?: boolean;
  readonly input?: string;
  readonly answer?: boolean;
  readonly interrupted?: AbortSignal;
  readonly now?: () => Date;
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly questions: readonly string[];
}

export const call = async (args: readonly string[], options: CallOptions = {}): Promise<Ended> => {
  const { screen, written } = terminal(120, 40, options.live ?? false);
  const stderr: string[] = [];
  const questions: string[] = [];
  let outcome: Outcome | undefined;
  const process: { exitCode?: number; stdout: object; stderr: object; env: object } = {
    stdout: { write: screen.write },
    stderr: { write: (text: string) => void stderr.push(text) },
    env: options.env ?? {},
  };
  const { answer } = options;
  const context = {
    process: process as unknown as CliContext['process'],
    screen,
    env: options.env ?? {},
    now: options.now ?? (() => new Date()),
    sleep: (_: number, signal?: AbortSignal) => timer(20, signal),
    interrupted: options.interrupted ?? new AbortController().signal,
    confirm:
      answer === undefined
        ? undefined
        : async (question: string) => {
            questions.push(question);
            return answer;
          },
    endAs: (ended: Outcome) => {
      outcome = ended;
    },
    readInput: async () => options.input ?? '',
  } satisfies CliContext;
  await run(app, args, context);
  const code = outcome === undefined ? Number(process.exitCode ?? 0) : exitCodes[outcome];
  return { code, out: written(), error: stderr.join(''), questions };
};
