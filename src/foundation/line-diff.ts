/** What differs between two texts, line by line: the shortest edit of Myers, "An O(ND) Difference Algorithm" (1986). */

export interface DiffLine {
  readonly is: 'same' | 'added' | 'removed';
  readonly text: string;
  /** number in the old text, from 1; undefined: it is not there */
  readonly old: number | undefined;
  /** number in the new text, from 1; undefined: it is not there */
  readonly new: number | undefined;
}

/** Lines that may differ; beyond that the old text is shown as removed, and the new one as added. */
const mostEdits = 600;

export const lineDiff = (before: string, after: string): readonly DiffLine[] => {
  const [old, next] = [before.split('\n'), after.split('\n')];
  const start = sharedStart(old, next);
  const end = sharedEnd(old.slice(start), next.slice(start));
  const [oldEnd, newEnd] = [old.length - end, next.length - end];
  const same = (index: number, shift: number): DiffLine => ({
    is: 'same',
    text: old[index] ?? '',
    old: index + 1,
    new: index + 1 + shift,
  });
  return [
    ...Array.from({ length: start }, (_, index) => same(index, 0)),
    ...numbered(edits(old.slice(start, oldEnd), next.slice(start, newEnd)), start),
    ...Array.from({ length: end }, (_, index) => same(oldEnd + index, newEnd - oldEnd)),
  ];
};

const sharedStart = (one: readonly string[], other: readonly string[]): number => {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
};

const sharedEnd = (one: readonly string[], other: readonly string[]): number => {
  let count = 0;
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
};

type Edit = Pick<DiffLine, 'is' | 'text'>;

const edits = (old: readonly string[], next: readonly string[]): readonly Edit[] => {
  const whole = (): readonly Edit[] => [
    ...old.map((text) => ({ is: 'removed', text }) as const),
    ...next.map((text) => ({ is: 'added', text }) as const),
  ];
  if (old.length === 0 || next.length === 0) return whole();
  const traced = trace(old, next);
  return traced === undefined ? whole() : walkedBack(old, next, traced);
};

/** How far each diagonal reaches, after each number of edits; undefined: there are too many edits. */
type Reach = ReadonlyMap<number, number>;

/** On a diagonal one comes from above (a new line) or from the left (an old line goes), whichever reaches further. */
const comesFromAbove = (reach: Reach, diagonal: number, edits: number): boolean =>
  diagonal === -edits || (diagonal !== edits && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1));

const trace = (old: readonly string[], next: readonly string[]): readonly Reach[] | undefined => {
  const steps: Reach[] = [];
  let reach: Map<number, number> = new Map([[1, 0]]);
  for (let count = 0; count <= mostEdits; count += 1) {
    steps.push(new Map(reach));
    const further = new Map(reach);
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      let x = comesFromAbove(reach, diagonal, count)
        ? (reach.get(diagonal + 1) ?? 0)
        : (reach.get(diagonal - 1) ?? 0) + 1;
      while (x < old.length && x - diagonal < next.length && old[x] === next[x - diagonal]) x += 1;
      further.set(diagonal, x);
      if (x >= old.length && x - diagonal >= next.length) return steps;
    }
    reach = further;
  }
  return undefined;
};

const walkedBack = (old: readonly string[], next: readonly string[], steps: readonly Reach[]): readonly Edit[] => {
  const found: Edit[] = [];
  let [x, y] = [old.length, next.length];
  for (const [count, reach] of [...steps.entries()].toReversed()) {
    const diagonal = x - y;
    const before = comesFromAbove(reach, diagonal, count) ? diagonal + 1 : diagonal - 1;
    const fromX = count === 0 ? 0 : (reach.get(before) ?? 0);
    const fromY = count === 0 ? 0 : fromX - before;
    for (; x > fromX && y > fromY; x -= 1, y -= 1) found.push({ is: 'same', text: old[x - 1] ?? '' });
    if (count === 0) break;
    if (x === fromX) found.push({ is: 'added', text: next[y - 1] ?? '' });
    else found.push({ is: 'removed', text: old[x - 1] ?? '' });
    [x, y] = [fromX, fromY];
  }
  return found.toReversed();
};

const numbered = (all: readonly Edit[], start: number): readonly DiffLine[] => {
  let [old, next] = [start, start];
  return all.map(({ is, text }) => {
    if (is !== 'added') old += 1;
    if (is !== 'removed') next += 1;
    return { is, text, old: is === 'added' ? undefined : old, new: is === 'removed' ? undefined : next };
  });
};
