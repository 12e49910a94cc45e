/** How everything stands in the end, without what is another in each run: ids, instants, tokens. */

import type { Status } from '../aws-stub.ts';
import { heldBy } from '../held.ts';
import type { House } from '../house.ts';
import { bucketsOf, type Item, keysIn, listOf, uploadsIn } from './records.ts';
import type { Scene } from './scene.ts';

/** By what it is; each a list of texts, in an order of its own. */
export type End = Readonly<Record<string, readonly string[]>>;

export const endOf = async (scene: Scene): Promise<End> => {
  const { house } = scene;
  const items = async (table: Parameters<typeof listOf>[1], prefix: string, tell: (item: Item) => unknown) =>
    (await listOf(house, table, prefix)).map((item) => plain(JSON.stringify(tell(item)))).sort();
  const executions = [...house.aws.executions.values()];
  return {
    deployments: await items('deployments', 'deployment', deploymentOf),
    attempts: await items('deployments', 'attempt#', ({ attempt }) => pick(attempt, attemptMembers)),
    events: (await items('deployments', 'event#', ({ event }) => pick(event, ['kind', 'message']))).filter(isTimeless),
    counters: (await items('deployments', 'shard#', ({ pk, count }) => [pk, count])).filter(
      (one) => !/,0\]$/.test(one),
    ),
    checks: await items('deployments', 'check', ({ check }) => checkOf(check as Item)),
    actions: await items('deployments', 'action#', () => 'looked after'),
    requests: [
      ...(await items('deployments', 'request', ({ busyUntil, answer }) => [busyUntil, `${answer}`.length > 0])),
      // that repeat was answered 404, of which nothing is kept
      ...(scene.foundGone ? [JSON.stringify([null, true])] : []),
    ].sort(),
    resources: await items('resources', '', ({ resource, expiresAt }) => [
      pick(resource, ['state', 'toscaNodeName', 'physicalId', 'action']),
      expiresAt !== undefined,
    ]),
    schedules: (
      await items('schedules', '', ({ schedule, filed, count, register: watch }) => [
        pick(schedule, ['status', 'fileExpression']),
        ...[filed, count, watch && 'a watch'],
      ])
    ).filter((one) => one !== noneCounted),
    'events of schedules': await items('scheduleEvents', '', ({ event, count, notBegun }) => [
      pick(event, ['replicationStatus', 'reason', 'deploymentMade']),
      ...[count, notBegun],
    ]),
    files: await filesOf(house),
    'files of nothing that there is': await strayFiles(house),
    // one whose start was undone finds nothing to do, and so does one that was not stopped
    executions: [...new Set(executions.map(endingOf))].sort(),
    callbacks: [...house.receiver.deliveries.values()].map(statusOf).sort(),
    infrastructures: await infrastructuresOf(house),
  };
};

/** The counter of schedules that were undone says 0 where there was none before. */
const noneCounted = JSON.stringify([{}, null, 0, null]);

/** What a provider says on the way depends on when it is asked; a callback whose answer is lost is told as one that failed. */
const isTimeless = (event: string): boolean => !/PROVIDER_SAID|CALLBACK_FAILED/.test(event);

const deploymentOf = ({ deployment, notBegun, owner }: Item): unknown => [
  pick(deployment, ['status', 'statusReason', 'task', 'outputs', 'parameters', 'providerId', 'leaving', 'callback']),
  pick((deployment as Item)['operation'], ['kind', 'force']),
  ...[notBegun, owner],
];

const checkOf = ({ findings, last, requested, running, found }: Item): unknown => [
  (findings as readonly Item[]).map((one) => pick(one, ['node', 'is', 'property'])),
  pick(last, ['verdict']),
  ...[requested, running, found].map((one) => one !== undefined),
];

const attemptMembers = ['number', 'state', 'providerId', 'last', 'left', 'infrastructureId'];

const pick = (from: unknown, names: readonly string[]): Item =>
  Object.fromEntries(names.map((name) => [name, (from as Item | undefined)?.[name]]));

/** Logs are named by the instants of what they tell. */
const filesOf = async (house: House): Promise<readonly string[]> => {
  const all: string[] = [];
  for (const bucket of bucketsOf(house)) {
    const name = bucket === house.engine.bucket ? 'files' : bucket;
    const keys = (await keysIn(house, bucket)).filter((key) => !key.startsWith('logs/'));
    all.push(...keys.map((key) => plain(`${name} ${key}`)));
    all.push(...(await uploadsIn(house, bucket)).map(({ Key }) => `${name} ${Key}, an upload that nobody ends`));
  }
  return [...new Set(all)].sort();
};

/** Of what was never made, or is gone. */
const strayFiles = async (house: House): Promise<readonly string[]> => {
  const made = [
    ...(await listOf(house, 'deployments', 'deployment')),
    ...(await listOf(house, 'schedules', 'schedule')),
  ];
  const ids = new Set(made.map(({ pk }) => pk));
  const keys = await keysIn(house, house.engine.bucket);
  return keys.filter((key) => !key.startsWith('notifications/') && !ids.has(key.split('/')[1])).map(plain);
};

const endingOf = ({ stateMachine, status }: { readonly stateMachine: string; readonly status: Status }): string =>
  `${stateMachine.split(':').at(-1)} ${status === 'ABORTED' ? 'SUCCEEDED' : status}`;

const statusOf = (body: string): string => (JSON.parse(body) as { readonly status: string }).status;

const infrastructuresOf = async (house: House): Promise<readonly string[]> =>
  (await heldBy(house))
    .map(({ cloud, name, state, machines }) => plain(`${cloud} ${name} ${state} ${machines} machines`))
    .sort();

const plain = (text: string): string =>
  text
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '#')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '#')
    .replaceAll(/\bdrift-\d+/g, 'drift-#') // an instant
    .replaceAll(/(?<=[a-z])[\da-f]{32}\b/g, '#') // of a resource, in the name that its stack has for it
    .replaceAll(/127\.0\.0\.1:\d+/g, 'here')
    .replaceAll(/\bi-[\da-f]{17}\b/g, 'a machine')
    .replaceAll(/\b(10|172)(\.\d+){3}\b/g, 'an address');

/** Where two ends differ, in words. */
export const differences = (is: End, should: End): readonly string[] =>
  Object.keys(should).flatMap((of) => {
    const [here, there] = [is[of] ?? [], should[of] ?? []];
    if (JSON.stringify(here) === JSON.stringify(there)) return [];
    const show = (all: readonly string[]) => all.join('; ') || 'nothing';
    const [more, less] = [without(here, there), without(there, here)];
    return [`${of}: there is ${show(more)} instead of ${show(less)}`];
  });

/** Each as often as it is there more. */
const without = (all: readonly string[], taken: readonly string[]): readonly string[] => {
  const left = [...taken];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};
