/** @module-tag full */

import fc from 'fast-check';
import { RE2JS, RE2JSException } from 're2js';
import { describe, expect, it } from 'vitest';
import { expressionSize } from '../../../src/tosca/values/expression-size.ts';
import { sampled } from '../../support/sampled.ts';

const part = fc.constantFrom(
  ...[
    'a',
    '.',
    '[a-z]',
    '[^]x]',
    '[[:alpha:]\\]]',
    '\\d',
    '\\pL',
    '\\p{Greek}',
    '\\x{61}',
    '\\Qa(b\\E',
    '(',
    '(',
    ')',
    ')',
  ],
  ...[
    '(?:',
    '(?i)',
    '(?i:',
    '(?P<n>',
    '(?<m>',
    '|',
    '*',
    '+?',
    '?',
    '{3}',
    '{2,}',
    '{0,7}',
    '{0}',
    '{1,20}?',
    '{x',
    '\\{',
  ],
);

describe('the size of an expression', () => {
  it('is never less than what RE2 makes of it, but for its frame', () =>
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const expression = parts.join('');
        const compiled = compiledOf(expression);
        fc.pre(compiled !== undefined);
        expect(compiled?.programSize() ?? 0).toBeLessThanOrEqual(expressionSize(expression) + 4);
      }),
      { numRuns: sampled(1_500, 20_000) },
    ));

  it.each([
    ['(a{100}){10}', 1_000],
    ['(a{100}){10}'.repeat(170), 170_000],
    ['(([a-z0-9]{10}){10}){10}'.repeat(84), 84_000],
    ['((a{1,30}){1,30}){0,1}'.repeat(90), 80_000],
  ])('counts what its repetitions are written out to: %.30s', (expression, least) => {
    expect(expressionSize(expression)).toBeGreaterThanOrEqual(least);
    expect(expressionSize(expression)).toBeLessThan(least * 2.5);
  });
});

const compiledOf = (expression: string): RE2JS | undefined => {
  try {
    return RE2JS.compile(expression);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
};
