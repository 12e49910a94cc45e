/** The first page of help: every command with one line, in groups. Each command has its own page. */

import { briefs } from './briefs.ts';
import type { CommandName } from './commands.ts';
import type { Screen } from './context.ts';
import { painter } from './screen/paint.ts';

/** Every command is in one of these: test/cli/words.test.ts. */
export const groups: { readonly [group: string]: readonly CommandName[] } = {
  'DEPLOY AND CHANGE': [
    'init',
    'check',
    'fmt',
    'plan',
    'deploy',
    'up',
    'update',
    'adopt',
    'retry',
    'rollback',
    'delete',
    'start',
    'stop',
    'ssh',
    'drift',
    'repair',
    'move',
    'run',
    'workflow',
    'approve',
    'refuse',
    'protect',
    'label',
    'extend',
    'hours',
    'give',
    'accept',
    'reset',
  ],
  'LOOK AT A DEPLOYMENT': [
    'ls',
    'show',
    'watch',
    'output',
    'inputs',
    'events',
    'logs',
    'attempts',
    'jobs',
    'versions',
    'approvals',
    'graph',
    'template',
    'open',
  ],
  'SCHEDULES, TEMPLATES, SERVICES AND THIS COMMAND': [
    'schedules',
    'catalog',
    'policy',
    'login',
    'logout',
    'whoami',
    'cost',
    'quota',
    'admin',
    'context',
    'configuration',
    'doctor',
    'completion',
    'lsp',
  ],
};

/** `toscanini`, `toscanini --help` and `toscanini help`. */
export const firstPage = (screen: Pick<Screen, 'colours'>): string => {
  const paint = painter(screen);
  const width = Math.max(...Object.keys(briefs).map((name) => name.length));
  const group = ([title, names]: [string, readonly CommandName[]]): string =>
    [paint('bold', title), ...names.map((name) => `  ${name.padEnd(width)}  ${briefs[name]}`), ''].join('\n');
  return [
    'toscanini deploys TOSCA templates to any cloud, and follows them to their end',
    ...Object.entries(groups).map(group),
    'toscanini COMMAND --help has the arguments and flags of a command; toscanini --version prints the version\n',
  ].join('\n');
};

/** `help deploy` is `deploy --help`, and `version` is `--version`. */
export const inOtherWords = (args: readonly string[]): readonly string[] => {
  const [first, ...others] = args;
  if (first === 'version') return ['--version', ...others];
  return first === 'help' ? [...others, '--help'] : args;
};

/** Whether the first page is asked for. */
export const asksForFirstPage = (args: readonly string[]): boolean =>
  args.length === 0 || (args.length === 1 && ['-h', '--help'].includes(args[0] ?? ''));

/** Whether the page of a command is asked for. */
export const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h');
};
