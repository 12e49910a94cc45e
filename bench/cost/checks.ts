/** The cost of a check of what stands that finds nothing new, counted on the local engine, as a section of docs/cost.md. */

import { step } from '../../functions/events/check-deployments.ts';
import { memoryOf } from '../../lib/functions/memory.ts';
import { checks as checkTable } from '../../src/adapters/tables/checks.ts';
import { moveStates } from '../../src/adapters/tables/move-states.ts';
import { timeline } from '../../src/adapters/tables/timeline.ts';
import type { Inspection } from '../../src/domain/deployers/inspection.ts';
import type { Deployer } from '../../src/domain/deployers/ports.ts';
import { noMoves } from '../../src/domain/moving/move-bounds.ts';
import { usualPauseMins } from '../../src/domain/moving/provider-outage.ts';
import { deployment } from '../../test/adapters/tables/samples.ts';
import { machine } from '../../test/domain/drift/drift-world.ts';
import { computeResource } from '../../test/domain/resources/compute-resource.ts';
import { engineWorld } from '../../test/statemachines/engine-world.ts';
import { directEngine, type Engine } from '../../test/support/engine.ts';
import { quietly } from './lives.ts';
import { assumptions, prices } from './prices.ts';
import { row } from './report.ts';
import { counting, nothing, type Usage } from './usage.ts';

export interface CountedCheck extends Usage {
  readonly name: string;
  readonly looks: number;
  /** its template asks to move, and the installation allows that */
  readonly mayMove: boolean;
  /** of the function by an event; those by the clock are counted as idle, whatever they find */
  readonly events: number;
}

/** Machines of the deployment that is checked. */
const machines = 10;

const inOrder: Inspection = {
  is: 'read',
  machines: Array.from({ length: machines }, (_, n) => machine(`${n}`, { node: 'worker' })),
};
const ofStack: Inspection = { ...inOrder, parts: [] };
const comparing: Inspection = { is: 'comparing', comparison: 'detection' };

const plainKinds = [
  { name: 'an infrastructure', told: [inOrder], isStack: false },
  { name: 'a stack', told: [comparing, ofStack], isStack: true },
] as const;
const kinds = [false, true].flatMap((mayMove) => plainKinds.map((kind) => ({ ...kind, mayMove })));

/** What an installation allows that sets nothing of it but that something may move. */
const moving = { afterMins: 120, atOnce: 1 };

/** One check of each kind of deployment, all in order; first those that cannot move. */
export const countedChecks = async (): Promise<readonly CountedCheck[]> => {
  const engine = await directEngine();
  try {
    const counted: CountedCheck[] = [];
    for (const [number, kind] of kinds.entries()) counted.push(await quietly(() => countedCheck(engine, number, kind)));
    return counted;
  } finally {
    await engine.stop();
  }
};

const countedCheck = async (
  engine: Engine,
  number: number,
  { name, told: answers, isStack, mayMove }: (typeof kinds)[number],
): Promise<CountedCheck> => {
  const world = engineWorld(engine);
  const table = { client: engine.client, clock: world.clock, table: engine.tables.deployments };
  const left = [...answers];
  const ports = {
    ...world,
    timeline: timeline(table),
    driftChecks: checkTable(table),
    dailyChecks: true,
    driftRepair: 'none',
    moving: mayMove ? moving : noMoves,
    moveStates: moveStates(table),
    driftReport: { checked: () => {}, found: () => {} },
    inspectorOf: () => ({ inspect: async () => left.shift() ?? inOrder }) as unknown as Deployer,
  } satisfies Parameters<typeof step>[0];
  const standing = deployment(number, { status: 'CREATE_COMPLETE', providerId: 'one', infrastructureId: 'inf' });
  await world.deployments.accept(standing);
  const resources = Array.from({ length: machines }, (_, n) =>
    computeResource(`${name}-${n}`, 'worker', {
      ...{ deploymentId: standing.id, physicalId: `${n}`, state: 'STARTED' },
    }),
  );
  await world.resources.put(resources);
  const ranking = { candidates: [], dropped: [], notes: [], outputs: [], ...(mayMove && { mayMove }) };
  await world.files.putRanking(standing.id, standing.templateOf, ranking);
  const dueAt = world.clock.now().toISOString();
  await ports.driftChecks.replace(undefined, { deploymentId: standing.id, findings: [], dueAt });
  world.clock.advance(1);
  const usage = nothing();
  const uncount = counting(engine, usage);
  await step(ports)({ source: 'aws.events' });
  const stackId = `arn:aws:cloudformation:us-east-1:111122223333:stack/toscanini-${standing.id}-1/id`;
  const detail = { 'stack-id': stackId, 'stack-drift-detection-id': 'detection' };
  if (isStack) await step(ports)({ source: 'aws.cloudformation', detail });
  uncount();
  const { last, mayMove: isWatched = false } = (await ports.driftChecks.find(standing.id)) ?? {};
  if (last?.verdict !== 'in-order') throw new Error(`the check of ${name} ended as ${last?.verdict}`);
  if (isWatched !== mayMove) throw new Error(`the check of ${name} does not know whether it may move`);
  return { ...usage, name, mayMove, looks: answers.length - left.length, events: isStack ? 1 : 0 };
};

