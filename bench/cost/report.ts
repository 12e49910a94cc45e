/** The counted amounts, multiplied by AWS's prices, as a section of docs/cost.md. */

import { historyLimit, worstCases } from './history.ts';
import type { Lifetime } from './lifetime.ts';
import { assumptions, prices } from './prices.ts';

export const cases = [
  { name: '1 minute', bootSeconds: 60 },
  { name: '15 minutes', bootSeconds: 15 * 60 },
  { name: '10 days', bootSeconds: 10 * 24 * 3600 - 10 * 60 },
] as const;

interface Item {
  readonly name: string;
  readonly amount: (counted: Lifetime) => number;
  /** dollars per unit */
  readonly price: number;
}

const eventsIn = ({ executions }: Lifetime): number => executions.reduce((sum, { events }) => sum + events, 0);

const logBytes = (counted: Lifetime): number =>
  counted.invocations * assumptions.logBytesPerInvocation + eventsIn(counted) * assumptions.logBytesPerEvent;

const items: readonly Item[] = [
  { name: 'API requests', amount: ({ requests }) => requests, price: prices.apiRequest },
  { name: 'state transitions', amount: ({ transitions }) => transitions, price: prices.stateTransition },
  { name: 'runs of `poll` (Express)', amount: ({ express }) => express.runs, price: prices.expressRun },
  {
    name: 'seconds of these runs',
    amount: ({ express }) => express.seconds + express.looks * assumptions.secondsPerInvocation,
    price: prices.expressGigabyteSecond * assumptions.expressGigabytes,
  },
  { name: 'Lambda invocations', amount: ({ invocations }) => invocations, price: prices.invocation },
  {
    name: 'Lambda GB-seconds',
    amount: ({ gigabytes }) => gigabytes * assumptions.secondsPerInvocation,
    price: prices.gigabyteSecond,
  },
  { name: 'DynamoDB write units', amount: ({ writeUnits }) => writeUnits, price: prices.writeUnit },
  { name: 'DynamoDB read units', amount: ({ readUnits }) => readUnits, price: prices.readUnit },
  { name: 'S3 PUT and LIST', amount: ({ s3Writes }) => s3Writes, price: prices.s3Write },
  { name: 'S3 GET', amount: ({ s3Reads }) => s3Reads, price: prices.s3Read },
  { name: 'log bytes', amount: logBytes, price: prices.logGigabyte / 1e9 },
];

/** Dollars in total. */
const total = (counted: Lifetime): number => items.reduce((sum, { amount, price }) => sum + amount(counted) * price, 0);

const amountText = (amount: number): string =>
  amount.toLocaleString('en-US', { maximumFractionDigits: amount < 100 ? 1 : 0 });
const dollars = (amount: number): string => amount.toFixed(6);
/** A line of a table. */
export const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The text between the markers. */
export const section = (counted: readonly Lifetime[]): string =>
  [
    `\`npm run cost\` counts this on the local engine, in virtual time: the POST, the creation, the DELETE and the deletion of a deployment of two
machines without a callback. The columns say how long the machines take to be ready. Prices are the list prices of ${prices.region} (${prices.asOf}, no
free tier: \`bench/cost/prices.ts\`). Assumed, not counted: ${assumptions.secondsPerInvocation} s billed for each invocation, ${assumptions.logBytesPerInvocation} bytes of log for each invocation, and
${assumptions.logBytesPerEvent} bytes for each event of a workflow. The requests of a client that polls are not included.`,
    '',
    row('', ...cases.flatMap(({ name }) => [name, 'USD'])),
    row('---', ...cases.flatMap(() => ['---:', '---:'])),
    ...items.map(({ name, amount, price }) =>
      row(name, ...counted.flatMap((one) => [amountText(amount(one)), dollars(amount(one) * price)])),
    ),
    row('executions', ...counted.flatMap(({ executions }) => [`${executions.length}`, ''])),
    row('**total**', ...counted.flatMap((one) => ['', `**${dollars(total(one))}**`])),
    '',
    `Events in the history of the longest execution: ${counted
      .map(
        ({ executions }, n) => `${amountText(Math.max(...executions.map(({ events }) => events)))} (${cases[n]?.name})`,
      )
      .join(
        ', ',
      )}. Step Functions allows ${amountText(historyLimit)}. If an execution used every retry of every kind, it would have:`,
    '',
    row('workflow', 'events at most'),
    row('---', '---:'),
    ...worstCases().map(({ workflow, events }) => row(workflow, amountText(events))),
  ].join('\n');

/** The page with new text between the markers of that name. Throws when the page has no such markers. */
export const withSection = (page: string, text: string, name = 'counted'): string => {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/cost.md has no ${begin} and ${end}`);
  return `${before}${begin}\n${text}\n${end}${after}`;
};
