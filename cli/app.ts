import { type Application, buildApplication, buildRouteMap, text_en } from '@stricli/core';
import { ToscaniniError } from '../client/index.ts';
import packageFile from '../package.json' with { type: 'json' };
import { CliError, wasInterrupted } from './cli-error.ts';
import { type CommandName, commands } from './commands.ts';
import { certificateAdvice } from './connection/certificates.ts';
import type { CliContext } from './context.ts';
import { exitCodeOf } from './exit-codes.ts';
import type { Outcome } from './outcome.ts';
import { corrected, wrongCall } from './wrong-call.ts';

/** Nothing failed: the user, or a limit of the user's, ended the command. */
const endedByUser: readonly Outcome[] = ['interrupted', 'waitedTooLong'];

/** What to do about an error whose message comes from the service, or from the network. */
const adviceOn = (error: ToscaniniError): string => {
  const { name } = error;
  const certificate = certificateAdvice(error);
  if (certificate !== undefined) return `\n${certificate}`;
  if (name === 'UnauthenticatedError')
    return '\ntoscanini login URL logs you in again; toscanini doctor says what is wrong';
  const isAbsent = name === 'UnavailableError' || name === 'UnexpectedAnswerError';
  return isAbsent ? '\ntoscanini doctor says what is wrong' : '';
};

/** What an error shows: one message of the service or of ours; a defect with its stack. */
const messageOf = (thrown: unknown): string => {
  if (wasInterrupted(thrown)) return 'interrupted';
  if (thrown instanceof CliError && endedByUser.includes(thrown.outcome)) return thrown.message;
  if (thrown instanceof ToscaniniError) return `✖ ${thrown.message}${adviceOn(thrown)}`;
  if (thrown instanceof CliError) {
    const { message, outcome, cause } = thrown;
    return `✖ ${message}${outcome === 'notAllowed' && cause instanceof ToscaniniError ? adviceOn(cause) : ''}`;
  }
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : `${thrown}`;
  return `this is a defect of toscanini:\n${stack}`;
};

/** What other tools call our commands: terraform, pulumi, kubectl, docker, helm, cdk. */
const meanings: { readonly [command: string]: readonly string[] } = {
  delete: ['destroy', 'remove', 'uninstall', 'down', 'del'],
  show: ['get', 'describe', 'status', 'inspect', 'info'],
  up: ['apply', 'sync'],
  check: ['validate', 'lint', 'verify'],
  plan: ['diff', 'preview'],
  fmt: ['format', 'prettify'],
  deploy: ['run', 'install', 'launch'],
  init: ['new', 'scaffold'],
  ls: ['ps', 'deployments'],
  output: ['outputs'],
  watch: ['follow', 'wait'],
  ssh: ['exec', 'shell', 'connect'],
  open: ['ui', 'dashboard', 'web'],
  login: ['signin', 'auth'],
};

const meantBy = (input: string): readonly string[] =>
  Object.keys(meanings).filter((command) => meanings[command]?.includes(input.toLowerCase()));

const correctionsOf = (input: string, corrections: readonly string[]): readonly string[] => {
  const own = meantBy(input);
  return own.length > 0 ? own : corrections.map((each) => each.replaceAll('`', ''));
};

const aliases: { readonly [alias: string]: CommandName } = { list: 'ls', create: 'deploy', rm: 'delete', log: 'logs' };

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** The command that is called is loaded alone. Other words need all of them: for what was meant, and to complete a word. */
const namesFor = (called: string): readonly CommandName[] => {
  const name = Object.hasOwn(aliases, called) ? aliases[called] : called;
  return name !== undefined && isCommand(name) ? [name] : Object.keys(commands).filter(isCommand);
};

/** Said once, after all faults of a call. */
export const whereItIsShown = 'the same command with --help shows how it is called';

/** The program for a command line that begins with this word. */
export const appFor = async (called = ''): Promise<Application<CliContext>> => {
  const names = namesFor(called);
  const routes = await Promise.all(names.map(async (name) => [name, await commands[name]()] as const));
  const kept = Object.entries(aliases).filter(([, name]) => names.includes(name));
  return buildApplication<CliContext>(
    buildRouteMap({
      routes: Object.fromEntries(routes),
      aliases: Object.fromEntries(kept),
      docs: { brief: 'Deploy TOSCA templates to any cloud, and follow them to their end' },
    }),
    {
      name: 'toscanini',
      versionInfo: { currentVersion: packageFile.version },
      scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true, distanceOptions },
      documentation: { onlyRequiredInUsageLine: true, disableAnsiColor: true },
      localization: { text },
      determineExitCode: exitCodeOf,
    },
  );
};

/** Stricli's usual threshold of 7 proposes words that have little in common. A letter too few costs 1, a wrong one 2, one too many 3. */
const distanceOptions = { threshold: 3, weights: { insertion: 1, deletion: 3, substitution: 2, transposition: 0 } };

const text = {
  ...text_en,
  exceptionWhileRunningCommand: messageOf,
  exceptionWhileParsingArguments: wrongCall,
  noCommandRegisteredForInput: ({ input, corrections }: { input: string; corrections: readonly string[] }) =>
    `✖ there is no command ${input}${corrected(correctionsOf(input, corrections))}\ntoscanini --help lists the commands`,
  commandErrorResult: messageOf,
};
