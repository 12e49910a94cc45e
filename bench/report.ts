/** The page of performance: the figures of one whole run, with its date and its machine. */

import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { missed, type Row } from './row.ts';

interface Result {
  readonly name: string;
  readonly rows: readonly Row[];
}

export interface Machine {
  readonly cores: number;
  readonly model: string;
  readonly gigabytes: number;
  /** processes that wanted a core, on average over the last fifteen minutes */
  readonly load: number;
  readonly node: string;
}

const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  model: cpus()[0]?.model.trim() ?? 'unknown',
  gigabytes: Math.round(totalmem() / 2 ** 30),
  load: loadavg()[2] ?? 0,
  node: process.version,
});

const verdict = (row: Row): string => {
  if (row.budget === undefined) return '';
  return missed(row) ? `${row.budget}, **missed**` : `${row.budget}`;
};

/** `1.21–1.34`, or nothing where a figure has none. */
export const spreadOf = ({ spread }: Row): string =>
  spread === undefined ? '' : `${spread.low.toFixed(2)}–${spread.high.toFixed(2)}`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

const section = ({ name, rows }: Result): string[] => [
  `## ${name}`,
  '',
  '| Measured | Ratio | Spread | At most | Figures |',
  '|---|---:|---:|---:|---|',
  ...rows.map(
    (row) =>
      `| ${cell(row.name)} | ${row.ratio.toFixed(2)} | ${spreadOf(row)} | ${verdict(row)} | ${cell(row.detail)} |`,
  ),
  '',
];

export const pageOf = (results: readonly Result[], date = new Date(), machine = thisMachine()): string => {
  const { cores, model, gigabytes, load, node } = machine;
  return [
    '# Performance',
    '',
    '`npm run bench -- --write` wrote this page; do not edit it. [Our limits](contract/budgets.md) says what each ratio is for. Both things of a ratio ran',
    'in the same run on the same machine. Compare ratios, not milliseconds, with another machine. A row without a limit only informs.',
    'Both alternate; a ratio is the median of all pairs, and its spread is their middle half. A row misses its limit when its whole spread is over.',
    '',
    `${date.toISOString().slice(0, 10)}, Node ${node}, ${cores} cores (${model}), ${gigabytes} GB, load average ${load.toFixed(1)}.`,
    ...(load > cores ? ['Other work ran beside it: milliseconds are longer than on an idle machine.'] : []),
    '',
    ...results.flatMap(section),
  ].join('\n');
};
