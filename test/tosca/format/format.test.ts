/** @module-tag full */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { CORE_SCHEMA, FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { formatted } from '../../../src/tosca/format/format.ts';
import { compose } from '../../../src/tosca/yaml/compose.ts';
import { attempt } from '../../../src/tosca/yaml/events.ts';
import { toJson } from '../../../src/tosca/yaml/scalar.ts';
import { Source } from '../../../src/tosca/yaml/source.ts';
import { everyNth, sampled } from '../../support/sampled.ts';
import { corpus, corpusIsHere, filesIn, fixtures } from '../fixtures.ts';

const examples = join(import.meta.dirname, '../../../examples');

const formattedText = (text: string): string => {
  const result = formatted(text);
  if (result.is === 'refused') throw new Error(`${result.line}: ${result.why}`);
  return result.text;
};

const commentsIn = (text: string): readonly string[] => text.match(/(?<=^|\s)#.*?(?=\s*$)/gm) ?? [];

/** What another reader than the formatter's sees: with the texts of its scalars, or its faults. */
const readingOf = (text: string): unknown => {
  const { root, faults } = compose(new Source('template', text.replaceAll('\r\n', '\n')));
  return [root && JSON.stringify(toJson(root)), faults.map(({ kind }) => kind)];
};

describe('the layout of a template', () => {
  it('is two blanks a level, one empty line at most, nothing at the end of a line', () => {
    const before = `
tosca_definitions_version: tosca_simple_yaml_1_3\r


imports:
- a.yaml   # the first
-   file: b.yaml
    repository: r

topology_template:
      # of the whole
      node_templates:
            web:
                  type:    tosca.nodes.Compute
                  requirements:
                  - host: {a: 1,
                           b: [2]}
                  -
                      local: x

`;
    expect(formattedText(before)).toBe(`tosca_definitions_version: tosca_simple_yaml_1_3

imports:
  - a.yaml   # the first
  - file: b.yaml
    repository: r

topology_template:
  # of the whole
  node_templates:
    web:
      type:    tosca.nodes.Compute
      requirements:
        - host: {a: 1,
                 b: [2]}
        -
          local: x
`);
  });

  it.each([
    ['mode: 0644\nbig: 12345678901234567890\nday: 2026-01-02\nyes: no\n'],
    ['text: >\n  folded\n   more\n\n  again\n\nkeep: |+\n  a\n\n\nnext: 1\n'],
    ['text: |2\n    two more\n  less\n'],
    ["quoted: 'one\n\n  two'\nplain: one\n  two\n"],
    ['a: &x { b: 1 }\nc: *x\nd: !!binary "AAAA"\n'],
    ["list: [ get_input: name, \"#\", 'it''s ]' ]\n"],
    ['%YAML 1.2\n---\na: 1\n...\n---\nb: 2\n'],
    ['# only a comment\n'],
    [''],
  ])('leaves what is laid out so: %j', (text) => expect(formattedText(text)).toBe(text));

  it('moves the lines of a block text with its key, and no blank within it', () => {
    expect(formattedText('a:\n        b: |\n            x\n              y\n               \n            z  \n')).toBe(
      'a:\n  b: |\n    x\n      y\n       \n    z  \n',
    );
  });

  it('refuses what is no YAML, with its line, and a line end that is not one', () => {
    expect(formatted('a: 1\nb: [\n')).toMatchObject({ is: 'refused' });
    expect(formatted('a: 1\n\tb: 2\n')).toMatchObject({ is: 'refused', line: 2 });
    expect(formatted('a: 1\nb: 2\rc: 3\n')).toMatchObject({ is: 'refused', line: 2 });
  });
});

/** A folder of other templates, outside the gate: `FORMAT_FOLDER=… npx vitest run test/tosca/format`. */
const other = process.env['FORMAT_FOLDER'];

const texts = [
  ...everyNth(6, [examples, fixtures, ...(corpusIsHere ? [corpus] : [])].flatMap(filesIn)),
  ...(other === undefined ? [] : filesIn(other)),
]
  .map((file) => readFileSync(file, 'utf8'))
  .filter((text) => 'events' in attempt(text));

/** Nobody's layout: each level so many times as deep, empty lines, other line ends, blanks at the end of lines that may have them. */
const spoilt = (text: string, depth: number, every: number, ending: string): string =>
  text
    .split(/\r?\n/)
    .map((line, at) => {
      const deeper = line.replace(/^ +/, (blanks) => blanks.repeat(depth));
      return at % every === 0 && /^ *[a-z_]+:$/.test(line) ? `${deeper}  ${ending}${ending}` : deeper;
    })
    .join(ending);

/** What js-yaml reads, with the types of YAML 1.2 and with every scalar as a text; undefined: it refuses the text. */
const readByOthers = (text: string): readonly unknown[] | undefined => {
  try {
    return [CORE_SCHEMA, FAILSAFE_SCHEMA].map((schema) => load(text, { schema, json: true }));
  } catch (error) {
    if (error instanceof YAMLException) return undefined;
    throw error;
  }
};

const expectSameMeaning = (before: string): void => {
  const after = formattedText(before);
  const others = readByOthers(before);
  if (others !== undefined) expect(readByOthers(after)).toEqual(others);
  expect(readingOf(after)).toEqual(readingOf(before));
  expect(commentsIn(after)).toEqual(commentsIn(before.replaceAll('\r\n', '\n')));
  expect(formattedText(after)).toBe(after);
};

describe('real templates', () => {
  it('keep every value and comment, and are laid out once for all', () => {
    expect(texts.length).toBeGreaterThan(5);
    for (const text of texts) expectSameMeaning(text);
  });

  it('do so from any layout', () => {
    const layout = fc.tuple(
      fc.constantFrom(...texts),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom('\n', '\r\n'),
    );
    fc.assert(
      fc.property(layout, ([text, depth, every, ending]) => {
        const before = spoilt(text, depth, every, ending);
        if ('events' in attempt(before.replaceAll('\r\n', '\n'))) expectSameMeaning(before);
      }),
      { numRuns: sampled(20, 500) },
    );
  });
});
