/** Keys and items that many writers share: the list of all deployments, and the counters. */

import { chance } from '../../test/e2e/schedules/chance.ts';
import { counterShards, oneMeets, roundsOf, someMeet } from './counters.ts';
import { share, table, whole } from './markdown.ts';
import { arrivals } from './simulation.ts';
import { total } from './work.ts';

export const listTable = (): string => {
  const perIndex = total('listWrites');
  return table(
    ['Keys of the list of all', 'deployments an hour until the hottest is full', 'queries for a page'],
    [1, 2, 4, 8, 16].map((keys) => [
      whole(keys),
      `${whole((1_000 * keys * 3_600) / perIndex / 1000)},000`,
      keys === 1 ? '1' : `${keys}, merged`,
    ]),
  );
};

export const counterTable = (): string =>
  table(
    [
      'Writers at one instant',
      'items of a counter',
      'some two meet',
      'one meets another',
      'rounds until all are through',
    ],
    [16, 64].flatMap((writers) =>
      [16, 64, 256].map((shards) => [
        whole(writers),
        whole(shards),
        share(someMeet(writers, shards)),
        share(oneMeets(writers, shards)),
        roundsOf(writers, shards, chance(writers * shards)).toFixed(1),
      ]),
    ),
  );

export const conflictTable = (): string =>
  table(
    ['Deployments an hour', 'transactions on counters a second', 'conflicts for each 1,000 of them', 'given up'],
    [10, 1_000, 100_000, 300_000, 1_000_000].map((load) => {
      const { conflicts, givenUp, transactions } = countersAt(load);
      const rate = ((2 * load) / 3600).toFixed(load < 10_000 ? 2 : 0);
      return [whole(load), rate, whole((conflicts / transactions) * 1000), whole(givenUp)];
    }),
  );

/** The effect of creations and deletions alone on the counters. */
const countersAt = (perHour: number) => {
  const dice = chance(perHour + 1);
  const counters = counterShards(16, dice);
  for (const at of arrivals(dice, perHour * 2, Math.min(3_600, 20_000 / (perHour / 3600)))) counters.write(at);
  return counters.told();
};
