/** The command `toscanini`: docs/cli.md. */

import { ExitCode, proposeCompletions, run } from '@stricli/core';
import { timer } from '../client/calls.ts';
import { app } from './app.ts';
import type { CliContext } from './context.ts';
import { exitCodes, type Outcome } from './exit-codes.ts';
import { withNewName } from './orchent-names.ts';

const { stdout, stdin, stderr, env } = process;

const interrupting = new AbortController();
process.on('SIGINT', () => {
  // the second one ends it at once
  if (interrupting.signal.aborted) process.exit(exitCodes.interrupted);
  interrupting.abort();
});

// the reader of the output may stop early: `toscanini ls | head`
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const confirm = async (question: string): Promise<boolean> => {
  const { createInterface } = await import('node:readline/promises');
  const asking = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await asking.question(`${question} [y/N] `, { signal: interrupting.signal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
};

let outcome: Outcome | undefined;

const context: CliContext = {
  endAs: (ended) => {
    outcome = ended;
  },
  process: process as CliContext['process'],
  screen: {
    write: (written) => void stdout.write(written),
    live: stdout.isTTY === true && env['CI'] === undefined && env['TERM'] !== 'dumb',
    colours: stdout.isTTY === true && !env['NO_COLOR'],
    size: () => ({ columns: stdout.columns ?? 80, rows: stdout.rows ?? 24 }),
  },
  env,
  now: () => new Date(),
  sleep: timer,
  interrupted: interrupting.signal,
  confirm: stdin.isTTY && stderr.isTTY ? confirm : undefined,
  readInput: async () => (await import('node:stream/consumers')).text(stdin),
};

/** Stricli's own codes are negative: each of them is a wrong call or a defect. */
const wrongCalls: readonly unknown[] = [ExitCode.UnknownCommand, ExitCode.InvalidArgument];

// no await at the top level: the package is one file of CommonJS, which loads what a command does not need not at all
const main = async (): Promise<void> => {
  if (process.argv[2] === '__complete') {
    const proposals = await proposeCompletions(app, process.argv.slice(3), context);
    stdout.write(proposals.map(({ completion }) => `${completion}\n`).join(''));
    return;
  }
  const { args, newName } = withNewName(process.argv.slice(2));
  if (newName !== undefined) stderr.write(`${process.argv[2]} is now ${newName}\n`);
  await run(app, args, context);
  if (outcome !== undefined) process.exitCode = exitCodes[outcome];
  if (wrongCalls.includes(process.exitCode)) process.exitCode = exitCodes.calledWrongly;
};

void main();
