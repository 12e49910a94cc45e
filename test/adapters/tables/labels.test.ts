import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countIn } from '../../../src/adapters/tables/counters.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { recordKey } from '../../../src/adapters/tables/keys.ts';
import { labelSweep } from '../../../src/adapters/tables/labelling.ts';
import { entriesOf, labelList } from '../../../src/adapters/tables/labels.ts';
import { itemsUnder } from '../../../src/adapters/tables/query.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import type { LabelCondition, Labels } from '../../../src/domain/labels/labels.ts';
import type { PageRequest } from '../../../src/foundation/page.ts';
import type { Scope } from '../../../src/foundation/scope.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { readsDuring, readsOf } from '../../support/reads.ts';
import { deleting, deployment, noWait, settableClock, someone, uuid } from './samples.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const clock = settableClock();
const ports = (client = engine.client) => ({ client, table: engine.tables.deployments, clock, backOff: noWait });
const table = () => deployments(ports());

const first: PageRequest = { page: 0, size: 10, sort: 'createdAt', direction: 'desc' };
const all: Scope = { of: 'all' };
const scopes: readonly Scope[] = [
  all,
  { of: 'owner', owner: someone },
  { of: 'group', issuer: someone.issuer, group: 'biology' },
  { of: 'owner-in-group', owner: someone, group: 'biology' },
];

/** Each test has labels of its own. */
let run = 0;
let number = 0;
beforeEach(() => {
  run += 1;
});
const name = (label = 'team'): string => `${label}${run}`;
const labelsOf = (values: Labels): Labels =>
  Object.fromEntries(Object.entries(values).map(([label, value]) => [name(label), value]));
const made = async (labels: Labels, changes: Partial<Deployment> = {}): Promise<Deployment> => {
  number += 1;
  const one = deployment(number, { labels: labelsOf(labels), ...changes });
  await table().accept(one);
  return one;
};
const many = (count: number, value = 'v'): Labels =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`l${at}-`, value]));

const condition = (label: string, value?: string): LabelCondition => ({
  name: name(label),
  ...(value !== undefined && { value }),
});
const listed = async (...conditions: readonly LabelCondition[]) => {
  const page = await table().list(all, first, undefined, conditions);
  return { ids: page.content.map(({ id }) => id), total: page.totalElements };
};
const counted = (scope: Scope, label: LabelCondition) => countIn(ports(), labelList(scope, label).counters);
const found = async ({ id }: Deployment): Promise<Deployment> => {
  const now = await table().find(id);
  if (now === undefined) throw new Error('it is gone');
  return now;
};

/** Stops after this many transactions, as a process does that dies. */
const dying = (after: number) => {
  let sent = 0;
  const send = async (command: unknown) => {
    if ((command as object).constructor.name === 'TransactWriteCommand' && ++sent > after) throw new Error('died');
    return engine.client.send(command as never);
  };
  return Object.assign(Object.create(engine.client), { send });
};

/** All that is stored of it, but what the stream of all events tells. */
const leftOf = async (id: string) =>
  (await itemsUnder(ports(), id)).filter(({ sk }) => !String(sk).startsWith('stream#'));

describe('a list by label', () => {
  it('has those with the name, or with the value, of every scope, newest first and exactly counted', async () => {
    const [one, two] = [await made({ team: 'a' }), await made({ team: 'b', stage: 'test' })];
    expect(await listed(condition('team'))).toEqual({ ids: [two.id, one.id], total: 2 });
    expect(await listed(condition('team', 'a'))).toEqual({ ids: [one.id], total: 1 });
    expect(await listed(condition('team', 'c'))).toEqual({ ids: [], total: 0 });
    for (const scope of scopes) {
      const page = await table().list(scope, first, undefined, [condition('team')]);
      expect([page.content.length, page.totalElements]).toEqual([2, 2]);
    }
  });

  it('has those with all of several labels, and those that another filter keeps', async () => {
    const [one, two] = [await made({ team: 'a', stage: 'x' }), await made({ team: 'a', stage: 'y' })];
    expect(await listed(condition('team', 'a'), condition('stage', 'y'))).toEqual({ ids: [two.id], total: 1 });
    const page = await table().list(all, first, ({ id }) => id === one.id, [condition('team')]);
    expect(page.content.map(({ id }) => id)).toEqual([one.id]);
    const changed = await table().list(all, { ...first, sort: 'updatedAt' }, undefined, [condition('team')]);
    expect(changed.content.map(({ id }) => id)).toEqual([two.id, one.id]);
  });

  it('leads on by cursor, and from a number of a page', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) ids.unshift((await made({ team: 'a' })).id);
    const two = { ...first, size: 2 };
    const start = await table().list(all, two, undefined, [condition('team')]);
    const next = await table().list(all, { ...two, page: 1, cursor: start.cursor ?? '' }, undefined, [
      condition('team'),
    ]);
    const last = await table().list(all, { ...two, page: 2 }, undefined, [condition('team')]);
    expect([start, next, last].flatMap(({ content }) => content.map(({ id }) => id))).toEqual(ids);
    expect(last).not.toHaveProperty('cursor');
  });

  it('costs as much as a list of the owner', async () => {
    for (let at = 0; at < 20; at += 1) await made({ team: 'a' });
    const reads = readsOf(engine.client);
    const { units } = await readsDuring(reads, () => table().list(all, first, undefined, [condition('team')]));
    expect(units).toBeLessThanOrEqual(14);
  });
});

