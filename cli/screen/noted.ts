import type { Paint } from './paint.ts';
import { table } from './table.ts';

export interface NotedRow {
  readonly cells: readonly string[];
  /** what is wrong with it; empty: nothing */
  readonly note: string;
}

export interface Fitting {
  /** of the screen; undefined: no screen, and each line as long as it is */
  readonly columns?: number | undefined;
  /** numbers of columns that are never cut */
  readonly whole?: readonly number[];
  /** numbers of columns for which a screen of less than a hundred has no room */
  readonly spare?: readonly number[];
}

/** A table whose rows may have a note: at the end of the line; on a screen, which has no room beside it, in a line below. */
export const notedTable = (
  titles: readonly string[],
  rows: readonly NotedRow[],
  paint: Paint,
  { columns, whole = [], spare = [] }: Fitting = {},
): readonly string[] => {
  const isShown = (_: string, at: number): boolean => columns === undefined || columns >= 100 || !spare.includes(at);
  const cells = rows.map((row) => [...row.cells.filter(isShown), ...(columns === undefined ? [row.note] : [])]);
  const head = titles.filter(isShown).map((title) => paint('dim', title));
  const [first = '', ...lines] = table([head, ...cells], columns, whole);
  const below = (at: number): readonly string[] => {
    const note = rows[at]?.note ?? '';
    return columns === undefined || note === '' ? [] : [paint('dim', `  ✖ ${note}`)];
  };
  return [first, ...lines.flatMap((line, at) => [line, ...below(at)])];
};
