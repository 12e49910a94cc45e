import type { DiffLine } from '../../src/foundation/line-diff.ts';

/** A run of lines that differ, with some that do not around them. */
export type Hunk = readonly DiffLine[];

/** The runs of changed lines with `context` lines around each; runs that touch are one. */
export const hunksOf = (lines: readonly DiffLine[], context = 3): readonly Hunk[] => {
  const near = new Set<number>();
  for (const [at, { is }] of lines.entries())
    if (is !== 'same') for (let index = at - context; index <= at + context; index += 1) near.add(index);
  const hunks: DiffLine[][] = [];
  for (const [at, line] of lines.entries()) {
    if (!near.has(at)) continue;
    if (!near.has(at - 1) || hunks.length === 0) hunks.push([]);
    hunks.at(-1)?.push(line);
  }
  return hunks;
};
