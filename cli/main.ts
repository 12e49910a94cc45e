/** The command `toscanini`: docs/cli.md. */

import { timer } from '../client/calls.ts';
import { CliError, wasInterrupted } from './cli-error.ts';
import { httpFetch } from './connection/http-fetch.ts';
import { proxyEnvironment } from './connection/proxy.ts';
import { exitCodeOf } from './exit-codes.ts';
import { connectionFlagsIn, connectionFlagsLast } from './flags.ts';
import { withNewName } from './orchent-names.ts';
import { exitCodes } from './outcome.ts';
import { runCommand, type Surroundings } from './run.ts';
import { browser } from './screen/browser.ts';
import { harmless } from './screen/paint.ts';
import { harmlessOn, outputOf, screenOf } from './screen/stream.ts';

const { env } = process;
const stdout = outputOf(1);
const stderr = harmlessOn(outputOf(2));

const interrupting = new AbortController();
/** milliseconds: what still goes on then waits for an answer */
const hintAfter = 1_500;

const interrupt = (): void => {
  // the second one ends it at once
  if (interrupting.signal.aborted) process.exit(exitCodes.interrupted);
  interrupting.abort();
  setTimeout(() => stderr.write('waiting for the answer to a change; ctrl-c again ends at once\n'), hintAfter).unref();
};
process.on('SIGINT', interrupt);
// what ends a job of a pipeline: its log then says how to go on too
process.on('SIGTERM', interrupt);

const ask = async (question: string): Promise<string | undefined> => {
  if (!process.stdin.isTTY || !stderr.isTTY) return undefined;
  const { createInterface } = await import('node:readline/promises');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // the end of the input, such as of a terminal that is closed, answers nothing
    const closed = new Promise<undefined>((resolve) => asking.once('close', () => resolve(undefined)));
    const answer = await Promise.race([
      asking.question(`${harmless(question)} `, { signal: interrupting.signal }),
      closed,
    ]);
    return answer?.trim();
  } catch (cause) {
    if (wasInterrupted(cause)) stderr.write('\n');
    throw cause;
  } finally {
    asking.close();
  }
};

const confirm = async (question: string): Promise<boolean | undefined> => {
  try {
    const answer = await ask(`${question} [y/N]`);
    return answer === undefined ? undefined : /^y(es)?$/i.test(answer);
  } catch (cause) {
    if (!wasInterrupted(cause)) throw cause;
    return false;
  }
};

const given: Surroundings = {
  stdout,
  stderr,
  screen: screenOf(stdout, env),
  env,
  now: () => new Date(),
  sleep: timer,
  interrupted: interrupting.signal,
  ask,
  confirm,
  browse: browser(process.platform, env),
  readInput: async () => {
    const [{ buffer }, { addAbortSignal }] = [await import('node:stream/consumers'), await import('node:stream')];
    return buffer(addAbortSignal(interrupting.signal, process.stdin));
  },
};

/** Node's own `fetch` takes a proxy in the way that proxies expect. */
const useProxy = async (): Promise<boolean> => {
  const withProxies = proxyEnvironment(env);
  if (withProxies !== undefined) (await import('node:http')).setGlobalProxyFromEnv(withProxies);
  return withProxies !== undefined;
};

// no await at the top level: the package is one file of CommonJS, and each command loads only what it needs
const main = async (): Promise<void> => {
  const surroundings = (await useProxy()) ? given : { ...given, fetch: httpFetch };
  if (process.argv[2] === '__complete') {
    const { words, flags: connection } = connectionFlagsIn(process.argv.slice(3));
    const context = { ...surroundings, connection, process: { stdout, stderr, env }, endAs: () => undefined };
    const [{ proposeCompletions }, { appFor }] = await Promise.all([import('@stricli/core'), import('./app.ts')]);
    const proposals = await proposeCompletions(await appFor(words.length > 1 ? words[0] : ''), words, context);
    stdout.write(proposals.map(({ completion }) => `${completion}\n`).join(''));
    return;
  }
  const called = connectionFlagsLast(process.argv.slice(2));
  const { args, newName } = withNewName(called);
  if (newName !== undefined) stderr.write(`${called[0]} is now ${newName}\n`);
  process.exitCode = await runCommand(args, surroundings);
};

void main().catch((cause: unknown) => {
  if (!(cause instanceof CliError)) throw cause;
  stderr.write(`✖ ${cause.message}\n`);
  process.exitCode = exitCodeOf(cause);
});
