/** A column of a table. An empty name is the column of the buttons of each line. */
export interface Column<Row> {
  readonly name: string;
  /** what the rows are put in order by; undefined: the row has none, and comes last; absent: the column has no order */
  readonly by?: (row: Row) => string | number | undefined;
}

/** `-State` in the address: the other way round, the largest first. */
export const chosenIn = (text: string): { readonly name: string; readonly isReversed: boolean } => ({
  name: text.replace(/^-/, ''),
  isReversed: text.startsWith('-'),
});

const inOrder = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const compared = (
  one: string | number | undefined,
  other: string | number | undefined,
  isReversed: boolean,
): number => {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const order =
    typeof one === 'number' && typeof other === 'number' ? one - other : inOrder.compare(`${one}`, `${other}`);
  return isReversed ? -order : order;
};

/** `order`: the name of a column, `-` before it turns it round; the rows as they are where there is no such column. */
export const ordered = <Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: string): readonly Row[] => {
  const { name, isReversed } = chosenIn(order);
  const by = columns.find((column) => column.name === name)?.by;
  return by === undefined ? rows : rows.toSorted((one, other) => compared(by(one), by(other), isReversed));
};
