import { describe, expect, it } from 'vitest';
import { type Column, ordered } from '../../ui/parts/ordered.ts';

interface Row {
  readonly name: string;
  readonly size?: number;
}

const rows: readonly Row[] = [{ name: 'vm 10', size: 3 }, { name: 'vm 2' }, { name: 'VM 1', size: 20 }];
const columns: readonly Column<Row>[] = [
  { name: 'Name', by: ({ name }) => name },
  { name: 'Size', by: ({ size }) => size },
  { name: '' },
];
const names = (order: string) => ordered(rows, columns, order).map(({ name }) => name);

describe('the rows of a table', () => {
  it('stand in the order of a column, numbers by their size and whatever their case', () => {
    expect(names('Name')).toEqual(['VM 1', 'vm 2', 'vm 10']);
    expect(names('-Name')).toEqual(['vm 10', 'vm 2', 'VM 1']);
    expect(names('Size')).toEqual(['vm 10', 'VM 1', 'vm 2']);
  });

  it('that have no value come last, also the other way round', () => {
    expect(names('-Size')).toEqual(['VM 1', 'vm 10', 'vm 2']);
  });

  it.each(['', 'Unknown', '-'])('stay as they are without a column that has an order: %j', (order) => {
    expect(names(order)).toEqual(['vm 10', 'vm 2', 'VM 1']);
  });
});
