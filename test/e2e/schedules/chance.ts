/** Chance that repeats itself: the same seed, the same run. */
export interface Chance {
  /** 0 to 1 */
  next(): number;
  /** a whole number below `most` */
  below(most: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  shuffle<T>(all: readonly T[]): T[];
}

/** Mulberry32: small, and good enough to shuffle. */
export const chance = (seed: number): Chance => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    next,
    below,
    pick: (from) => from[below(from.length)] ?? from[0],
    shuffle: (all) =>
      all
        .map((item) => ({ item, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
};
