import { expect, it } from 'vitest';
import { notedTable } from '../../cli/screen/noted.ts';

const plain = (_: unknown, text: string): string => text;
const titles = ['#', 'PROVIDER', 'STATE', 'QUEUE'];
const rows = [
  { cells: ['1', 'Cloud A', 'DESTROYED', 'fast'], note: 'server: no valid host was found' },
  { cells: ['2', 'A cloud with a long name', 'COMPLETE', 'slow'], note: '' },
];

it('has notes at the end of a line where there is no screen', () => {
  expect(notedTable(titles, rows, plain)).toEqual([
    '#  PROVIDER                  STATE      QUEUE',
    '1  Cloud A                   DESTROYED  fast   server: no valid host was found',
    '2  A cloud with a long name  COMPLETE   slow',
  ]);
});

it.each([60, 80])(
  'has them below on a screen of %i columns, without the columns that it has no room for',
  (columns) => {
    const lines = notedTable(titles, rows, plain, { columns, whole: [2], spare: [3] });
    expect(lines[2]).toBe('  ✖ server: no valid host was found');
    expect(lines).toHaveLength(4);
    expect(lines.join()).not.toContain('QUEUE');
  },
);

it('never cuts what must stay whole', () => {
  const [, first] = notedTable(titles, rows, plain, { columns: 28, whole: [2], spare: [3] });
  expect(first).toContain('DESTROYED');
  expect(notedTable(titles, rows, plain, { columns: 120, spare: [3] }).join()).toContain('QUEUE');
});
