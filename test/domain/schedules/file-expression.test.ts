import { describe, expect, it } from 'vitest';
import { fileExpressionFault, matchesFile } from '../../../src/domain/schedules/file-expression.ts';

describe('a file expression', () => {
  it.each(['.*', 'data/[0-9]+\\.csv', '😀+', 'a'.repeat(2048)])('may be %.20s', (expression) => {
    expect(fileExpressionFault(expression)).toBeUndefined();
  });

  it.each([
    ['a'.repeat(2049), 'has 2049 characters; at most 2048 are allowed'],
    ['data/\ud83d', 'holds half a character (a lone surrogate)'],
    ['(a{100}){10}'.repeat(170), /^comes to \d+ parts .* at most 10000 are allowed/],
    ['(a', /^is not a regular expression of RE2 \(github\.com/],
    ['(?=a)b', /^is not a regular expression of RE2 /],
  ])('is refused with the reason: %.20s', (expression, fault) => {
    expect(fileExpressionFault(expression)).toMatch(fault);
  });

  it('that an earlier release accepted and that is too large matches nothing', () => {
    expect(matchesFile('(a{0,100}){0,10}'.repeat(120), { scope: '', name: '' })).toBe(false);
  });

  it.each([
    ['incoming:.*\\.csv', true],
    ['incoming:line.*break\\.csv', true],
    ['(?-s)incoming:.*\\.csv', false],
    ['incoming:[a-z]*\\.csv', false],
  ])('matches a name with a line break, which a key may have, unless it says otherwise: %s', (expression, matches) => {
    expect(matchesFile(expression, { scope: 'incoming', name: 'line\nbreak.csv' })).toBe(matches);
  });
});
