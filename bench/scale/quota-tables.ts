/** Which quota is reached first: in a large region, in another region, and in a new account. */

import { chance } from '../../test/e2e/schedules/chance.ts';
import { percent, seconds, table, whole } from './markdown.ts';
import {
  concurrencyOfRegion,
  large,
  newAccount,
  type Origin,
  other,
  type Quotas,
  type Region,
  rates,
} from './quotas.ts';
import { arrivals, type Outcome, simulate } from './simulation.ts';
import type { Use } from './supply.ts';
import { creation, deletion, looking, readySeconds, type Step, total } from './work.ts';

/** A steady load per hour. Only the last third is recorded, when the number of running deployments no longer grows. */
const hour = (perHour: number, quotas: Quotas): Outcome => {
  const dice = chance(perHour);
  const [from, until] = [readySeconds + 60, readySeconds + 360];
  const load = { creations: arrivals(dice, perHour, until), deletions: arrivals(dice, perHour, until), from, until };
  return simulate(load, dice, quotas);
};

const every = [...creation, ...looking, ...deletion];
const perDeployment = (demand: (step: Step) => number): number => every.reduce((sum, step) => sum + demand(step), 0);

export interface Line {
  readonly name: string;
  readonly limit: number;
  /** deployments per hour */
  readonly metAt: number;
  readonly from: Origin;
  readonly knob: string;
  use(outcome: Outcome): Use | undefined;
}

/** The quotas, the one that is reached first at the top. */
export const lines = (region: Region): readonly Line[] =>
  [
    ...rates.map(({ name, supply, from, demand, knob }) => ({
      name,
      limit: supply[region].perSecond,
      metAt: (supply[region].perSecond / perDeployment(demand)) * 3600,
      from,
      knob,
      use: ({ uses }: Outcome) => uses.get(name),
    })),
    {
      name: "Lambda, the account's concurrency",
      limit: concurrencyOfRegion,
      metAt: (concurrencyOfRegion / total('seconds')) * 3600,
      from: 'AWS' as const,
      knob: 'on request; Step Functions repeats what was throttled, with jitter',
      use: ({ concurrency }: Outcome) => concurrency,
    },
  ].toSorted((a, b) => a.metAt - b.metAt);

const loads = [10, 1_000, 100_000] as const;

const thousands = (value: number): string => `${whole(value / 1000)},000 an hour`;
const busiest = ({ limit, use }: Line, outcome: Outcome): string => percent((use(outcome)?.peak() ?? 0) / limit);
const waitIn = ({ use }: Line, outcomes: readonly Outcome[]): string =>
  seconds(Math.max(...outcomes.map((outcome) => use(outcome)?.longestWait() ?? 0)));

export const quotaTable = (): string => {
  const outcomes = loads.map((load) => hour(load, large));
  const columns = loads.map((load) => `busiest second at ${whole(load)} an hour`);
  return table(
    ['Large regions', 'a second', 'from', ...columns, 'longest wait then', 'met on average at', 'knob'],
    lines('large').map((line) => [
      line.name,
      whole(line.limit),
      line.from,
      ...outcomes.map((outcome) => busiest(line, outcome)),
      waitIn(line, outcomes),
      thousands(line.metAt),
      line.knob,
    ]),
  );
};

/** Only quotas that are lower there than in a large region. */
export const elsewhereTable = (): string => {
  const outcome = hour(100_000, other);
  const inLarge = new Map(lines('large').map(({ name, limit }) => [name, limit]));
  return table(
    [
      'Other regions have less of',
      'a second',
      'from',
      'busiest second at 100,000 an hour',
      'longest wait then',
      'met on average at',
    ],
    lines('other')
      .filter(({ name, limit }) => limit !== inLarge.get(name))
      .map((line) => [
        line.name,
        whole(line.limit),
        line.from,
        busiest(line, outcome),
        waitIn(line, [outcome]),
        thousands(line.metAt),
      ]),
  );
};

/** A new account reaches its concurrency long before everything else. */
export const newAccountTable = (): string => {
  const { concurrency } = newAccount;
  return table(
    [
      `A new account, whose functions run ${whole(concurrency)} at a time`,
      'most at a time',
      'invocations that waited',
      'longest wait',
    ],
    [100, 500, 1_000, 2_000].map((load) => {
      const use = hour(load, newAccount).concurrency;
      return [`${whole(load)} deployments an hour`, whole(use.peak()), whole(use.waited()), seconds(use.longestWait())];
    }),
  );
};
