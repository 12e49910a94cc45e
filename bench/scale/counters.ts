/**
 * Counters spread over several items. Two transactions that meet in one item are a conflict, and one of them is retried.
 */

import { jitter, tries } from '../../src/adapters/tables/table.ts';
import type { Chance } from '../../test/e2e/schedules/chance.ts';

/** The assumed seconds that a transaction holds its items: DynamoDB's transactions take about 10 ms. */
const held = 0.01;

export const counterShards = (shards: number, dice: Chance) => {
  /** for each item, the start times of transactions that still run */
  const begun = Array.from({ length: shards }, (): number[] => []);
  let [conflicts, givenUp, transactions] = [0, 0, 0];
  return {
    /**
     * Returns the seconds that the writer waits, with the back-off of src/adapters/tables/table.ts. It gives up after its
     * last try.
     */
    write: (at: number): number => {
      const shard = dice.below(shards);
      const others = (begun[shard] ?? []).filter((start) => start + held > at);
      transactions += 1;
      let start = at;
      let attempt = 1;
      while (attempt < tries && others.some((other) => Math.abs(other - start) < held)) {
        conflicts += 1;
        start += pauseSeconds(attempt, dice);
        attempt += 1;
      }
      if (attempt === tries) givenUp += 1;
      begun[shard] = [...others, start];
      return start - at;
    },
    told: () => ({ conflicts, givenUp, transactions }),
  };
};

const pauseSeconds = (tries: number, dice: Chance): number => {
  let seconds = 0;
  void jitter(
    async (ms) => {
      seconds = ms / 1000;
    },
    () => dice.next(),
  )(tries);
  return seconds;
};

/** The probability that at least two writers at the same instant meet: the birthday problem. */
export const someMeet = (writers: number, shards: number): number => {
  let apart = 1;
  for (let writer = 0; writer < writers; writer += 1) apart *= Math.max(0, 1 - writer / shards);
  return 1 - apart;
};

/** The probability that one writer meets any of the others. */
export const oneMeets = (writers: number, shards: number): number => 1 - (1 - 1 / shards) ** (writers - 1);

/** Rounds until all have written, when in each round one of the writers that meet in a shard succeeds. */
export const roundsOf = (writers: number, shards: number, dice: Chance): number => {
  const runs = 2_000;
  let rounds = 0;
  for (let run = 0; run < runs; run += 1) {
    const on = Array.from({ length: shards }, () => 0);
    for (let writer = 0; writer < writers; writer += 1) {
      const shard = dice.below(shards);
      on[shard] = (on[shard] ?? 0) + 1;
    }
    rounds += Math.max(...on);
  }
  return rounds / runs;
};
