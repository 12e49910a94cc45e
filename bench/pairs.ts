/**
 * Compares two measures on a machine that also does other work. They alternate, so that the other work meets both; each pair
 * gives one ratio, and the ratios of all pairs give the median and its spread.
 */

import { median, type Row } from './row.ts';

/** Takes one figure of one of the two: any unit, the same for both. */
export type Timer = () => number | Promise<number>;

export interface Compared {
  /** the median of the ratios of all pairs */
  readonly ratio: number;
  /** the first and the third quartile of these ratios */
  readonly spread: NonNullable<Row['spread']>;
  /** medians, in the unit of the measures */
  readonly one: number;
  readonly other: number;
}

/** Takes so many pairs. Every second pair begins with the other one: what the first leaves behind, as garbage, meets both. */
export const inPairs = async (pairs: number, one: Timer, other: Timer): Promise<Compared> => {
  const taken: Pair[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) taken.push({ one: await one(), other: await other() });
    else {
      const second = await other();
      taken.push({ one: await one(), other: second });
    }
  }
  return comparedOf(taken);
};

export interface Pair {
  readonly one: number;
  readonly other: number;
}

/** The comparison of pairs that are measured already. Throws when there are none. */
export const comparedOf = (pairs: readonly Pair[]): Compared => {
  if (pairs.length === 0) throw new Error('nothing was measured: a comparison needs at least one pair');
  const ratios = pairs.map(({ one, other }) => one / other).sort((low, high) => low - high);
  const at = (part: number): number => ratios[Math.round((ratios.length - 1) * part)] ?? Number.NaN;
  return {
    ratio: median(ratios),
    spread: { low: at(0.25), high: at(0.75) },
    one: median(pairs.map((pair) => pair.one)),
    other: median(pairs.map((pair) => pair.other)),
  };
};

/** One ratio to another. The spread is the widest that both allow. */
export const growthOf = (large: Compared, small: Compared): Pick<Compared, 'ratio' | 'spread'> => ({
  ratio: large.ratio / small.ratio,
  spread: { low: large.spread.low / small.spread.high, high: large.spread.high / small.spread.low },
});

/**
 * Milliseconds of processor time of this thread for doing the work once, from `times` in a row: it collects its own garbage then,
 * and hardly that of the other. Other processes change the clock and not this.
 */
export const threadTime = async (times: number, work: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage();
  for (let time = 0; time < times; time += 1) await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / times;
};