describe('labels that change', () => {
  it('are counted in and out of every scope, and change nothing else', async () => {
    const one = await made({ team: 'a', stage: 'x' });
    await table().label(await found(one), labelsOf({ team: 'b', more: 'z' }));
    const now = await found(one);
    expect(now).toEqual({
      ...one,
      labels: labelsOf({ team: 'b', more: 'z' }),
      updatedAt: now.updatedAt,
      activity: now.activity,
    });
    for (const scope of scopes) {
      const of = (label: string, value?: string) => counted(scope, condition(label, value));
      expect(await Promise.all([of('team'), of('team', 'a'), of('team', 'b'), of('stage'), of('more', 'z')])).toEqual([
        1, 0, 1, 0, 1,
      ]);
    }
    await table().label(await found(one), {});
    expect(await found(one)).not.toHaveProperty('labels');
    expect(await entriesOf(ports(), one.id)).toEqual([]);
  });

  it('stay with a deployment that another operation takes over, and go with it', async () => {
    const one = await made({ team: 'a' });
    await table().supersede(one, deleting(one));
    expect(await listed(condition('team'))).toMatchObject({ total: 1 });
    await table().markRemoving(one.id, 'deletion');
    await table().remove(one.id, 'deletion');
    expect(await listed(condition('team'))).toEqual({ ids: [], total: 0 });
    expect(await leftOf(one.id)).toEqual([]);
  });

  it('of sixteen writers are those of one of them, and refused to the others', async () => {
    const one = await made({ team: 'a' });
    const values = Array.from({ length: 16 }, (_, at) => `w${at}`);
    const outcomes = await Promise.allSettled(values.map((value) => table().label(one, labelsOf({ team: value }))));
    const won = values.filter((_, at) => outcomes[at]?.status === 'fulfilled');
    expect((await found(one)).labels).toEqual(labelsOf({ team: won[0] ?? 'nobody' }));
    expect(won).toHaveLength(1);
    expect(await listed(condition('team'))).toEqual({ ids: [one.id], total: 1 });
    const sums = await Promise.all(['a', ...values].map((value) => counted(all, condition('team', value))));
    expect(sums.reduce((sum, each) => sum + each, 0)).toBe(1);
  });
});

describe('forty labels', () => {
  it('are all there after the call, and all go with the deployment', async () => {
    const one = await made(many(40));
    expect(await entriesOf(ports(), one.id)).toHaveLength(80);
    await table().label(await found(one), labelsOf(many(40, 'other')));
    expect(await listed(condition('l39-', 'other'))).toEqual({ ids: [one.id], total: 1 });
    expect(await listed(condition('l39-', 'v'))).toEqual({ ids: [], total: 0 });
    expect(await labelSweep(ports()).due(new Date(clock.now().getTime() + 3_600_000), 100)).not.toContain(one.id);
    await table().remove(one.id, one.operation.id);
    expect(await leftOf(one.id)).toEqual([]);
    expect(await counted(all, condition('l0-'))).toBe(0);
  });

  it.each([1, 2, 3, 4])('are completed by the sweep if the process dies after %i transactions', async (after) => {
    const one = await made({ team: 'a' });
    const wanted = labelsOf(many(40));
    await deployments(ports(dying(after)))
      .label(one, wanted)
      .catch(() => undefined);
    expect((await found(one)).labels).toEqual(wanted);
    const sweep = labelSweep(ports());
    expect(await sweep.due(clock.now(), 100)).not.toContain(one.id);
    const due = await sweep.due(new Date(clock.now().getTime() + 3_600_000), 100);
    expect(due).toContain(one.id);
    await sweep.complete(one.id);
    expect(await sweep.due(new Date(clock.now().getTime() + 3_600_000), 100)).not.toContain(one.id);
    expect(await entriesOf(ports(), one.id)).toHaveLength(80);
    for (const scope of scopes) expect(await counted(scope, condition('l7-', 'v'))).toBe(1);
    expect(await counted(all, condition('team'))).toBe(0);
  });

  it('leave nothing where the process dies while they are removed, and the removal is repeated', async () => {
    const one = await made(many(40));
    await table().supersede(one, deleting(one));
    await table().markRemoving(one.id, 'deletion');
    for (const after of [0, 1, 3])
      await expect(deployments(ports(dying(after))).remove(one.id, 'deletion')).rejects.toThrow('died');
    await table().remove(one.id, 'deletion');
    expect(await leftOf(one.id)).toEqual([]);
    expect(await counted(all, condition('l0-'))).toBe(0);
  });

  it('can change again before they are complete', async () => {
    const one = await made({ team: 'a' });
    await deployments(ports(dying(2)))
      .label(one, labelsOf(many(40)))
      .catch(() => undefined);
    await table().label(await found(one), labelsOf({ team: 'c' }));
    expect(await listed(condition('team'))).toEqual({ ids: [one.id], total: 1 });
    expect(await entriesOf(ports(), one.id)).toHaveLength(2);
    expect(await counted(all, condition('l0-'))).toBe(0);
  });
});

it('a list leaves out a deployment whose record says otherwise', async () => {
  const one = await made({ team: 'a' });
  const { client, table: TableName } = ports();
  await client.send(
    new UpdateCommand({
      ...{ TableName, Key: recordKey(one.id), UpdateExpression: 'SET #d.#l = :none' },
      ExpressionAttributeNames: { '#d': 'deployment', '#l': 'labels' },
      ExpressionAttributeValues: { ':none': {} },
    }),
  );
  expect((await listed(condition('team'))).ids).toEqual([]);
  expect(uuid(number)).toBe(one.id);
});
