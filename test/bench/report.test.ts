import { expect, it } from 'vitest';
import { pageOf } from '../../bench/report.ts';
import { missed } from '../../bench/row.ts';

const machine = { cores: 2, model: 'A|B', gigabytes: 8, load: 0.25, node: 'v24.1.0' };
const row = (ratio: number, budget?: number) => ({
  name: 'x',
  ratio,
  ...(budget !== undefined && { budget }),
  detail: 'a | b',
});

it('marks a ratio over its budget, and one that could not be measured', () => {
  expect([row(2, 2), row(2.1, 2), row(Number.NaN, 2), row(9), row(0, 0)].map(missed)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});

it('lets a row with a spread fail only when the whole spread is over', () => {
  const spread = (low: number, high: number) => ({ ...row(2.1, 2), spread: { low, high } });
  expect([spread(1.9, 2.4), spread(2.01, 2.4), spread(2, 2.4)].map(missed)).toEqual([false, true, false]);
  expect(pageOf([{ name: 'first', rows: [spread(1.9, 2.4)] }], new Date(0), machine)).toContain(
    '| 2.10 | 1.90–2.40 | 2 |',
  );
});

it('shows every row of every benchmark, with the date and the machine', () => {
  const page = pageOf(
    [
      { name: 'first', rows: [row(1, 2), row(3, 2)] },
      { name: 'second', rows: [row(0.5)] },
    ],
    new Date('2026-11-23T12:00:00Z'),
    machine,
  );
  expect(page).toContain('2026-11-23, Node v24.1.0, 2 cores (A|B), 8 GB, load average 0.3.');
  expect(page.split('\n').filter((line) => /^(##|\| x)/.test(line))).toEqual([
    '## first',
    '| x | 1.00 |  | 2 | a \\| b |',
    '| x | 3.00 |  | 2, **missed** | a \\| b |',
    '## second',
    '| x | 0.50 |  |  | a \\| b |',
  ]);
});

it('says when other work ran beside it', () => {
  const words = 'Other work ran beside it';
  expect(pageOf([], new Date(0), machine)).not.toContain(words);
  expect(pageOf([], new Date(0), { ...machine, load: 2.5 })).toContain(words);
});
