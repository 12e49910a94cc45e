/** The manual page `toscanini.1`, in the macros of man(7), out of what the commands say about themselves. */

import type { Command, CommandContext, RouteMap } from '@stricli/core';
import { briefs } from '../briefs.ts';
import { type CommandName, commands } from '../commands.ts';
import type { CliContext } from '../context.ts';
import { documentAliases, documentFlags } from '../document.ts';
import { connectionFlags } from '../flags.ts';
import { groups } from '../help.ts';
import { usageOf } from '../usage.ts';
import { kebab } from '../wrong-call.ts';

type Parameters = Command<CommandContext>['parameters'];
type Target = Command<CliContext> | RouteMap<CliContext>;

interface Row {
  readonly term: string;
  readonly text: string;
}

/** In roff a line that begins with a dot or a quote is a macro, a plain hyphen is shown as another character, and text is ASCII. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(
      /[^\x20-\x7e]/gu,
      (letter) => `\\[u${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^[.']/, (mark) => `\\&${mark}`);

const bold = (text: string): string => `\\fB${escaped(text)}\\fR`;
const italic = (text: string): string => `\\fI${escaped(text)}\\fR`;

const flagRows = ({ flags = {}, aliases = {} }: Parameters): readonly Row[] =>
  Object.entries(flags).map(([name, flag]) => {
    const [letter] = Object.entries(aliases).find(([, aliased]) => aliased === name) ?? [];
    const value =
      flag.kind === 'boolean'
        ? ''
        : ` ${italic('placeholder' in flag && flag.placeholder ? flag.placeholder : kebab(name).toUpperCase())}`;
    const short = letter === undefined ? '' : `${bold(`-${letter}`)}, `;
    return { term: `${short}${bold(`--${kebab(name)}`)}${value}`, text: escaped(flag.brief) };
  });

const argumentRows = ({ positional }: Parameters): readonly Row[] => {
  if (positional === undefined) return [];
  const all = positional.kind === 'array' ? [positional.parameter] : positional.parameters;
  return all.map(({ placeholder = 'ARGUMENT', brief }) => ({ term: italic(placeholder), text: escaped(brief) }));
};

const list = (rows: readonly Row[]): readonly string[] => rows.flatMap(({ term, text }) => ['.TP', term, text]);

const isRouteMap = (target: Target): target is RouteMap<CliContext> => 'getAllEntries' in target;

const shared: { readonly [name: string]: { readonly brief: string } | undefined } = {
  ...connectionFlags,
  ...documentFlags,
};

const sectionsOf = (words: string, target: Target): readonly string[] => {
  if (isRouteMap(target))
    return target
      .getAllEntries()
      .flatMap(({ name, target: below }) => sectionsOf(`${words} ${name.original}`, below as Target));
  const { parameters, brief } = target;
  // flags of most commands are said once
  const own = Object.fromEntries(
    Object.entries(parameters.flags ?? {}).filter(([name, { brief: says }]) => shared[name]?.brief !== says),
  );
  return [
    `.SS "toscanini ${escaped(`${words} ${usageOf(parameters)}`.trimEnd())}"`,
    escaped(brief),
    ...list([...argumentRows(parameters), ...flagRows({ ...parameters, flags: own } as Parameters)]),
  ];
};

const commandSections = async (names: readonly CommandName[]): Promise<readonly string[]> =>
  (await Promise.all(names.map(async (name) => sectionsOf(name, await commands[name]())))).flat();

/** Rows of the first table under a heading of docs/cli.md, without those of its head. */
const tableIn = (page: string, heading: string): readonly Row[] =>
  (page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.slice(2, -2).replaceAll('`', '').split(' | '))
    .map(([term = '', text = '']) => ({ term: bold(term), text: escaped(text) }));

const environment: readonly Row[] = [
  ['TOSCANINI_URL', 'the address of the service'],
  ['TOSCANINI_TOKEN', 'a bearer token'],
  [
    'TOSCANINI_OIDC_AUDIENCE',
    'the audience of the token that a job at GitHub asks for; default: the address of the service',
  ],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'the proxy of requests, and the hosts without'],
  ['NODE_EXTRA_CA_CERTS', 'a file with certificates of an authority of your own'],
  ['NO_COLOR', 'takes the colours away'],
].map(([term = '', text = '']) => ({ term: bold(term), text: escaped(text) }));

const files: readonly Row[] = [
  ['$XDG_CONFIG_HOME/toscanini/config.json', 'the services that the command knows'],
  ['$XDG_STATE_HOME/toscanini/tokens.json', 'tokens of logins, which only their owner may read'],
  ['$XDG_CACHE_HOME/toscanini', 'compiled code'],
].map(([term = '', text = '']) => ({ term: italic(term), text: escaped(text) }));

/** `page`: docs/cli.md; `version`: of the release. */
export const manPage = async (page: string, version: string): Promise<string> => {
  const sections = await Promise.all(
    Object.entries(groups).map(async ([title, names]) => [`.SH "${title}"`, ...(await commandSections(names))]),
  );
  return `${[
    `.TH TOSCANINI 1 "" "toscanini ${escaped(version)}" "User Commands"`,
    '.SH NAME',
    'toscanini \\- deploy TOSCA templates to any cloud, and follow them to their end',
    '.SH SYNOPSIS',
    `${bold('toscanini')} ${italic('COMMAND')} [${italic('ARGUMENT')}...] [${italic('FLAG')}...]`,
    '.SH DESCRIPTION',
    escaped(`${briefs.deploy}: toscanini deploy web.yaml -i workers=6.`),
    escaped('toscanini COMMAND --help has the arguments and flags of one command.'),
    'Most commands also take',
    ...list(flagRows({ flags: connectionFlags })),
    '.PP',
    'and those that print something',
    ...list(flagRows({ flags: documentFlags, aliases: documentAliases })),
    ...sections.flat(),
    '.SH "EXIT STATUS"',
    ...list(tableIn(page, 'Exit codes')),
    '.SH ENVIRONMENT',
    ...list(environment),
    '.SH FILES',
    ...list(files),
  ].join('\n')}\n`;
};
