/** @module-tag full */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileExpressionFault, matchesFile } from '../../../src/domain/schedules/file-expression.ts';
import { filingOf, fragmentsOfFile } from '../../../src/domain/schedules/fragments.ts';
import type { File } from '../../../src/domain/schedules/schedule.ts';
import { sampled } from '../../support/sampled.ts';

/** Expressions of everything that RE2 has, and texts of the same few letters, so that many pairs match. */
const letters = fc.constantFrom('a', 'b', 'ab', 'abc', 'run-', 'data/', '.', 'é', '日本', 'A', '1', '🚀');
const literal = fc.array(letters, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const escaped = literal.map((text) => text.replaceAll('.', '\\.'));
const atom = fc.oneof(
  { weight: 6, arbitrary: escaped },
  fc.constantFrom(
    '.',
    '[ab]',
    '[^b]',
    '\\d',
    '\\w',
    '(?i)a',
    '^',
    '$',
    '\\b',
    '\\pL',
    '(?s).',
    '\\x61',
    '\\Qa.b\\E',
    '[]ab]',
    '[^]b]',
    '[a\\]]',
    '[[:alpha:]]',
    'a{',
    '\\/',
    '',
  ),
);
const { expression } = fc.letrec<{ expression: string; joined: string; repeated: string }>((tie) => ({
  expression: fc.oneof({ depthSize: 'small' }, atom, tie('joined'), tie('repeated')),
  joined: fc
    .tuple(fc.array(tie('expression'), { minLength: 1, maxLength: 4 }), fc.constantFrom('', '', '', '|', '.*'))
    .map(([parts, by]) => `(?:${parts.join(by)})`),
  repeated: fc
    .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}', '*?'))
    .map(([part, times]) => `(${part})${times}`),
}));

/** Open at its ends, so that what it requires is met now and then. */
const pattern = fc.tuple(fc.constantFrom('', '.*', '.*', '.+'), expression, fc.constantFrom('', '.*', '.*', '.+'));

const text = fc.array(letters, { maxLength: 8 }).map((parts) => parts.join(''));
const file: fc.Arbitrary<File> = fc.record({ scope: text, name: text });
const counts = fc.dictionary(text, fc.nat(50)).map((all) => new Map(Object.entries(all)));

const isFound = (filing: readonly string[], seen: File): boolean => {
  const there = new Set(fragmentsOfFile(seen));
  return filing.length === 0 || filing.some((fragment) => there.has(fragment));
};

describe('the index of schedules', () => {
  it('loses no match, whatever the expression, the file, and what is filed already', () => {
    const seen = { pairs: 0, matches: 0, filed: 0 };
    const several = fc.tuple(
      pattern.map((parts) => parts.join('')),
      fc.array(file, { minLength: 30, maxLength: 30 }),
      counts,
    );
    fc.assert(
      fc.property(several, ([pattern, files, filled]) => {
        fc.pre(fileExpressionFault(pattern) === undefined);
        const filing = filingOf(pattern, filled);
        for (const one of files) {
          seen.pairs += 1;
          if (!matchesFile(pattern, one)) continue;
          seen.matches += 1;
          if (filing.length > 0) seen.filed += 1;
          if (!isFound(filing, one))
            throw new Error(`${pattern} matches ${one.scope}:${one.name}, filed under ${filing}`);
        }
      }),
      { numRuns: sampled(1_300, 34_000) }, // with 30 files each: a million pairs
    );
    expect(seen.pairs).toBeGreaterThan(sampled(38_000, 1_000_000));
    expect(seen.matches).toBeGreaterThan(seen.pairs / 20);
    expect(seen.filed).toBeGreaterThan(seen.pairs / sampled(500, 200));
  });

  it('finds a file under any literal that stands in its expression', () => {
    fc.assert(
      fc.property(text, literal, text, counts, (before, middle, after, filled) => {
        const pattern = `[^\\x00]*${middle.replaceAll('.', '\\.')}[^\\x00]*`;
        const whole = { scope: 'incoming', name: `${before}${middle}${after}` };
        expect(matchesFile(pattern, whole)).toBe(true);
        expect(isFound(filingOf(pattern, filled), whole)).toBe(true);
      }),
    );
  });
});
