import type { ComponentChildren } from 'preact';

interface PlainTableProps {
  /** of the columns; an empty one is that of buttons */
  readonly heads: readonly string[];
  /** what the column of buttons is called for those who cannot see them */
  readonly unnamed?: string;
  /** the rows */
  readonly children: ComponentChildren;
}

/** A table whose rows stay in their order. On a phone each row is a card. */
export const PlainTable = ({ heads, unnamed = 'Actions', children }: PlainTableProps) => (
  <div class="card table-card">
    <table class="cards">
      <thead>
        <tr>
          {heads.map((name) => (
            <th key={name} scope="col">
              {name || <span class="hidden">{unnamed}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
