import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coversOf } from '../../../src/domain/schedules/covers.ts';
import { fileExpressionFault, matchesFile } from '../../../src/domain/schedules/file-expression.ts';
import { filingOf, fragmentsOfExpression, fragmentsOfFile } from '../../../src/domain/schedules/fragments.ts';
import type { File } from '../../../src/domain/schedules/schedule.ts';

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
          expect(isFound(filing, one), `${pattern} matches ${one.scope}:${one.name}, filed under ${filing}`).toBe(true);
        }
      }),
      { numRuns: 34_000 }, // with 30 files each: a million pairs
    );
    expect(seen.pairs).toBeGreaterThan(1_000_000);
    expect(seen.matches).toBeGreaterThan(seen.pairs / 20);
    expect(seen.filed).toBeGreaterThan(seen.pairs / 200);
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

describe('the fragments of an expression', () => {
  it('come from what every matching text contains', () => {
    expect(coversOf('incoming:data/.*\\.root')).toEqual([['incoming:data/'], ['.root']]);
    expect(coversOf('(run|test)-data/.*')).toEqual([['run', 'test'], ['-data/']]);
    expect(coversOf('.*')).toEqual([]);
    expect(coversOf('a+(?:bc){2,}d?e*f\\[')).toEqual([['a'], ['bc'], ['f[']]);
  });

  it.each(['(?i)incoming', 'a\\Qb\\E', '[]a]b', '[[:alpha:]]b', 'a{b', '\\x61bc', '(?P<n>abc)', 'a\uFFFD'])(
    'are none of %s, which is not understood',
    (expression) => {
      expect(fileExpressionFault(expression)).toBeUndefined();
      expect(coversOf(expression)).toEqual([]);
    },
  );

  it('are none where an alternation has too many branches', () => {
    expect(coversOf(Array.from({ length: 17 }, (_, n) => `run-${n}`).join('|'))).toEqual([]);
  });

  it('are long where they can be, and the emptiest of them is taken', () => {
    const all = fragmentsOfExpression('incoming:run-123456/.*');
    expect(all.every((fragment) => fragment.length === 8)).toBe(true);
    const filled = new Map(all.filter((fragment) => fragment !== '-123456/').map((fragment) => [fragment, 9]));
    expect(filingOf('incoming:run-123456/.*', filled)).toEqual(['-123456/']);
  });

  it('cover every branch of an alternation', () => {
    expect(filingOf('.*(first-half|other-half).*', new Map())).toHaveLength(2);
    expect(filingOf('.*(first-half|x).*', new Map())).toEqual([]);
  });

  it('are short ones where the literals are short, and none where there is nothing to go by', () => {
    expect(filingOf('.*\\.root', new Map())).toHaveLength(1);
    expect(filingOf('.*\\.h', new Map())).toEqual([]);
  });
});
