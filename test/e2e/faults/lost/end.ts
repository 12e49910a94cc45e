/** How everything stands in the end, without what is another in each run: ids, instants, tokens. */

import { files } from '../../../../src/adapters/files/files.ts';
import type { Status } from '../aws-stub.ts';
import { heldBy } from '../held.ts';
import type { House } from '../house.ts';
import { linesPrinted } from './printed.ts';
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
    claims: await items('deployments', 'claim', ({ claim, thing }) => [thing, claim !== undefined]),
    'office hours': await items('deployments', 'hours', ({ hours }) => pick(hours, ['tries', 'failures'])),
    moves: await items('deployments', 'moves', ({ moves, stopped }) => [moves, stopped].map(lengthOf)),
    draining: await items('deployments', 'draining#', ({ sk }) => sk),
    runs: await runsOf(house),
    'printed by scripts': linesPrinted().toSorted(),
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
    // an item that expires is left of a creation that was undone
    'told of schedules': (
      await items('deployments', 'stream#schedule#', ({ streamed }) => pick(streamed, ['kind', 'message']))
    ).filter((one) => one !== '{}'),
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
    'owners at the manager': await ownersIn(scene.house),
  };
};

/** The counter of schedules that were undone says 0 where there was none before. */
const noneCounted = JSON.stringify([{}, null, 0, null]);

/** What a provider says on the way depends on when it is asked; a callback whose answer is lost is told as one that failed. */
const isTimeless = (event: string): boolean => !/PROVIDER_SAID|CALLBACK_FAILED/.test(event);

const deploymentOf = ({ deployment, notBegun, owner }: Item): unknown => [
  pick(deployment, ['status', 'statusReason', 'task', 'outputs', 'parameters', 'providerId', 'leaving', 'callback']),
  pick((deployment as Item)['operation'], ['kind', 'force']),
  pick((deployment as Item)['createdBy'], ['subject']),
  pick((deployment as Item)['remains'], ['providerId']),
  ...['transfer', 'transferred', 'officeHours', 'infrastructureId', 'lastRun'].map(
    (name) => (deployment as Item)[name] !== undefined,
  ),
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

/** Of a list, or of what is there or not. */
const lengthOf = (one: unknown): number => (Array.isArray(one) ? one.length : Number(one !== undefined));

/** What is known of each run, without what it was called for. */
const runsOf = async (house: House): Promise<readonly string[]> => {
  const { s3: client, bucket } = house.engine;
  const kept = files({ client, bucket });
  const found = (await listOf(house, 'deployments', 'deployment')).map(async ({ pk, deployment }) => {
    const run = await kept.findRun(`${pk}`, `${(deployment as Item)['lastRun'] ?? ''}`);
    return run === undefined ? [] : [plain(JSON.stringify(pick(run.progress, ['is', 'steps'])))];
  });
  return (await Promise.all(found)).flat().sort();
};

const statusOf = (body: string): string => (JSON.parse(body) as { readonly status: string }).status;

const infrastructuresOf = async (house: House): Promise<readonly string[]> =>
  (await heldBy(house))
    .map(({ cloud, name, state, machines }) => plain(`${cloud} ${name} ${state} ${machines} machines`))
    .sort();

/** Who lists something at the Infrastructure Manager with nothing but their own token. */
const ownersIn = async ({ fetch, sandbox }: House): Promise<readonly string[]> => {
  const lists = ['ann', 'bob'].map(async (subject) => {
    const authorization = `type = InfrastructureManager; token = ${await sandbox.token({ subject })}`;
    const headers = { authorization, accept: 'application/json' };
    const answer = (await (await fetch(`${sandbox.imUrl}/infrastructures`, { headers })).json()) as UriList;
    return (answer['uri-list'] ?? []).map(() => subject);
  });
  return (await Promise.all(lists)).flat();
};

interface UriList {
  readonly 'uri-list'?: readonly object[];
}

const plain = (text: string): string =>
  text
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '#')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '#')
    .replaceAll(/\b(drift|hours-start|hours-stop)-\d+/g, '$1-#') // an instant
    .replaceAll(/\b[A-Z][a-z]{2} \d+ [A-Z][a-z]{2} \d\d:\d\d\b/g, '#') // one on the wall
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
