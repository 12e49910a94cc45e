import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scheduleIndex } from '../../../src/adapters/tables/schedule-index.ts';
import { schedules } from '../../../src/adapters/tables/schedules.ts';
import type { Schedule } from '../../../src/domain/schedules/schedule.ts';
import { ConflictError } from '../../../src/foundation/errors.ts';
import type { PageRequest } from '../../../src/foundation/page.ts';
import type { Scope } from '../../../src/foundation/scope.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { meanwhile } from './meanwhile.ts';
import { instant, noWait, settableClock, someone, uuid } from './samples.ts';

let engine: Engine;
const clock = settableClock();
const ports = () => ({
  ...{ client: engine.client, table: engine.tables.schedules, deployments: engine.tables.deployments },
  ...{ clock, backOff: noWait },
});
const table = () => schedules(ports());
const oldest: PageRequest = { page: 0, size: 10, sort: 'createdAt', direction: 'asc' };

beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());

/** Each under an owner of its own, so that the lists of the tests do not mix. */
const schedule = (number: number, changes: Partial<Schedule> = {}): Schedule => ({
  id: uuid(number),
  createdAt: instant(number),
  updatedAt: instant(number),
  createdBy: { ...someone, subject: `owner ${number}` },
  reader: { groups: ['physics'], isAdministrator: false },
  status: 'RUNNING',
  fileExpression: `incoming:${number}/.*`,
  replicationExpression: '*',
  numberOfReplicas: 1,
  parameters: {},
  limits: { providerTimeoutMins: 60, keepLastAttempt: false },
  ...changes,
});
const created = async (number: number, changes: Partial<Schedule> = {}): Promise<Schedule> => {
  const made = schedule(number, changes);
  await table().create(made, [`fragment ${number}`]);
  return made;
};
const ofOwner = ({ createdBy }: Schedule): Scope => ({ of: 'owner', owner: createdBy });
const listed = async (scope: Scope, request: Partial<PageRequest> = {}) => {
  const { content, totalElements } = await table().list(scope, { ...oldest, ...request });
  return { ids: content.map(({ id }) => id), totalElements };
};
const nothing = { ids: [], totalElements: 0 };
const filedUnder = async (...fragments: string[]) =>
  (await scheduleIndex(ports()).candidates(fragments)).map(({ id }) => id);
/** Every item that names the schedule, but for counters. */
const left = async (id: string): Promise<readonly string[]> => {
  const { Items = [] } = await engine.client.send(new ScanCommand({ TableName: engine.tables.schedules }));
  return Items.filter(({ pk, sk }) => pk === id || sk === id).map(({ pk, sk }) => (pk === id ? sk : pk));
};

describe('a new schedule', () => {
  it('is given back as it was written, to the last field', async () => {
    const parameters = { 'a.b': [1e300, null, { '': 'empty name' }] };
    const origin = { publicBaseUrl: 'https://example.org' } as unknown as Schedule['origin'];
    const made = await created(1, { parameters, ...(origin && { origin }) });
    expect(await table().find(made.id)).toStrictEqual(made);
  });

  it('is not found before', async () => {
    expect(await table().find(uuid(99))).toBeUndefined();
  });

  it('does not replace one with its id, and is not counted then', async () => {
    const made = await created(2);
    const other = { ...made, createdBy: { ...someone, subject: 'another' } };
    await expect(table().create(other, [])).rejects.toThrow(ConflictError);
    expect(await table().find(made.id)).toEqual(made);
    expect(await listed(ofOwner(other))).toEqual(nothing);
  });
});

describe('a list of schedules', () => {
  const owner = { ...someone, subject: 'of the group' };
  const group = 'biology';
  const scopes: readonly [string, Scope][] = [
    ['its owner', { of: 'owner', owner }],
    ['its group', { of: 'group', group, issuer: owner.issuer }],
    ['its owner in its group', { of: 'owner-in-group', owner, group }],
    ['all', { of: 'all' }],
  ];

  it.each(scopes)('of %s shows it, counted once', async (_, scope) => {
    const before = await listed(scope);
    const made = await created(10 + scopes.findIndex(([, one]) => one === scope), {
      createdBy: owner,
      userGroup: group,
    });
    const after = await listed(scope);
    expect(after.ids).toEqual([...before.ids, made.id]);
    expect(after.totalElements).toBe(before.totalElements + 1);
    await table().remove(made);
    expect(await listed(scope)).toEqual(before);
  });

  it.each<[string, Scope]>([
    ['another owner', { of: 'owner', owner: someone }],
    ['another group', { of: 'group', group: 'physics', issuer: owner.issuer }],
    ['the group of this name at another issuer', { of: 'group', group, issuer: 'https://other.example.org/' }],
    ['another owner in its group', { of: 'owner-in-group', owner: someone, group }],
    ['its owner in another group', { of: 'owner-in-group', owner, group: 'physics' }],
  ])('of %s does not', async (_, scope) => {
    const made = await created(15, { createdBy: owner, userGroup: group });
    expect(await listed(scope)).toEqual(nothing);
    await table().remove(made);
  });

  it('of a group shows none without a group', async () => {
    const made = await created(16, { createdBy: owner });
    expect(await listed({ of: 'group', group, issuer: owner.issuer })).toEqual(nothing);
    expect(await left(made.id)).toEqual(expect.not.arrayContaining(['group', 'owner-in-group']));
    await table().remove(made);
  });

  it.each(scopes)('of %s goes by the last change where that is asked for', async (_, scope) => {
    const [first, second] = [
      await created(17, { createdBy: owner, userGroup: group }),
      await created(18, { createdBy: owner, userGroup: group }),
    ];
    clock.set(50);
    await table().setStatus(first, 'SUSPENDED', []);
    const { ids } = await listed(scope, { sort: 'updatedAt' });
    expect(ids.filter((id) => id === first.id || id === second.id)).toEqual([second.id, first.id]);
    for (const one of [first, second]) await table().remove(one);
  });
});

