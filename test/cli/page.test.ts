import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../cli/commands.ts';
import { withNewName } from '../../cli/orchent-names.ts';
import { exitCodes } from '../../cli/outcome.ts';

const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');

/** Rows of the table below a heading, without those of its head. */
const rowsOf = (heading: string): readonly (readonly string[])[] =>
  (page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

/** First words of the code in a cell. */
const wordsIn = (cell = ''): readonly string[] => [...cell.matchAll(/`([a-z]+)/g)].map(([, word]) => word as string);

describe('docs/cli.md', () => {
  it('has every command, and no other', () => {
    const inPage = rowsOf('Commands').flatMap(([cell]) => wordsIn(cell));
    const subcommands = [
      'schedules',
      'show',
      'create',
      'events',
      'backfill',
      'backfills',
      'stop',
      'suspend',
      'resume',
      'delete',
      'context',
      'catalog',
      'list',
      'use',
      'remove',
    ];
    for (const name of Object.keys(commands)) expect(inPage).toContain(name);
    expect(inPage.filter((name) => !Object.hasOwn(commands, name) && !subcommands.includes(name))).toEqual([]);
  });

  it('has every exit code', () => {
    expect(rowsOf('Exit codes').map(([code]) => Number(code))).toEqual(Object.values(exitCodes));
  });

  it("has orchent's names, each with what it is now", () => {
    for (const [old, now] of rowsOf('Coming from orchent'))
      for (const [at, name] of wordsIn(old).entries()) {
        const { args } = withNewName([name]);
        expect(args[0]).toBe(wordsIn(now?.split(';')[0])[at] ?? wordsIn(now)[0]);
      }
  });
});
