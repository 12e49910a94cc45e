/** Commands that the pages show are called as the command line takes them. None of them runs: no service is known here. */

import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { call } from './called.ts';

const pages = ['README.md', ...globSync('docs/**/*.md')].filter((page) => !page.includes('decisions')).toSorted();

/** These read or write files of this machine before they look for a service. */
const local = new Set(['init', 'fmt', 'check', 'lsp', 'login', 'logout', 'context', 'policy', 'COMMAND', 'help']);

/** The words of a line of a shell, without what follows a comment, a pipe or another command. */
const wordsOf = (line: string): readonly string[] => {
  const words = line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]*=)?(?:'([^']*)'|"([^"]*)")|(\S+)/g);
  const all = [...words].map(([whole]) => whole.replaceAll(/['"]/g, ''));
  const end = all.findIndex((word) => /^(#.*|\||&&|>|;|\\)$/.test(word));
  return end < 0 ? all : all.slice(0, end);
};

const calledIn = (text: string): readonly { readonly line: string; readonly isWhole: boolean }[] => {
  const fenced = [...text.matchAll(/^```(?:console|sh)\n([\s\S]*?)^```/gm)].flatMap(([, body = '']) =>
    body.split('\n'),
  );
  const inline = text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`toscanini ([^`\n]+)`/g);
  return [
    ...fenced.flatMap((line) => {
      const [, rest] = /^(?:\$ )?(?:npx )?toscanini (.+)$/.exec(line) ?? [];
      return rest === undefined ? [] : [{ line: rest, isWhole: true }];
    }),
    ...[...inline].map(([, line = '']) => ({ line, isWhole: false })),
  ];
};

const wrong = /there is no (?:flag|command)|one argument too many|is given twice|: write one of|is no /;

it.each(pages)('%s', async (page) => {
  const shown = calledIn(readFileSync(page, 'utf8')).map(({ line, isWhole }) => ({ words: wordsOf(line), isWhole }));
  for (const { words, isWhole } of shown.filter(({ words: [name = ''] }) => !local.has(name))) {
    const { error } = await call(words, { env: { HOME: '/nowhere' } });
    expect(error, words.join(' ')).not.toMatch(wrong);
    if (isWhole) expect(error, words.join(' ')).not.toMatch(/is missing|needs a value/);
  }
});

it.each(pages)('%s shows instants as the commands do: only events begin with an exact one', (page) => {
  const fences = [...readFileSync(page, 'utf8').matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, body = '']) => body);
  expect(fences.filter((body) => /\S .*\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z/.test(body))).toEqual([]);
});
