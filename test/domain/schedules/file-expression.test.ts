import { describe, expect, it } from 'vitest';
import { fileExpressionFault } from '../../../src/domain/schedules/file-expression.ts';

describe('a file expression', () => {
  it.each(['.*', 'data/[0-9]+\\.csv', '😀+', 'a'.repeat(2048)])('may be %.20s', (expression) => {
    expect(fileExpressionFault(expression)).toBeUndefined();
  });

  it.each([
    ['a'.repeat(2049), 'has 2049 characters; at most 2048 are allowed'],
    ['data/\ud83d', 'holds half a character (a lone surrogate)'],
    ['(a', /^is not a regular expression of RE2 \(github\.com/],
    ['(?=a)b', /^is not a regular expression of RE2 /],
  ])('is refused with the reason: %.20s', (expression, fault) => {
    expect(fileExpressionFault(expression)).toMatch(fault);
  });
});
