import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { routes } from '../src/http/routes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(`${root}/${file}`, 'utf8');

/** The terms of docs/glossary.md, each with the words that it replaces in names: those in `code` of the last column. */
const terms = [...read('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\* \|.*\|(.*)\|$/gm)].map(
  ([, term = '', replaced = '']) => ({
    term,
    words: [...replaced.matchAll(/`([^`]+)`/g)].map(([, word]) => word as string),
  }),
);

/** `notBegun`, `not-begun` and `Not begun?` are all `not begun`. */
const wordsOf = (name: string): string =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase()).join(' ');

/** A word in each of its forms: rehearse, rehearses, rehearsed, rehearsing, rehearsal. */
const forms = (word: string): RegExp => new RegExp(`(?:^| )${word.replace(/e$/, '')}(?:e|es|ed|s|ing|al|als)?(?: |$)`);

const replacements = terms.flatMap(({ term, words }) => words.map((word) => ({ term, pattern: forms(word) })));

/** The names among these that have a word of the last column, with the term to use. */
const wrong = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) =>
    replacements
      .filter(({ pattern }) => pattern.test(wordsOf(name)))
      .map(({ term }) => `${name}: the glossary says "${term}"`),
  );

const files = ['cli', 'client', 'src', 'lib', 'functions', 'local', 'bench', 'bin', 'statemachines'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|json)$/.test(name))
    .map((name) => `${folder}/${name}`),
);
const sources = files.filter((file) => file.endsWith('.ts'));

const exported =
  /^export (?:default )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** Participles that say nothing of what they name. */
const fragment = /\b(?:const|let|function\*?|interface|type|class) (asked|told|untold|goesOn|foreign|strangers?)\b/gi;

const namesIn = (text: string): readonly string[] => [...text.matchAll(exported)].map(([, name]) => name as string);

/** The names of a machine's states, those of nested ones too. */
const statesIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(key === 'States' ? Object.keys(member) : []),
    ...statesIn(member),
  ]);
};

describe('docs/glossary.md', () => {
  it('has its terms in the order of the alphabet, each with what it means', () => {
    const names = terms.map(({ term }) => term);
    expect(names).toEqual(names.toSorted());
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(0);
  });

  it('replaces no word by one that it replaces too', () => {
    expect(wrong(terms.map(({ term }) => term))).toEqual([]);
  });
});

describe('the words that the glossary replaces', () => {
  it('are found in every form and spelling', () => {
    const names = [
      'rehearseFoo',
      'Rehearsal',
      'NotBegunYet',
      'hand-over',
      'Has it been told?',
      'rehearsed_at',
      'BARE_ERROR',
    ];
    expect(wrong(names).map((line) => line.split(':')[0])).toEqual(names);
    expect(wrong(['sanitisedForLog', 'tellerMachine', 'bareboneless', 'beginUpdate'])).toEqual([]);
  });

  it('are in no exported name', () => {
    const names = sources.flatMap((file) => namesIn(read(file)));
    expect(names.length).toBeGreaterThan(1_000);
    expect(wrong(names)).toEqual([]);
  });

  it('are no name by themselves, of a variable either', () => {
    const called = sources.flatMap((file) => [...read(file).matchAll(fragment)].map(([text]) => `${file}: ${text}`));
    expect('const told = 1'.match(fragment)).toEqual(['const told']);
    expect(called).toEqual([]);
  });

  it('are in no name of a file or folder', () => {
    expect(wrong(files)).toEqual([]);
  });

  it('are in no state of a workflow', () => {
    const states = files
      .filter((file) => file.endsWith('.asl.json'))
      .flatMap((file) => statesIn(JSON.parse(read(file))));
    expect(states.length).toBeGreaterThan(50);
    expect(wrong(states)).toEqual([]);
  });

  it('are in no route, metric or alarm', () => {
    const metrics = [...read('src/observability/metric-names.ts').matchAll(/^ {2}\| '(\w+)'/gm)].map(
      ([, name]) => name as string,
    );
    const alarms = sources
      .filter((file) => file.startsWith('lib/monitoring/'))
      .flatMap((file) => [...read(file).matchAll(/\bid: '([\w-]+)'/g)].map(([, id]) => id as string));
    expect(metrics).toContain('OperationsSwept');
    expect(alarms).toContain('dead-letters');
    expect(wrong([...routes.map(({ path }) => path), ...metrics, ...alarms])).toEqual([]);
  });
});
