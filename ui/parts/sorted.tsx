import type { ComponentChildren } from 'preact';
import { query, setQuery } from '../router/address.ts';
import { type Column, chosenIn, ordered } from './ordered.ts';

export type { Column } from './ordered.ts';

/** The rows in the order that the address names; without one as they are. */
export const sorted = <Row,>(rows: readonly Row[], columns: readonly Column<Row>[]): readonly Row[] =>
  ordered(rows, columns, query.value.get('sort') ?? '');

interface HeadsProps<Row> {
  readonly columns: readonly Column<Row>[];
  /** the head of a column before them */
  readonly first?: ComponentChildren;
}

/** The first line of a table. A click puts the rows in the order of a column, the next one turns it round, the third ends it. */
export const SortHeads = <Row,>({ columns, first }: HeadsProps<Row>) => {
  const { name: chosen, isReversed } = chosenIn(query.value.get('sort') ?? '');
  const next = (name: string): string | undefined => {
    if (name !== chosen) return name;
    return isReversed ? undefined : `-${name}`;
  };
  return (
    <thead>
      <tr>
        {first !== undefined && <th scope="col">{first}</th>}
        {columns.map(({ name, by }) => {
          const order = name !== chosen ? 'none' : isReversed ? 'descending' : 'ascending';
          return (
            <th key={name} scope="col" aria-sort={by && order}>
              {by === undefined ? (
                name || <span class="hidden">Actions</span>
              ) : (
                <button type="button" class="sort" onClick={() => setQuery({ sort: next(name) })}>
                  {name}
                  <span aria-hidden="true">{order === 'none' ? '' : order === 'ascending' ? ' ↑' : ' ↓'}</span>
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
};

interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** of the table; `cards`: on a phone each row is a card */
  readonly class?: string;
  /** the line of a row, with a key */
  readonly children: (row: Row) => ComponentChildren;
}

/** A table whose rows stand in the order that the address names. */
export const SortedTable = <Row,>({ columns, rows, class: name = 'cards', children }: TableProps<Row>) => (
  <div class="card table-card">
    <table class={name}>
      <SortHeads columns={columns} />
      <tbody>{sorted(rows, columns).map((row) => children(row))}</tbody>
    </table>
  </div>
);
