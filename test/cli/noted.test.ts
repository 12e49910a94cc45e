import { expect, it } from 'vitest';
import { notedTable, noteLines } from '../../cli/screen/noted.ts';

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

const long = `${'a_long_name_'.repeat(6)}1: No valid host was found, and no other cloud has one`;

it('has the whole of a note that is longer than the screen, broken at words', () => {
  const noted = rows.map(({ cells }) => ({ cells, note: long }));
  const lines = notedTable(titles, noted, plain, { columns: 80, whole: [2] });
  expect(lines.slice(2, 4)).toEqual([
    `  ✖ ${'a_long_name_'.repeat(6)}1:`,
    '  No valid host was found, and no other cloud has one',
  ]);
});

it.each([30, 60, 80])('shortens a note to some lines of %i columns, and says so', (columns) => {
  expect(noteLines('short', columns, 2)).toEqual(['  ✖ short']);
  const lines = noteLines('it has no room for that '.repeat(12), columns, 2);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^ {2}\S.*…$/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
});
