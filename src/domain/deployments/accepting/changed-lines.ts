/** A line that one text has and the other has not; lines of both are left out. */
export interface LineChange {
  readonly is: 'added' | 'removed';
  /** from 1: in the old text where it is removed, in the new one where it is added */
  readonly line: number;
  readonly text: string;
}

/** Two texts that differ in more lines than this are shown as removed and added whole: the comparison takes the product. */
const mostLines = 2_000;

/** The fewest lines that make one text of the other, in the order of the texts. */
export const changedLines = (before: string, after: string): readonly LineChange[] => {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const start = sameFrom(a, b);
  const end = Math.min(sameFrom(a.toReversed(), b.toReversed()), Math.min(a.length, b.length) - start);
  const [old, now] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const common = old.length > mostLines || now.length > mostLines ? [] : longestCommon(old, now);
  const changes: LineChange[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...common, [old.length, now.length] as const]) {
    for (; i < x; i += 1) changes.push({ is: 'removed', line: start + i + 1, text: old[i] ?? '' });
    for (; j < y; j += 1) changes.push({ is: 'added', line: start + j + 1, text: now[j] ?? '' });
    [i, j] = [x + 1, y + 1];
  }
  return changes;
};

const sameFrom = (a: readonly string[], b: readonly string[]): number => {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return same;
};

/** Places of the lines that both have, in a longest common subsequence. */
const longestCommon = (a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] => {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const places: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) places.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return places;
};
