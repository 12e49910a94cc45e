import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countIn } from '../../../src/adapters/tables/counters.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { countKey } from '../../../src/adapters/tables/keys.ts';
import { labelSweep } from '../../../src/adapters/tables/labelling.ts';
import { labelList } from '../../../src/adapters/tables/labels.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import type { Labels } from '../../../src/domain/labels/labels.ts';
import { nothing } from '../../../src/domain/quotas/amounts.ts';
import { limitsFor } from '../../../src/domain/quotas/quota.ts';
import type { PageRequest } from '../../../src/foundation/page.ts';
import type { Scope } from '../../../src/foundation/scope.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { deleting, deployment, instant, noWait, settableClock, someone } from './samples.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());

const clock = settableClock(500);
const ports = (client = engine.client) => ({ client, table: engine.tables.deployments, clock, backOff: noWait });
const table = (client = engine.client) => deployments(ports(client));

/** Each test has people of its own. */
let run = 0;
let number = 0;
beforeEach(() => {
  run += 1;
});
const person = (name: string) => ({ ...someone, subject: `${name}-${run}` });
const labels = (count: number): Labels =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`l${at}-${run}`, 'v']));

const made = async (more: Partial<Deployment> = {}): Promise<Deployment> => {
  number += 1;
  const one = deployment(number, { createdBy: person('olga'), status: 'CREATE_COMPLETE', ...more });
  await table().accept(one);
  return found(one);
};
const found = async ({ id }: Pick<Deployment, 'id'>): Promise<Deployment> => {
  const now = await table().find(id);
  if (now === undefined) throw new Error('it is gone');
  return now;
};
const to = (name: string, id = `request-${run}`) => ({
  owner: person(name),
  transferred: { id, from: person('olga'), at: instant(1) },
});

const first: PageRequest = { page: 0, size: 50, sort: 'createdAt', direction: 'desc' };
const of = (name: string): readonly Scope[] => [
  { of: 'owner', owner: person(name) },
  { of: 'owner-in-group', owner: person(name), group: 'biology' },
];
/** What each list of a person has, and what it counts; also by its first label. */
const lists = async (name: string) =>
  Promise.all(
    of(name).map(async (scope) => {
      const all = await table().list(scope, first);
      const label = { name: `l0-${run}` };
      const labelled = await table().list(scope, first, undefined, [label]);
      return [
        all.content.length,
        await countIn(ports(), countKey(scope)),
        labelled.content.length,
        await countIn(ports(), labelList(scope, label).counters),
      ];
    }),
  );
const none = [0, 0, 0, 0];

/** Stops after this many transactions, as a process does that dies; `answered`: the last one takes effect. */
const dying = (after: number, isWritten = false) => {
  let sent = 0;
  const send = async (command: unknown) => {
    const isTransaction = (command as object).constructor.name === 'TransactWriteCommand';
    if (isTransaction && ++sent > after) {
      if (isWritten) await engine.client.send(command as never);
      throw new Error('died');
    }
    return engine.client.send(command as never);
  };
  return Object.assign(Object.create(engine.client), { send });
};

describe('a deployment that is given away', () => {
  it('is in the lists and counters of its new owner alone, with its labels, and keeps its place', async () => {
    const one = await made({ labels: labels(2), origin: { serviceUrl: 'https://a', email: 'olga@example.org' } });
    await table().setTransfer(one, { by: person('olga'), since: instant(1), expiresAt: instant(9) });
    expect(await table().transferTo(await found(one), { ...to('mia'), email: 'mia@example.org' }, {})).toBe(true);
    expect(await Promise.all([lists('olga'), lists('mia')])).toEqual([
      [none, none],
      [
        [1, 1, 1, 1],
        [1, 1, 1, 1],
      ],
    ]);
    const { callback: _, ...kept } = one;
    const now = await found(one);
    expect(now).toEqual({
      ...{ ...kept, createdBy: person('mia'), transferred: to('mia').transferred, updatedAt: now.updatedAt },
      origin: { serviceUrl: 'https://a', email: 'mia@example.org' },
    });
  });

  it('has all of forty labels in the lists of its new owner', async () => {
    const one = await made({ labels: labels(40) });
    expect(await table().transferTo(one, to('mia'), {})).toBe(true);
    for (const scope of [...of('olga'), ...of('mia')]) {
      const counted = Object.keys(labels(40)).map((name) => countIn(ports(), labelList(scope, { name }).counters));
      const is = scope.of !== 'all' && 'owner' in scope && scope.owner.subject === person('mia').subject ? 1 : 0;
      expect(await Promise.all(counted)).toEqual(Array.from({ length: 40 }, () => is));
    }
  });

  it.each([1, 2, 3])('is found whole by the sweep when the process dies after %i transactions', async (after) => {
    const one = await made({ labels: labels(40) });
    await expect(table(dying(after)).transferTo(one, to('mia'), {})).rejects.toThrow('died');
    expect((await found(one)).createdBy).toEqual(person('mia'));
    for (const [all, , labelled] of await lists('olga')) expect([all, labelled]).toEqual([0, 0]);
    clock.set(5_000);
    const sweep = labelSweep(ports());
    expect(await sweep.due(clock.now(), 1_000)).toContain(one.id);
    await sweep.complete(one.id);
    clock.set(500);
    expect(await lists('olga')).toEqual([none, none]);
    expect(await lists('mia')).toEqual([
      [1, 1, 1, 1],
      [1, 1, 1, 1],
    ]);
  });

  it('is removed with every entry, and counted out, when it is deleted before that', async () => {
    const one = await made({ labels: labels(40) });
    await expect(table(dying(1)).transferTo(one, to('mia'), {})).rejects.toThrow('died');
    const now = await found(one);
    await table().supersede(now, deleting(now));
    await table().remove(one.id, 'deletion');
    expect(await Promise.all([lists('olga'), lists('mia')])).toEqual([
      [none, none],
      [none, none],
    ]);
    const all = Object.keys(labels(40)).map((name) => countIn(ports(), labelList({ of: 'all' }, { name }).counters));
    expect(new Set(await Promise.all(all))).toEqual(new Set([0]));
  });

  it('is given once when the answer is lost and the request comes again', async () => {
    const one = await made({ labels: labels(1) });
    await expect(table(dying(0, true)).transferTo(one, to('mia'), {})).rejects.toThrow('died');
    expect(await table().transferTo(one, to('mia'), {})).toBe(true);
    expect(await lists('mia')).toEqual([
      [1, 1, 1, 1],
      [1, 1, 1, 1],
    ]);
  });

  it('changes nothing when the process dies before', async () => {
    const one = await made({ labels: labels(1) });
    await expect(table(dying(0)).transferTo(one, to('mia'), {})).rejects.toThrow('died');
    expect(await found(one)).toEqual(one);
    expect(await lists('mia')).toEqual([none, none]);
  });
});

