/** One line of `npm run bench`: a ratio measured within one run, beside its budget (docs/contract/budgets.md). */
export interface Row {
  readonly name: string;
  /** the measured value, as a multiple of the other thing in the name */
  readonly ratio: number;
  /** the largest allowed `ratio`; absent where a row only informs */
  readonly budget?: number;
  /** what was measured and with what data, in words */
  readonly detail: string;
}

/** What may be said after the names of benchmarks. */
export interface BenchOptions {
  /** how many files become jobs */
  readonly files: number;
}

/** Yields each row as soon as it is measured. */
export type Bench = () => AsyncIterable<Row>;

/** True when the ratio is over its budget, or could not be measured. */
export const missed = ({ ratio, budget }: Row): boolean => budget !== undefined && !(ratio <= budget);

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
