import { lineDiff } from '../../../foundation/line-diff.ts';

/** A line that one text has and the other has not; lines of both are left out. */
export interface LineChange {
  readonly is: 'added' | 'removed';
  /** from 1: in the old text where it is removed, in the new one where it is added */
  readonly line: number;
  readonly text: string;
}

/** What makes one text of the other, in the order of the texts. */
export const changedLines = (before: string, after: string): readonly LineChange[] =>
  lineDiff(before, after).flatMap(({ is, text, old, new: now }) => {
    const line = is === 'removed' ? old : now;
    return is === 'same' || line === undefined ? [] : [{ is, line, text }];
  });
