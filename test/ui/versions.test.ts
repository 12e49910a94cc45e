import { describe, expect, it } from 'vitest';
import { lineDiff } from '../../src/foundation/line-diff.ts';
import { endOf } from '../../ui/pages/deployment/settings/end-words.ts';
import { pairsOf } from '../../ui/pages/deployment/versions/side-by-side.ts';

const pairs = (before: string, after: string) =>
  pairsOf(lineDiff(before, after)).map(({ old, new: next }) => [old?.text, next?.text]);

describe('two versions side by side', () => {
  it('put what was removed beside what came in its place, and lose no line', () => {
    expect(pairs('a\nb\nc', 'a\nx\ny\nc')).toEqual([
      ['a', 'a'],
      ['b', 'x'],
      [undefined, 'y'],
      ['c', 'c'],
    ]);
    expect(pairs('a\nb', 'b')).toEqual([
      ['a', undefined],
      ['b', 'b'],
    ]);
  });
});

describe('the end of a deployment', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  it.each([
    ['2026-12-29T12:00:00Z', 'ends in 30 d 0 h', false],
    ['2026-11-30T12:00:00Z', 'ends in 1 d 0 h', false],
    ['2026-11-30T11:00:00Z', 'ends in 23 h 00 min', true],
  ])('%s: %s', (at, words, isSoon) => expect(endOf(at, now)).toEqual({ words, isSoon }));
  it('that has passed says that it comes within minutes', () =>
    expect(endOf('2026-11-29T11:59:00Z', now)).toMatchObject({ isSoon: true }));
});
