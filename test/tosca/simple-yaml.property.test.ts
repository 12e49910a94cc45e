/** @module-tag full */

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeAny } from '../../src/tosca/yaml/compose.ts';
import type { YamlMapping, YamlNode, YamlSequence } from '../../src/tosca/yaml/node.ts';
import { readSimple } from '../../src/tosca/yaml/simple.ts';
import { Source } from '../../src/tosca/yaml/source.ts';
import { sampled } from '../support/sampled.ts';
import { corpus, corpusIsHere, filesIn, fixtures } from './fixtures.ts';

/** Everything that a node says, without its parent. */
function described(node: YamlNode, parent: YamlMapping | YamlSequence | undefined): unknown {
  const { kind, start, key, keyStart, keyPlain } = node;
  const place = [kind, start, key, keyStart, keyPlain, node.parent === parent];
  if (node.kind === 'scalar') return [...place, node.text, node.plain, node.tag, node.anchored];
  if (node.kind === 'sequence') return [...place, node.items.map((item) => described(item, node))];
  return [...place, [...node.entries].map(([name, item]) => [name, described(item, node)])];
}

/** Compares with the nodes of js-yaml's events; false: js-yaml alone reads this text. */
function isSimple(text: string): boolean {
  const source = new Source('template', text);
  const simple = readSimple(source.text);
  if (simple === undefined) return false;
  const { root, faults } = composeAny(source);
  expect(faults).toEqual([]);
  if (root === undefined) throw new Error('js-yaml finds nothing in this text');
  expect(described(simple, undefined)).toEqual(described(root, undefined));
  return true;
}

const word = fc.constantFrom(
  'a',
  'b c',
  "it's",
  'x#y',
  'http://h:80',
  '-1',
  '1.10',
  '0o7',
  '1e3',
  '~',
  'é',
  '$get',
  ':x',
);
const quoted = fc.constantFrom('""', "''", '"a: b"', "'it''s'", String.raw`"\"n\\\n"`, '" # "', String.raw`"\x41"`);
const flow: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    word,
    quoted,
    fc.array(tie('any'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc.array(fc.tuple(fc.constantFrom('k', '"q"', 'two words'), tie('any')), { maxLength: 3 }).map(mapOf),
    tie('any').map((item) => `[a, b: ${item},\n          c]`),
    tie('any').map((item) => `{\n          a: ${item},\n\n          b: , c }`),
  ),
})).any;

