import { cut, padded, widthOf } from './paint.ts';

const between = '  ';
/** A column is not made narrower than this for the sake of others. */
const narrowest = 12;

/**
 * Rows with aligned columns, two spaces apart; the first row may be a heading. Where the screen has fewer columns than the rows
 * need, the longest texts are cut first, so that short ones, such as a state, can be read. The first column stays whole: other
 * commands take what is in it.
 */
export const table = (
  rows: readonly (readonly string[])[],
  room: number = Number.POSITIVE_INFINITY,
): readonly string[] => {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const needed = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))));
  const widths = fitted(needed, room - between.length * (columns - 1));
  return rows.map((row) =>
    row
      .map((text, at) => padded(cut(text, widths[at] ?? 0), widths[at] ?? 0))
      .join(between)
      .trimEnd(),
  );
};

const fitted = (needed: readonly number[], room: number): readonly number[] => {
  const [first = 0, ...widths] = needed;
  const over = needed.reduce((sum, one) => sum + one, 0) - room;
  for (let cutOff = 0; cutOff < over; cutOff += 1) {
    const most = Math.max(0, ...widths);
    if (most <= narrowest) break;
    widths[widths.lastIndexOf(most)] = most - 1;
  }
  return [first, ...widths];
};
