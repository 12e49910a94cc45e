import { diffArrays } from 'diff';

/** A line of one text or of both. */
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

/** What differs between two texts, line by line, in the order of the texts: as many lines as possible are the same. */
export const lineDiff = (before: string, after: string): readonly DiffLine[] => {
  const [removed, added] = [before.split('\n'), after.split('\n')];
  const runs = diffArrays(removed, added, { maxEditLength: mostEdits }) ?? [
    { removed: true, added: false, value: removed },
    { removed: false, added: true, value: added },
  ];
  const lines: DiffLine[] = [];
  let [old, next] = [0, 0];
  for (const { added: isNew, removed: isOld, value } of runs)
    for (const text of value) {
      if (!isNew) old += 1;
      if (!isOld) next += 1;
      const is = isOld ? 'removed' : isNew ? 'added' : 'same';
      lines.push({ is, text, old: isNew ? undefined : old, new: isOld ? undefined : next });
    }
  return lines;
};
