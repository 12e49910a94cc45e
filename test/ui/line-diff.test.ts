import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff } from '../../src/foundation/line-diff.ts';
import { hunksOf } from '../../ui/wizard/hunks.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 40 }).map((lines) => lines.join('\n'));

const side = (lines: ReturnType<typeof lineDiff>, of: 'old' | 'new'): string =>
  lines
    .filter((line) => line[of] !== undefined)
    .map((line) => line.text)
    .join('\n');

/** The length of the longest common subsequence, by the plain table. */
const common = (one: readonly string[], other: readonly string[]): number => {
  let above = other.map(() => 0);
  for (const a of one) {
    const row: number[] = [];
    for (const [index, b] of other.entries())
      row.push(a === b ? (above[index - 1] ?? 0) + 1 : Math.max(above[index] ?? 0, row[index - 1] ?? 0));
    above = row;
  }
  return above.at(-1) ?? 0;
};

describe('the difference of two texts', () => {
  it('holds both texts, with the numbers of their lines', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineDiff(before, after);
        expect(side(lines, 'old')).toBe(before);
        expect(side(lines, 'new')).toBe(after);
        for (const of of ['old', 'new'] as const) {
          const numbers = lines.flatMap((line) => line[of] ?? []);
          expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        }
      }),
    );
  });

  it('keeps as many lines as possible', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const kept = lineDiff(before, after).filter(({ is }) => is === 'same').length;
        expect(kept).toBe(common(before.split('\n'), after.split('\n')));
      }),
    );
  });

  it('shows the changed line of a long template, and three around it', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index + 1}`);
    const after = lines.with(249, 'another line').join('\n');
    const [hunk = [], ...others] = hunksOf(lineDiff(lines.join('\n'), after));
    expect(others).toEqual([]);
    expect(hunk.map(({ is, text: said, old, new: next }) => [is, said, old, next])).toEqual([
      ['same', 'line 247', 247, 247],
      ['same', 'line 248', 248, 248],
      ['same', 'line 249', 249, 249],
      ['removed', 'line 250', 250, undefined],
      ['added', 'another line', undefined, 250],
      ['same', 'line 251', 251, 251],
      ['same', 'line 252', 252, 252],
      ['same', 'line 253', 253, 253],
    ]);
  });

  it('has no hunk when nothing differs, and does not hang on two long texts that share nothing', () => {
    expect(hunksOf(lineDiff('a\nb', 'a\nb'))).toEqual([]);
    const long = (letter: string) => Array.from({ length: 6_000 }, (_, index) => `${letter}${index}`).join('\n');
    expect(lineDiff(long('a'), long('b'))).toHaveLength(12_000);
  });
});