function mapOf(entries: readonly (readonly [string, string])[]): string {
  return `{ ${entries.map(([name, item], index) => `${name.replace(/"?$/, `${index}$&`)}: ${item}`).join(', ')} }`;
}

const ending = fc.constantFrom('', '', ' ', ' # note');
const lines = fc.tuple(
  fc.constantFrom('|', '>', '|-', '>-', '|+', '| '),
  fc.array(fc.constantFrom('a', ' b', '', '# c')),
);

/** Lines of block collections, each with its indentation. */
const block: fc.Arbitrary<readonly string[]> = fc.letrec<{ any: readonly string[]; map: readonly string[] }>((tie) => {
  const inLine = fc.tuple(flow, ending).map(([value, end]) => [` ${value}${end}`]);
  const empty = ending.map((end) => [end]);
  const texts = lines.map(([head, body]) => [` ${head}`, ...body.map((one) => `      ${one}`)]);
  const nested = fc
    .tuple(ending, fc.constantFrom('  ', ' ', '    '), tie('any'))
    .map(([end, deeper, below]) => [end, ...below.map((line) => `${deeper}${line}`)]);
  const sameColumn = tie('any').map((below) => ['', ...below]);
  const compact = tie('any').map(([first = '', ...rest]) => [` ${first}`, ...rest.map((line) => `  ${line}`)]);
  const value = fc.oneof({ maxDepth: 4 }, inLine, empty, texts, nested, sameColumn, compact);
  const headed = (heads: readonly string[]) => (values: readonly (readonly string[])[]) =>
    values.flatMap(([first = '', ...rest], index) => [`${heads[index] ?? '-'}${first}`, ...rest]);
  const keys = ['one:', '"two":', 'three four :', "'five':"];
  const some = fc.array(value, { minLength: 1, maxLength: 4 });
  const map = some.map(headed(keys));
  return { map, any: fc.oneof({ maxDepth: 4 }, map, some.map(headed(['-', '-', '-', '-']))) };
}).map;

const texts = fc
  .tuple(fc.constantFrom('', '---\n', '# note\n\n'), block, fc.constantFrom('', '\n', '\n\n# end'))
  .map(([head, body, tail]) => `${head}${body.join('\n')}${tail}`);

const pieces = [
  ...[
    '\n',
    '\n  ',
    ' ',
    ': ',
    ':',
    '- ',
    '{',
    '}',
    '[',
    ']',
    ',',
    '"',
    "'",
    '\\',
    ' # ',
    '|',
    '>',
    '---\n',
    '\n...\n',
    '%',
  ],
  ...['&a ', '*a', '!t ', '<<: ', '? ', '\t', '\r\n', '\u2028', '\u{1f600}', '\ufeff', '\0', '@', '`', 'b: c', '\n- a'],
];

/** A piece is cut out or put in. */
const damaged = (text: string) =>
  fc
    .tuple(fc.nat(text.length), fc.nat(3), fc.constantFrom('', ...pieces))
    .map(([at, length, piece]) => text.slice(0, at) + piece + text.slice(at + length));

/** With `^` in each place where a character can stand. */
const places = [
  '^a: b\n',
  'a: b\n^c: d\n',
  'a^: b\n',
  'a:^ b\n',
  'a: b^c\n',
  'a: b ^ c\n',
  'a: b^\n',
  'a: b ^\n',
  "a: 'b^'\n",
  'a: "b^"\n',
  '"a^": b\n',
  '# c^\na: b\n',
  'a: b # c^\n',
  'a: # c^\n  b: c\n',
  'a:\n  - b # c^\n',
  'a: |\n  b^\n',
  'a: >-\n  b\n\n  c^\nd: e\n',
  'a: [b^, c]\n',
  'a: { b^: c }\n',
  'a: { b: c } # d^\n',
  'a: b\n# c^',
  'a: b\n^',
  '--- # c^\na: b\n',
];
const unusual = [
  '\t',
  '\r',
  '\0',
  '\x1b',
  '\x7f',
  '\x85',
  '\u2028',
  '\u2029',
  '\ud800',
  '\u{1f600}',
  '\ufeff',
  '\ufffe',
];

describe('a text with an unusual character, which is left to js-yaml', () => {
  it.each(places)('is not simple: %j', (place) => {
    for (const character of unusual)
      expect(readSimple(place.replace('^', character)), JSON.stringify(character)).toBeUndefined();
  });

  it('is one of the same characters as in YAML: each code unit is tried in a value and in a comment', () => {
    const usual = /[\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
    const wrong: number[] = [];
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const character = String.fromCharCode(unit);
      if (character === '\n') continue;
      for (const text of [`a: b${character}c\n`, `# b${character}c\na: b\n`])
        if ((readSimple(text) !== undefined) !== usual.test(character)) wrong.push(unit);
    }
    expect(wrong).toEqual([]);
  });

  it.each(places)('and is simple without one: %j', (place) => {
    expect(isSimple(place.replace('^', ''))).toBe(true);
  });
});

describe('the nodes of simple YAML', () => {
  it('are those that js-yaml gives, in texts of every form', () => {
    let simple = 0;
    const runs = sampled(1_300, 4_000);
    fc.assert(
      fc.property(texts, (text) => {
        if (isSimple(text)) simple += 1;
      }),
      { numRuns: runs },
    );
    // otherwise the generator compares nothing
    expect(simple).toBeGreaterThan(runs / 5);
  });

  it('are those that js-yaml gives, in damaged texts', () => {
    const samples = filesIn(fixtures).map((file) => readFileSync(file, 'utf8'));
    const some = fc.oneof(texts, fc.constantFrom(...samples.filter(({ length }) => length < 4_000)));
    fc.assert(
      fc.property(some.chain(damaged).chain(damaged), (text) => {
        isSimple(text);
      }),
      { numRuns: sampled(1_300, 4_000) },
    );
  });

  it.skipIf(!corpusIsHere)('are those that js-yaml gives in every real template, and most of these are simple', () => {
    const others = filesIn(corpus).filter((file) => !isSimple(readFileSync(file, 'utf8')));
    const share = others.length / filesIn(corpus).length;
    expect(share, others.map((file) => relative(corpus, file)).join('\n')).toBeLessThan(0.15);
  });
});
