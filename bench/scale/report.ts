/** The tables of docs/scale.md, as Markdown. */

import { chance } from '../../test/e2e/schedules/chance.ts';
import { conflictTable, counterTable, listTable } from './hot-keys.ts';
import { seconds, table, whole } from './markdown.ts';
import { openTable } from './open-executions.ts';
import { elsewhereTable, lines, newAccountTable, quotaTable } from './quota-tables.ts';
import { lambdaScaling } from './quotas.ts';
import { type Outcome, simulate } from './simulation.ts';
import { invocations, total } from './work.ts';

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

/** All requests at one instant, also those that our own throttle would refuse. */
const atOnce = (count: number): Outcome => {
  const creations = Array.from({ length: count }, () => 0);
  return simulate({ creations, deletions: [], from: 0, until: 3_600 }, chance(count));
};

const burstTable = (): string => {
  const counts = [100, 1_000, 10_000] as const;
  const outcomes = counts.map(atOnce);
  const worst = lines('large')
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
  [
    workTable(),
    quotaTable(),
    elsewhereTable(),
    newAccountTable(),
    openTable(),
    burstTable(),
    listTable(),
    counterTable(),
    conflictTable(),
  ].join('\n\n');
