import { cut, cutMiddle, padded, widthOf } from './paint.ts';

const between = '  ';
/** A column is not made narrower than this for the sake of others. */
const narrowest = 12;

/**
 * Rows with aligned columns, two spaces apart; the first row may be a heading. Where the screen has fewer columns than the rows
 * need, the longest texts are cut first, so that short ones, such as a state, can be read. The first column stays whole: other
 * commands take what is in it, as `whole` ones do. `names` are cut in the middle.
 */
export const table = (
  rows: readonly (readonly string[])[],
  room: number = Number.POSITIVE_INFINITY,
  whole: readonly number[] = [],
  names: readonly number[] = [],
): readonly string[] => {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const needed = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))));
  const widths = fitted(needed, room - between.length * (columns - 1), [0, ...whole]);
  return rows.map((row) =>
    row
      .map((text, at) => padded((names.includes(at) ? cutMiddle : cut)(text, widths[at] ?? 0), widths[at] ?? 0))
      .join(between)
      .trimEnd(),
  );
};

/** `whole`: columns that keep their width. Where all others are narrow and it is still too much, the line is cut at its end. */
const fitted = (needed: readonly number[], room: number, whole: readonly number[]): readonly number[] => {
  const widths = [...needed];
  const over = needed.reduce((sum, one) => sum + one, 0) - room;
  for (let cutOff = 0; cutOff < over; cutOff += 1) {
    const others = widths.map((width, at) => (whole.includes(at) ? 0 : width));
    const most = Math.max(0, ...others);
    if (most <= narrowest) break;
    widths[others.lastIndexOf(most)] = most - 1;
  }
  return widths;
};
