import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completionOf, stepsFor } from '../../../src/domain/schedules/expression-program.ts';
import { matchesFile } from '../../../src/domain/schedules/file-expression.ts';

const matches = (expression: string, text: string): boolean => {
  const [scope = '', ...rest] = text.split(':');
  return matchesFile(expression, { scope, name: rest.join(':') });
};

describe('what completes a match', () => {
  it.each([
    ['b:raw/.*', 'b:'],
    ['b:raw/.*', 'b:raw/x/'],
    ['.*\\.csv', 'b:'],
    ['b:(one|other)/[0-9]{4}-(?:a|b)+', 'b:ot'],
    ['(?i)B:RAW/[^a-z]+', 'b:r'],
    ['b:\\Q(x)\\E\\p{Greek}', 'b:'],
    ['^b:x{3,5}$', 'b:xx'],
    ['b:.*', 'b:'],
  ])('is found: %s after %s', (expression, beginning) => {
    const completion = completionOf(expression, beginning);
    expect(completion).toBeTruthy();
    expect(matches(expression, `${beginning}${completion}`)).toBe(true);
  });

  it.each([
    ['b:raw/.*', 'b:other/'],
    ['b:raw/x', 'b:raw/x'],
    ['c:.*', 'b:'],
    ['b:[a-f]+\\.csv', 'b:ag'],
  ])('is not there: %s after %s', (expression, beginning) => {
    expect(completionOf(expression, beginning)).toBeUndefined();
  });

  it('is there for each beginning of a text that matches', () => {
    const part = fc.constantFrom('a', '[ab]', '.', '(a|bc)', 'a*', 'b+', '(?:ab)?', 'x{2,3}');
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        fc.string({ unit: fc.constantFrom(...'abcx') }),
        fc.nat(12),
        (parts, text, cut) => {
          const expression = `b:${parts.join('')}`;
          const whole = `b:${text}`;
          if (!matches(expression, whole) || cut >= whole.length) return;
          expect(completionOf(expression, whole.slice(0, cut))).toBeDefined();
        },
      ),
    );
  });

  it('is found in time that grows with the expression', () => {
    expect(completionOf(`b:(?:${'(a|b)?'.repeat(800)}){1}z`, 'b:')).toBe('z');
  });
});

describe('the steps of one request', () => {
  it('are used up by long texts and by many', () => {
    const mayCompare = stepsFor('b:(?:(?:a|b)?){300}z', 20_000);
    expect(mayCompare('b:short')).toBe(true);
    expect(mayCompare('b:'.padEnd(1_000, 'a'))).toBe(false);
    expect(mayCompare('b:short')).toBe(false);
    const ofMany = stepsFor('b:.*', 1_000);
    expect(Array.from({ length: 1_000 }, () => ofMany('b:short')).filter(Boolean).length).toBeLessThan(100);
  });
});
