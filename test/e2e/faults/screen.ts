/** The matrix, for people: a row for each call in each operation, a column for each fault. */

import { styleText } from 'node:util';
import { kinds } from './kinds.ts';
import type { Driven } from './part.ts';

const marks = {
  done: styleText('green', '✔'),
  failed: styleText('yellow', '▲'),
  refused: styleText('blue', '⊘'),
  wrong: styleText('red', '✘'),
} as const;

const width = 10;

export const legend = `${marks.done} done all the same   ${marks.failed} failed, with a reason that says who   ${marks.refused} refused at the door, nothing changed   ${marks.wrong} wrong`;

export const matrix = (driven: readonly Driven[]): string => {
  const calls = Math.max(22, ...driven.map(({ call }) => call.length));
  const rows = Map.groupBy(driven, ({ call, operation }) => `${call.padEnd(calls)} ${operation}`);
  const names = Math.max(31, ...[...rows.keys()].map((name) => name.length + 1));
  const head = `${''.padEnd(names)}${kinds.map((kind) => kind.padEnd(width)).join('')}`;
  const lines = [...rows].map(([name, cells]) => {
    const row = kinds.map((kind) => cells.find((cell) => cell.kind === kind));
    return `${name.padEnd(names)}${row.map((cell) => markOf(cell) + ' '.repeat(width - 1)).join('')}`.trimEnd();
  });
  return [styleText('bold', head.trimEnd()), ...lines].join('\n');
};

const markOf = (cell: Driven | undefined): string => {
  if (cell === undefined) return ' ';
  return cell.wrong.length > 0 || cell.result === 'neither' ? marks.wrong : marks[cell.result];
};

export const totals = (driven: readonly Driven[], seconds: number): string => {
  const right = driven.filter(({ wrong }) => wrong.length === 0);
  const count = (result: string) => right.filter((cell) => cell.result === result).length;
  const wrong = driven.length - right.length;
  const parts = [`${count('done')} done`, `${count('failed')} failed in order`, `${count('refused')} refused`];
  return `${driven.length} cells in ${seconds} s: ${parts.join(', ')}, ${wrong} wrong`;
};

export const wrongs = (driven: readonly Driven[]): string =>
  driven
    .filter(({ wrong }) => wrong.length > 0)
    .map(({ call, operation, kind, wrong }) =>
      [`${marks.wrong} ${call}, ${operation}, ${kind}`, ...wrong.map((why) => `    ${why}`)].join('\n'),
    )
    .join('\n');
