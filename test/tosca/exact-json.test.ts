import { describe, expect, it } from 'vitest';
import { parseExactly, wholeNumber } from '../../src/tosca/values/exact-json.ts';

describe('JSON with long numbers', () => {
  it.each([
    '9007199254740993',
    '-9223372036854775808',
    '[9223372036854775807,1]',
    '{"a":{"b":12345678901234567890123}}',
  ])('%s is the same after it was read and written', (text) => {
    expect(JSON.stringify(parseExactly(text))).toBe(text);
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['1e21', 1e21],
    ['1.25', 1.25],
    ['"9007199254740993"', '9007199254740993'],
  ])('%s is what JSON.parse gives', (text, value) => {
    expect(parseExactly(text)).toEqual(value);
  });

  it('refuses what is no JSON', () => {
    expect(() => parseExactly('9007199254740993x')).toThrow(SyntaxError);
  });

  it('knows signs', () => {
    expect([wholeNumber('+9007199254740993'), wholeNumber('-5'), wholeNumber('+5')]).toEqual([
      9007199254740993n,
      -5,
      5,
    ]);
  });
});
