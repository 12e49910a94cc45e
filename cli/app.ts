import {
  ArgumentScannerError,
  buildApplication,
  buildRouteMap,
  type Command,
  formatMessageForArgumentScannerError,
  text_en,
} from '@stricli/core';
import { ToscaniniError } from '../client/index.ts';
import packageFile from '../package.json' with { type: 'json' };
import { CliError } from './cli-error.ts';
import { catalogCommands } from './commands/catalog.ts';
import { deleteCommand, followCommand, resetCommand, startCommand, stopCommand } from './commands/change.ts';
import { checkCommand } from './commands/check.ts';
import { completionCommand } from './commands/completion.ts';
import { contextCommands } from './commands/contexts.ts';
import { deployCommand } from './commands/deploy.ts';
import { configurationCommand, doctorCommand } from './commands/doctor.ts';
import { graphCommand } from './commands/graph.ts';
import { attemptsCommand, eventsCommand, logsCommand } from './commands/history.ts';
import { jobsCommand } from './commands/jobs.ts';
import { listCommand } from './commands/list.ts';
import { loginCommand, logoutCommand, whoamiCommand } from './commands/login.ts';
import { openCommand } from './commands/open.ts';
import { planCommand } from './commands/plan.ts';
import { scheduleCommands } from './commands/schedules.ts';
import { inputsCommand, outputCommand, showCommand, templateCommand } from './commands/show.ts';
import { upCommand } from './commands/up.ts';
import { updateCommand } from './commands/update.ts';
import type { CliContext } from './context.ts';
import { exitCodeOf, type Outcome } from './exit-codes.ts';

export const commands = {
  check: checkCommand,
  plan: planCommand,
  deploy: deployCommand,
  up: upCommand,
  update: updateCommand,
  delete: deleteCommand,
  watch: followCommand,
  ls: listCommand,
  show: showCommand,
  output: outputCommand,
  inputs: inputsCommand,
  logs: logsCommand,
  events: eventsCommand,
  attempts: attemptsCommand,
  jobs: jobsCommand,
  graph: graphCommand,
  open: openCommand,
  template: templateCommand,
  start: startCommand,
  stop: stopCommand,
  reset: resetCommand,
  login: loginCommand,
  logout: logoutCommand,
  whoami: whoamiCommand,
  doctor: doctorCommand,
  configuration: configurationCommand,
  completion: completionCommand,
} satisfies Readonly<Record<string, Command<CliContext>>>;

/** Nothing failed: the user, or a limit of the user's, ended the command. */
const goesOn: readonly Outcome[] = ['interrupted', 'waitedTooLong'];

/** What an error shows: one message of the service or of ours; a defect with its stack. */
const messageOf = (thrown: unknown): string => {
  if (thrown instanceof CliError && goesOn.includes(thrown.outcome)) return thrown.message;
  if (thrown instanceof CliError || thrown instanceof ToscaniniError) return `✖ ${thrown.message}`;
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : `${thrown}`;
  return `this is a defect of toscanini:\n${stack}`;
};

/** A wrong argument or flag, and where the right ones are. */
const wrongCall = (thrown: unknown): string => {
  const said = thrown instanceof ArgumentScannerError ? formatMessageForArgumentScannerError(thrown, {}) : `${thrown}`;
  return `✖ ${said}\nthe same command with --help shows how it is called`;
};

export const app = buildApplication<CliContext>(
  buildRouteMap({
    routes: { ...commands, schedules: scheduleCommands, catalog: catalogCommands, context: contextCommands },
    aliases: { list: 'ls', create: 'deploy', rm: 'delete', log: 'logs' },
    docs: { brief: 'Deploy TOSCA templates to any cloud, and follow them to their end' },
  }),
  {
    name: 'toscanini',
    versionInfo: { currentVersion: packageFile.version },
    scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
    documentation: { onlyRequiredInUsageLine: true, disableAnsiColor: true },
    localization: {
      text: {
        ...text_en,
        exceptionWhileRunningCommand: messageOf,
        exceptionWhileParsingArguments: wrongCall,
        commandErrorResult: messageOf,
      },
    },
    determineExitCode: exitCodeOf,
  },
);