describe('what is asked at once', () => {
  it('gives it to one of sixteen', async () => {
    const one = await made({ labels: labels(1) });
    const people = Array.from({ length: 16 }, (_, at) => `p${at}`);
    const given = await Promise.all(people.map((name) => table().transferTo(one, to(name, name), {})));
    expect(given.filter(Boolean)).toHaveLength(1);
    const winner = people[given.indexOf(true)] ?? '';
    expect((await found(one)).createdBy).toEqual(person(winner));
    for (const name of ['olga', ...people])
      expect(await lists(name), name).toEqual(
        name === winner
          ? [
              [1, 1, 1, 1],
              [1, 1, 1, 1],
            ]
          : [none, none],
      );
  });

  it('is either given or being deleted, never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const one = await made();
      const deletion = table().supersede(one, deleting(one, `deletion-${one.id}`));
      const [given, deleted] = await Promise.allSettled([table().transferTo(one, to('mia'), {}), deletion]);
      const isGiven = given.status === 'fulfilled' && given.value;
      expect(isGiven).toBe(deleted.status === 'rejected');
      const now = await found(one);
      expect([now.createdBy, now.status]).toEqual(
        isGiven ? [person('mia'), 'CREATE_COMPLETE'] : [person('olga'), 'DELETE_IN_PROGRESS'],
      );
    }
  });
});

describe('the quotas of the new owner', () => {
  const using = { ...nothing, machines: 3, cpus: 4_000 };
  const used = async (name: string) => (await table().usedBy({ of: 'owner', owner: person(name) })).amounts;
  const inUse = async () => {
    const one = await made();
    const { id } = one.operation;
    await table().reserveUse(one, id, { running: using, starts: 0 }, limitsFor({}, one));
    return found(one);
  };

  it('count what it uses from then on, and those of the owner before no more', async () => {
    const one = await inUse();
    expect(await table().transferTo(one, to('mia'), { machines: 3, deployments: 1 })).toBe(true);
    expect([await used('olga'), await used('mia')]).toEqual([nothing, using]);
    const now = await found(one);
    await table().settleUse(one.id, one.operation.id, { ...nothing, machines: 1 });
    expect([await used('olga'), await used('mia')]).toEqual([nothing, { ...nothing, machines: 1 }]);
    expect(now.uses?.version).toBe((one.uses?.version ?? 0) + 1);
  });

  it.each([
    ['deployments', { deployments: 0 }],
    ['what is used', { machines: 2 }],
  ])('refuse what is more than they allow, of %s', async (_, limits) => {
    const one = await inUse();
    await expect(table().transferTo(one, to('mia'), limits)).rejects.toThrow('the quota is reached: you may have');
    expect(await found(one)).toEqual(one);
    expect([await used('olga'), await used('mia')]).toEqual([using, nothing]);
  });

  it('are never exceeded by sixteen that are accepted at once', async () => {
    const all = await Promise.all(Array.from({ length: 16 }, () => inUse()));
    const limits = { deployments: 5, machines: 9 };
    const given = await Promise.allSettled(all.map((one, at) => table().transferTo(one, to('mia', `r${at}`), limits)));
    const count = given.filter(({ status }) => status === 'fulfilled').length;
    expect(count).toBe(3); // of three machines each
    expect(await used('mia')).toEqual({ ...nothing, machines: 9, cpus: 12_000 });
    expect((await lists('mia'))[0]?.[1]).toBe(3);
  });

  it('see what another process counts for it meanwhile', async () => {
    const one = await inUse();
    await table().settleUse(one.id, one.operation.id, nothing);
    expect(await table().transferTo(one, to('mia'), {})).toBe(false);
  });
});
