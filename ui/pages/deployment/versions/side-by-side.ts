import type { Hunk } from '../../../wizard/hunks.ts';

type Line = Hunk[number];

/** A line of the old text beside one of the new text; undefined: there is none beside the other. */
export interface Pair {
  readonly old: Line | undefined;
  readonly new: Line | undefined;
}

/** What was removed stands beside what was added in its place. */
export const pairsOf = (hunk: Hunk): readonly Pair[] => {
  const pairs: Pair[] = [];
  let [removed, added]: [Line[], Line[]] = [[], []];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      pairs.push({ old: removed[at], new: added[at] });
    [removed, added] = [[], []];
  };
  for (const line of hunk) {
    if (line.is === 'removed') removed.push(line);
    else if (line.is === 'added') added.push(line);
    else {
      flush();
      pairs.push({ old: line, new: line });
    }
  }
  flush();
  return pairs;
};
