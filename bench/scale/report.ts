/** The tables of docs/scale.md, as Markdown. */

import { chance } from '../../test/e2e/schedules/chance.ts';
import { conflictTable, counterTable, listTable } from './hot-keys.ts';
import { percent, seconds, table, whole } from './markdown.ts';
import { lambdaConcurrency, lambdaScaling, rates } from './quotas.ts';
import { arrivals, type Outcome, simulate } from './simulation.ts';
import type { Use } from './supply.ts';
import { creation, deletion, invocations, looking, readySeconds, type Step, total } from './work.ts';

const workTable = (): string =>
  table(
    ['One deployment, from its creation to its deletion', 'How much'],
    [
      ['requests of clients, a look each minute', whole(total('requests'))],
      ['invocations of functions', `${whole(invocations)}, which run for ${total('seconds').toFixed(1)} s together`],
      ['executions started', whole(total('executions'))],
      ['state transitions', whole(total('transitions'))],
      ['write units of the table of deployments, indexes aside', whole(total('writes'))],
      ['write units of each index by the last change', whole(total('listWrites'))],
      ['reads', whole(total('reads'))],
      ['S3: writes, reads', `${whole(total('puts'))}, ${whole(total('gets'))}`],
      ['requests to the Infrastructure Manager', whole(total('manager'))],
    ],
  );

/** A steady hour: its last third is told, when as many deployments are under way as ever. */
const hour = (perHour: number): Outcome => {
  const dice = chance(perHour);
  const [from, until] = [readySeconds + 60, readySeconds + 360];
  return simulate(
    { creations: arrivals(dice, perHour, until), deletions: arrivals(dice, perHour, until), from, until },
    dice,
  );
};

const every = [...creation, ...looking, ...deletion];
const perDeployment = (demand: (step: Step) => number): number => every.reduce((sum, step) => sum + demand(step), 0);

interface Line {
  readonly name: string;
  readonly limit: number;
  readonly metAt: number;
  readonly knob: string;
  use(outcome: Outcome): Use | undefined;
}

/** The first to be met is the first. */
const lines = (): readonly Line[] =>
  [
    ...rates.map(({ name, perSecond, demand, knob }) => ({
      name,
      limit: perSecond,
      metAt: (perSecond / perDeployment(demand)) * 3600,
      knob,
      use: ({ uses }: Outcome) => uses.get(name),
    })),
    {
      name: "Lambda, the account's concurrency, 1,000",
      limit: lambdaConcurrency,
      metAt: (lambdaConcurrency / total('seconds')) * 3600,
      knob: 'on request; Step Functions repeats what was throttled, with jitter',
      use: ({ concurrency }: Outcome) => concurrency,
    },
  ].toSorted((a, b) => a.metAt - b.metAt);

const loads = [10, 1_000, 100_000] as const;

const quotaTable = (): string => {
  const outcomes = loads.map(hour);
  return table(
    [
      'Quota',
      ...loads.map((load) => `busiest second at ${whole(load)} an hour`),
      'longest wait then',
      'met on average at',
      'knob',
    ],
    lines().map((line) => [
      line.name,
      ...outcomes.map((outcome) => percent((line.use(outcome)?.peak() ?? 0) / line.limit)),
      seconds(Math.max(...outcomes.map((outcome) => line.use(outcome)?.longestWait() ?? 0))),
      `${whole(line.metAt / 1000)},000 an hour`,
      line.knob,
    ]),
  );
};

/** All at one instant; what our own throttle would have refused is let in. */
const atOnce = (count: number): Outcome => {
  const creations = Array.from({ length: count }, () => 0);
  return simulate({ creations, deletions: [], from: 0, until: 3_600 }, chance(count));
};

const burstTable = (): string => {
  const counts = [100, 1_000, 10_000] as const;
  const outcomes = counts.map(atOnce);
  const worst = lines()
    .map((line) => [line.name, ...outcomes.map((outcome) => line.use(outcome)?.longestWait() ?? 0)] as const)
    .filter(([, ...waits]) => waits.some((wait) => wait >= 0.05));
  return table(
    ['Asked for in one instant', ...counts.map(whole)],
    [
      ['all handed to a provider after', ...outcomes.map(({ lastSubmitted }) => seconds(lastSubmitted))],
      ...worst.map(([name, ...waits]) => [`longest wait: ${name}`, ...waits.map(seconds)]),
      [
        `longest wait: Lambda, ${whole(lambdaScaling)} new environments of a function in ten seconds`,
        ...outcomes.map(({ environments }) => seconds(environments.longestWait())),
      ],
      [
        'counters: conflicts, transactions given up',
        ...outcomes.map(({ conflicts, givenUp }) => `${whole(conflicts)}, ${whole(givenUp)}`),
      ],
    ],
  );
};

export const report = (): string =>
  [workTable(), quotaTable(), burstTable(), listTable(), counterTable(), conflictTable()].join('\n\n');
