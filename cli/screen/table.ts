import { padded, widthOf } from './paint.ts';

/** Rows with aligned columns, two spaces apart; the first row may be a heading. */
export const table = (rows: readonly (readonly string[])[]): readonly string[] => {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))));
  return rows.map((row) =>
    row
      .map((text, at) => padded(text, widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};
