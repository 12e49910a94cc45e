/** One line of `npm run bench`: a ratio measured within one run, beside its budget (docs/contract/budgets.md). */
export interface Row {
  readonly name: string;
  /** the measured value, as a multiple of the other thing in the name */
  readonly ratio: number;
  /** the middle half of what was measured; absent where a figure is counted, or has one measure only */
  readonly spread?: { readonly low: number; readonly high: number };
  /** the largest allowed `ratio`; absent where a row only informs */
  readonly budget?: number;
  /** what was measured and with what data, in words */
  readonly detail: string;
}

/** What may be said after the names of benchmarks. */
export interface BenchOptions {
  /** how many files become jobs */
  readonly files: number;
  /** how long traffic lasts */
  readonly minutes: number;
  /** folder of another tree of this repository, with its packages */
  readonly baseline?: string;
}

/** Yields each row as soon as it is measured. */
export type Bench = () => AsyncIterable<Row>;

/**
 * True when the whole spread is over the budget, or the ratio could not be measured. A ratio that is over it while its spread begins
 * below says that the machine was too busy to tell.
 */
export const missed = ({ ratio, spread, budget }: Row): boolean =>
  budget !== undefined && (Number.isNaN(ratio) || (spread?.low ?? ratio) > budget);

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** Milliseconds of each of `times` calls, one after the other. */
export const timed = async (times: number, call: () => Promise<unknown>): Promise<number[]> => {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    await call();
    taken.push(performance.now() - began);
  }
  return taken;
};