describe('the status of a schedule', () => {
  it('is changed with the time of the change, and decides whether files find it', async () => {
    const made = await created(20);
    clock.set(100);
    const suspended = await table().setStatus(made, 'SUSPENDED', ['fragment 20']);
    expect(suspended).toStrictEqual({ ...made, status: 'SUSPENDED', updatedAt: instant(100) });
    expect(await table().find(made.id)).toStrictEqual(suspended);
    expect(await filedUnder('fragment 20')).not.toContain(made.id);
    const running = await table().setStatus(suspended, 'RUNNING', ['elsewhere']);
    expect(await filedUnder('elsewhere')).toContain(made.id);
    expect(await filedUnder('fragment 20')).not.toContain(made.id);
    await table().setStatus(running, 'RUNNING', []);
    expect(await filedUnder('anything')).toContain(made.id);
    await table().remove(made);
  });

  it.each<[string, (made: Schedule) => Partial<Schedule>]>([
    ['had another status', () => ({ status: 'SUSPENDED' })],
    ['was changed at another time', () => ({ updatedAt: instant(999) })],
    ['is being deleted', () => ({ leaving: true })],
  ])('is not changed when the schedule that was seen %s', async (_, changes) => {
    const number = 21;
    const made = await created(number);
    await expect(table().setStatus({ ...made, ...changes(made) }, 'SUSPENDED', [])).rejects.toThrow(ConflictError);
    expect(await table().find(made.id)).toStrictEqual(made);
    expect(await filedUnder(`fragment ${number}`)).toContain(made.id);
    await table().remove(made);
  });

  it('is not changed when another change comes between', async () => {
    const made = await created(22);
    clock.set(200);
    meanwhile(engine.client, 'TransactWriteCommand', () => table().setStatus(made, 'SUSPENDED', []));
    await expect(table().setStatus(made, 'RUNNING', ['elsewhere'])).rejects.toThrow(ConflictError);
    expect(await table().find(made.id)).toMatchObject({ status: 'SUSPENDED' });
    expect(await filedUnder('elsewhere')).not.toContain(made.id);
  });

  it('is none of a schedule that is gone, which it does not bring back', async () => {
    const gone = schedule(23);
    await expect(table().setStatus(gone, 'RUNNING', ['x'])).rejects.toThrow(ConflictError);
    expect(await table().find(gone.id)).toBeUndefined();
  });
});

describe('a schedule that is being deleted', () => {
  it('is suspended for good, and no file finds it', async () => {
    const made = await created(30);
    await table().markRemoving(made);
    const leaving = { ...made, status: 'SUSPENDED', leaving: true };
    expect(await table().find(made.id)).toEqual(leaving);
    expect(await filedUnder('fragment 30')).not.toContain(made.id);
    await table().markRemoving(made);
    expect(await table().find(made.id)).toEqual(leaving);
    expect((await listed(ofOwner(made))).ids).toEqual([made.id]);
  });

  it('may have changed since it was seen, unless that is asked for', async () => {
    const seen = await created(31);
    clock.set(300);
    const now = await table().setStatus(seen, 'SUSPENDED', []);
    await expect(table().markRemoving(seen, { onlyAsSeen: true })).rejects.toThrow(ConflictError);
    await expect(table().markRemoving({ ...now, status: 'RUNNING' }, { onlyAsSeen: true })).rejects.toThrow(
      ConflictError,
    );
    await expect(table().markRemoving({ ...now, updatedAt: instant(1) }, { onlyAsSeen: true })).rejects.toThrow(
      ConflictError,
    );
    expect(await table().find(seen.id)).toStrictEqual(now);
    await table().markRemoving(now, { onlyAsSeen: true });
    expect(await table().find(seen.id)).toMatchObject({ leaving: true });
  });

  it('is marked also when it has changed and nothing else is asked for', async () => {
    const seen = await created(32);
    await table().setStatus(seen, 'SUSPENDED', []);
    await table().markRemoving(seen);
    expect(await table().find(seen.id)).toMatchObject({ leaving: true });
  });

  it('is found under none of the fragments that a change at the same moment gives it', async () => {
    const made = await created(33);
    meanwhile(engine.client, 'TransactWriteCommand', () => table().setStatus(made, 'RUNNING', ['moved']));
    await table().markRemoving(made);
    expect(await filedUnder('fragment 33', 'moved')).not.toContain(made.id);
    expect(await table().find(made.id)).toMatchObject({ leaving: true, status: 'SUSPENDED' });
  });

  it('may be gone already', async () => {
    await table().markRemoving(schedule(34));
    await table().remove(schedule(34));
    expect(await table().find(uuid(34))).toBeUndefined();
  });
});

describe('a schedule that is removed', () => {
  it('leaves no item behind, and is counted out once', async () => {
    const made = await created(40, { userGroup: 'biology' });
    expect((await left(made.id)).toSorted()).toEqual(['fragment#fragment 40', 'group', 'owner-in-group', 'schedule']);
    await table().remove(made);
    await table().remove(made);
    expect(await left(made.id)).toEqual([]);
    expect(await listed(ofOwner(made))).toEqual(nothing);
  });

  it('is counted out once by several at the same time', async () => {
    const made = await created(41);
    await Promise.all([1, 2, 3].map(() => table().remove(made)));
    expect(await listed(ofOwner(made))).toEqual(nothing);
  });
});
