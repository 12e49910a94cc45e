/** Every call with every fault in every operation. */

import { everyNth } from '../../support/sampled.ts';
import { cellsOf, type Driven, drivePart, sampleOf } from './part.ts';
import { asPart, inParts, type Part, shareOf } from './parts.ts';
import { legend, matrix, totals, wrongs } from './screen.ts';
import type { Cell } from './subject.ts';

/** What is to be driven: by the names of calls or operations. */
export interface Wish {
  readonly pattern: RegExp;
  readonly sample: boolean;
}

/** How many cells there were, and whether all of them were driven and right. */
export interface Verdict {
  readonly cells: number;
  readonly isRight: boolean;
}

/** A sample is every second pair of a call and a fault: the gate has no time for more. */
const wished = ({ pattern, sample }: Wish): readonly Cell[] =>
  sample ? everyNth(2, sampleOf(cellsOf(pattern))) : cellsOf(pattern);

const whole = async (wish: Wish, file: string, given: readonly string[]): Promise<Verdict> => {
  const cells = wished(wish);
  if (cells.length === 0) return { cells: 0, isRight: true };
  const began = Date.now();
  const found = new Map<string, Driven>();
  const isWell = await inParts<Driven>(file, given, cells.length, (driven) => {
    found.set(keyOf(driven), driven);
    progress(found.size, cells.length, driven);
  });
  const driven = cells.flatMap((cell) => found.get(keyOf({ ...cell, call: cell.call.name })) ?? []);
  const seconds = Math.round((Date.now() - began) / 1000);
  for (const text of ['', matrix(driven), '', legend, '', wrongs(driven), totals(driven, seconds)]) console.log(text);
  const isWhole = driven.length === cells.length && isWell;
  if (!isWhole) console.log(`${cells.length - driven.length} cells were not driven`);
  return { cells: cells.length, isRight: isWhole && driven.every(({ wrong }) => wrong.length === 0) };
};

const part = (wish: Wish, of: Part): Promise<void> =>
  asPart<Driven>((tell) => drivePart(shareOf(wished(wish), of), tell));

export const faultMatrix = { whole, part };

const keyOf = ({ call, operation, kind }: Pick<Driven, 'call' | 'operation' | 'kind'>): string =>
  [call, operation, kind].join('|');

/** What is wrong is told when it is seen; the rest as often as a log can bear. */
const progress = (done: number, of: number, driven: Driven): void => {
  if (driven.wrong.length > 0) console.log(`\n${wrongs([driven])}`);
  if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${of}`);
  else if (done % 50 === 0) console.log(`${done} of ${of} cells`);
};