interface Item {
  readonly name: string;
  readonly amount: (counted: CountedCheck) => number;
  /** dollars per unit */
  readonly price: number;
}

const gigabytes = memoryOf('events/check-deployments') / 1_024;

const items: readonly Item[] = [
  { name: 'invocations by an event', amount: ({ events }) => events, price: prices.invocation },
  {
    name: 'Lambda GB-seconds',
    amount: ({ looks }) => looks * assumptions.secondsPerInvocation * gigabytes,
    price: prices.gigabyteSecond,
  },
  { name: 'DynamoDB write units', amount: ({ writeUnits }) => writeUnits, price: prices.writeUnit },
  { name: 'S3 GET', amount: ({ s3Reads }) => s3Reads, price: prices.s3Read },
  { name: 'DynamoDB read units', amount: ({ readUnits }) => readUnits, price: prices.readUnit },
  {
    name: 'log bytes',
    amount: ({ looks }) => looks * assumptions.logBytesPerInvocation,
    price: prices.logGigabyte / 1e9,
  },
];

/** Dollars for one check. */
export const costOf = (counted: CountedCheck): number =>
  items.reduce((sum, { amount, price }) => sum + amount(counted) * price, 0);

const amountText = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 2 });

const daysOfMonth = 30;

/** Looks at one deployment in a month, each of them a check. */
const looksOfMonth = (daysOfMonth * 24 * 60) / usualPauseMins(moving.afterMins);

const movingText = (counted: readonly CountedCheck[]): string => {
  const each = counted
    .filter(({ mayMove }) => mayMove)
    .map((one) => `${one.name} ${(costOf(one) * looksOfMonth).toFixed(4)} dollars`);
  return `A deployment that may move without a request ([day two](day-two.md#move-away-from-a-provider-that-is-gone)) is checked every ${usualPauseMins(moving.afterMins)} minutes with the usual \`afterMins\` of ${moving.afterMins}, which is
${looksOfMonth} times in a month of ${daysOfMonth} days: ${each.join(', ')}. While its provider gives no answer it is looked at every thirty minutes at least.`;
};

/** The text between the markers `checks`: 1,000 checks of each kind, and what may move in a month. */
export const checksSection = (all: readonly CountedCheck[]): string => {
  const counted = all.filter(({ mayMove }) => !mayMove);
  return [
    `\`npm run cost\` counts this on the local engine: the daily check of a deployment of ${machines} machines that has not drifted. The function looks at eight
deployments at the same time; here each look is charged as if it were alone, with ${assumptions.secondsPerInvocation} s and a log line. The calls of the Infrastructure Manager and of CloudFormation cost nothing.`,
    '',
    row('1,000 checks of', ...counted.flatMap(({ name }) => [name, 'USD'])),
    row('---', ...counted.flatMap(() => ['---:', '---:'])),
    ...items.map(({ name, amount, price }) =>
      row(
        name,
        ...counted.flatMap((one) => [amountText(amount(one) * 1_000), (amount(one) * price * 1_000).toFixed(4)]),
      ),
    ),
    row('**total**', ...counted.flatMap((one) => ['', `**${(costOf(one) * 1_000).toFixed(4)}**`])),
    '',
    movingText(all),
  ].join('\n');
};
