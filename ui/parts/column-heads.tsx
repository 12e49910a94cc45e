/** The first line of a table. An empty name is the column of the buttons of each line. */
export const ColumnHeads = ({ columns }: { readonly columns: readonly string[] }) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column || <span class="hidden">Actions</span>}
        </th>
      ))}
    </tr>
  </thead>
);
