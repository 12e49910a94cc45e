import { readFileSync } from 'node:fs';
import type { Command, RouteMap } from '@stricli/core';
import { beforeAll, expect, it } from 'vitest';
import { commands } from '../../cli/commands.ts';
import type { CliContext } from '../../cli/context.ts';
import { manPage } from '../../cli/package/man-page.ts';
import { usageOf } from '../../cli/usage.ts';
import { call } from './called.ts';

type Target = Command<CliContext> | RouteMap<CliContext>;

const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');

/** Words of each command, and what it takes. */
let all: ReadonlyMap<string, Command<CliContext>['parameters']>;

const below = (words: string, target: Target): readonly (readonly [string, Command<CliContext>['parameters']])[] =>
  'getAllEntries' in target
    ? target.getAllEntries().flatMap(({ name, target: inner }) => below(`${words} ${name.original}`, inner as Target))
    : [[words, target.parameters]];

beforeAll(async () => {
  const found = await Promise.all(Object.entries(commands).map(async ([name, load]) => below(name, await load())));
  all = new Map(found.flat());
});

const lineOf = (words: string): string => {
  const parameters = all.get(words);
  return parameters === undefined ? '' : `${words} ${usageOf(parameters)}`.trimEnd();
};

it('names what may be left out, what may be repeated, and the flags that must be given', () => {
  expect(['versions', 'label', 'check', 'schedules create', 'ls', 'ssh'].map(lineOf)).toEqual([
    'versions ID [N]',
    'label ID [NAME=VALUE]...',
    'check FILE...',
    'schedules create FILE --files EXPRESSION --replicate EXPRESSION',
    'ls',
    'ssh ID NODE [-- COMMAND]...',
  ]);
});

it('is the same in the help of each command and in the manual page', async () => {
  const manual = (await manPage(page, '1.2.3')).replaceAll('\\-', '-').replaceAll('\\e', '\\');
  for (const words of all.keys()) {
    const { out } = await call([...words.split(' '), '--help']);
    expect(out.split('\n')[1]).toBe(`  toscanini ${lineOf(words)}`);
    expect(manual).toContain(`.SS "toscanini ${lineOf(words)}"\n`);
  }
  const { out } = await call(['schedules', '--help']);
  expect(out).toContain('\n  toscanini schedules backfill ID --prefix TEXT\n');
});

/** `graph ID|FILE` has two lines in the page, where a bar would end the cell. */
const linesOf = (words: string): readonly string[] => {
  const [, before = '', one, other] = /^(.* )(\w+)\|(\w+)$/.exec(lineOf(words)) ?? [];
  return one === undefined ? [lineOf(words)] : [`${before}${one}`, `${before}${other}`];
};

it('is the same in docs/cli.md', () => {
  const table = page.split('## Commands\n')[1]?.split('\n## ')[0] ?? '';
  const cells = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ', 1).join());
  const spans = cells.flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replace('…', '...')),
  );
  const lines = [...all.keys()].flatMap(linesOf);
  expect(lines.filter((line) => !spans.includes(line))).toEqual([]);
  // the one row more is for a flag that takes the place of the argument
  expect(spans.filter((span) => !lines.includes(span))).toEqual(['events --all']);
});

/** Commands that change nothing at the service, but perhaps files and settings of this machine. */
const without = [
  ...['init', 'check', 'fmt', 'lsp', 'plan', 'watch', 'ls', 'show', 'output', 'inputs', 'logs', 'events'],
  ...['attempts', 'jobs', 'versions', 'graph', 'open', 'template', 'ssh', 'drift', 'approvals', 'cost', 'quota'],
  ...['login', 'logout', 'whoami', 'doctor', 'configuration', 'completion'],
  ...['schedules list', 'schedules show', 'schedules events', 'schedules backfills'],
  ...['catalog list', 'catalog show', 'catalog template', 'policy test'],
  ...['admin providers', 'admin dependencies', 'admin letters', 'admin webhooks'],
  ...['context list', 'context use', 'context remove'],
];

it('every command that changes something at the service takes --yes and -y, and no other does', () => {
  const taking = [...all].filter(([, { flags = {}, aliases = {} }]) => 'yes' in flags && 'y' in aliases);
  const rest = [...all.keys()].filter((words) => !without.includes(words));
  expect(taking.map(([words]) => words).toSorted()).toEqual(rest.toSorted());
});

it('takes --yes also where nothing is asked', async () => {
  for (const words of [
    ['stop', 'web', 'server'],
    ['start', 'web', 'server'],
    ['deploy', 'x.yaml'],
    ['extend', 'web', '2d'],
  ])
    for (const flag of ['--yes', '-y']) {
      const { code, error } = await call([...words, flag], { env: { HOME: '/nowhere' } });
      expect({ code, error }).toMatchObject({ code: 2, error: expect.not.stringContaining('no flag') });
    }
});
