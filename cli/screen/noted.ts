import { cut, type Paint } from './paint.ts';
import { table } from './table.ts';
import { wrappedLines } from './wrap.ts';

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
  /** numbers of columns that are cut in the middle, before others are left out */
  readonly names?: readonly number[];
}

/** What is wrong, in full, broken at words. `most`: of more lines the last one ends with `…`. */
export const noteLines = (
  note: string,
  columns: number = Number.POSITIVE_INFINITY,
  most: number = Number.POSITIVE_INFINITY,
): readonly string[] => {
  const lines = wrappedLines(`  ✖ ${note}`, columns);
  if (lines.length <= most) return lines;
  return [
    ...lines.slice(0, most - 1),
    cut(
      lines
        .slice(most - 1)
        .map((line) => line.trim())
        .join(' ')
        .replace(/^/, '  '),
      columns,
    ),
  ];
};

/** A table whose rows may have a note: at the end of the line; on a screen, which has no room beside it, in a line below. */
export const notedTable = (
  titles: readonly string[],
  rows: readonly NotedRow[],
  paint: Paint,
  { columns, whole = [], spare = [], names = [] }: Fitting = {},
): readonly string[] => {
  const isShown = (_: string, at: number): boolean => columns === undefined || columns >= 100 || !spare.includes(at);
  const cells = rows.map((row) => [...row.cells.filter(isShown), ...(columns === undefined ? [row.note] : [])]);
  const head = titles.filter(isShown).map((title) => paint('dim', title));
  const [first = '', ...lines] = table([head, ...cells], columns, whole, names);
  const below = (at: number): readonly string[] => {
    const note = rows[at]?.note ?? '';
    return columns === undefined || note === '' ? [] : noteLines(note, columns).map((line) => paint('dim', line));
  };
  return [first, ...lines.flatMap((line, at) => [line, ...below(at)])];
};
