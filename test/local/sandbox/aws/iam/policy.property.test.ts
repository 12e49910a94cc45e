import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLike, withVariables } from '../../../../../local/sandbox/aws/iam/policy.ts';

const signs = (of: string) => fc.array(fc.constantFrom(...of), { maxLength: 8 }).map((all) => all.join(''));

/** What a pattern means, as an expression. */
const expression = (pattern: string): RegExp =>
  RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^]*').replaceAll('?', '[^]')}$`);

describe('a pattern of a policy', () => {
  it('fits what its stars and question marks stand for', () => {
    fc.assert(
      fc.property(signs('ab.*?'), signs('ab.\n'), (pattern, text) => {
        expect(isLike(pattern, text)).toBe(expression(pattern).test(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['a${*}b', 'a*b', true],
    ['a${*}b', 'axb', false],
    ['a${?}*', 'a?bc', true],
    ['a${?}*', 'abbc', false],
    ['${$}{x}', '${x}', true],
  ])('takes %s for a sign: %s', (pattern, text, fits) => {
    expect(isLike(withVariables(pattern, {}) ?? '', text)).toBe(fits);
  });

  it('ends for many stars', () => {
    expect(isLike(`${'a*'.repeat(200)}b`, 'a'.repeat(5_000))).toBe(false);
  });
});
