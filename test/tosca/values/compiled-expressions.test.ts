import { describe, expect, it } from 'vitest';
import { compiledExpressions } from '../../../src/tosca/values/compiled-expressions.ts';
import { patternFault } from '../../../src/tosca/values/pattern.ts';
import { processorTime } from '../../support/processor-time.ts';

/** Needs thousands of states: whether the letter this far from the end is an `a`. */
const manyStates = (at: number): string => `(?:a|b)*a(?:a|b){${at}}`;
const letters = Array.from({ length: 2_000 }, (_, at) => ((at * 7919) % 13 < 6 ? 'a' : 'b')).join('');

describe('compiled expressions', () => {
  it('of a process have a limit of memory together, which the states of their matches count for', () => {
    const before = compiledExpressions.bytes;
    for (let at = 0; at < 200; at += 1) {
      const expression = manyStates(12 + at);
      expect(compiledExpressions.get(expression)?.matches(letters)).toBeDefined();
      compiledExpressions.get(expression);
      expect(compiledExpressions.bytes).toBeLessThanOrEqual(64_000_000);
    }
    expect(compiledExpressions.bytes).toBeGreaterThan(Math.min(before, 30_000_000));
  });

  it('are not made of one that is too large, which costs hardly any time to find', () => {
    const started = processorTime();
    for (const part of ['(a{100}){10}', '(([a-z0-9]{10}){10}){10}', '(?:\\pL{0,30}){0,30}']) {
      const expression = part.repeat(Math.floor(2_040 / part.length));
      expect(compiledExpressions.get(expression)).toBeUndefined();
      expect(patternFault(expression)).toContain('at most 10000');
    }
    expect(processorTime() - started).toBeLessThan(1_000);
  });

  it('give the same again', () => expect(compiledExpressions.get('a+')).toBe(compiledExpressions.get('a+')));
});
