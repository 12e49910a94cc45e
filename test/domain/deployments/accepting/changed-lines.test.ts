import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedLines } from '../../../../src/domain/deployments/accepting/changed-lines.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));

/** The old text with the changes carried out. */
const patched = (before: string, changes: ReturnType<typeof changedLines>): string => {
  const removed = new Set(changes.flatMap(({ is, line }) => (is === 'removed' ? [line] : [])));
  const lines = before.split('\n').filter((_, at) => !removed.has(at + 1));
  for (const { is, line, text: added } of changes) if (is === 'added') lines.splice(line - 1, 0, added);
  return lines.join('\n');
};

it('tells what makes the new text of the old one, and nothing for the same text', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(patched(before, changedLines(before, after))).toBe(after);
    }),
  );
  expect(changedLines('a\nb', 'a\nb')).toEqual([]);
  expect(changedLines('a\nb\nc', 'a\nc')).toEqual([{ is: 'removed', line: 2, text: 'b' }]);
});

it('shows texts that have too little in common as removed and added whole', () => {
  const lines = (word: string) => Array.from({ length: 2_500 }, (_, at) => `${word} ${at}`).join('\n');
  expect(changedLines(lines('a'), lines('b'))).toHaveLength(5_000);
});
