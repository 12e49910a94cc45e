import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { startedKey } from '../../../src/adapters/tables/keys.ts';
import { type Amounts, nothing } from '../../../src/domain/quotas/amounts.ts';
import { type LimitName, limitsFor, type Quotas } from '../../../src/domain/quotas/quota.ts';
import { OperationSupersededError } from '../../../src/foundation/errors.ts';
import type { Scope } from '../../../src/foundation/scope.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { deleting, deployment, noWait, settableClock } from './samples.ts';

let engine: Engine;
let next = 0;
let owner = { issuer: 'https://issuer.example', subject: 'nobody' };
const clock = settableClock();
const ports = () => ({ client: engine.client, table: engine.tables.deployments, clock, backOff: noWait });
const table = () => deployments(ports());
const mine = (): Scope => ({ of: 'owner', owner });
const used = async () => (await table().usedBy(mine())).amounts;

beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());
beforeEach(() => {
  owner = { issuer: 'https://issuer.example', subject: `user-${next}` };
});

const accepted = async () => {
  const one = deployment(next++, { createdBy: owner });
  await table().accept(one);
  return one;
};

const amounts = (some: Partial<Amounts>): Amounts => ({ ...nothing, ...some });
const use = (some: Partial<Amounts>, starts = 0) => ({ running: amounts(some), starts });

const reserving = (quotas: Quotas) => (one: Awaited<ReturnType<typeof accepted>>, wanted: ReturnType<typeof use>) =>
  table().reserveUse(one, one.operation.id, wanted, limitsFor(quotas, one));

/** Lets the transaction take effect, and loses its answer; or none of it. */
const losing = async (isWritten: boolean, run: () => Promise<unknown>) => {
  const original = engine.client.send.bind(engine.client);
  let isLost = false;
  Object.assign(engine.client, {
    send: async (command: object) => {
      if (!(command instanceof TransactWriteCommand) || isLost) return original(command as never);
      isLost = true;
      if (isWritten) await original(command as never);
      throw new Error('the process died');
    },
  });
  try {
    await expect(run()).rejects.toThrow('died');
  } finally {
    Object.assign(engine.client, { send: original });
  }
};

describe('what deployments use', () => {
  // of each limit: what sixteen want, and how much of it there is of five of them
  it.each<[LimitName, ReturnType<typeof use>, number, Partial<Amounts>]>([
    ['machines', use({ machines: 2 }), 10, { machines: 10 }],
    ['cpus', use({ cpus: 2000 }), 10, { cpus: 10_000 }],
    ['memoryGb', use({ memory: 2500 }), 12.5, { memory: 12_500 }],
    ['diskGb', use({ disk: 20_000 }), 100, { disk: 100_000 }],
    ['jobs', use({ jobs: 3 }, 3), 15, { jobs: 15 }],
    ['jobsPerDay', use({ jobs: 2 }, 2), 10, { jobs: 10 }],
    ['hourlyUsd', use({ hourly: 41_600 }), 0.208, { hourly: 208_000 }],
    // 730 hours
    ['monthlyUsd', use({ hourly: 41_600 }), 0.208 * 730, { hourly: 208_000 }],
  ])(
    'is never more than a quota of %s, with sixteen writers at once, and all of it is used',
    async (name, wanted, most, sum) => {
      const reserve = reserving({ user: { [name]: most }, group: {}, installation: {} });
      const all = await Promise.all(Array.from({ length: 16 }, accepted));
      const outcomes = await Promise.all(all.map((one) => reserve(one, wanted)));
      expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(5);
      const refused = outcomes.find((outcome) => outcome);
      expect([refused?.name, refused?.most, refused?.used]).toEqual([name, most, most]);
      expect(await used()).toEqual(amounts(sum));
      if (wanted.starts > 0) expect((await table().usedBy(mine())).startedToday).toBe(5 * wanted.starts);
    },
  );

  it('is counted in all scopes of the deployment, and refused by any of them', async () => {
    const one = await accepted();
    const groupBefore = (await table().usedBy({ of: 'group', issuer: owner.issuer, group: 'biology' })).amounts;
    expect(await reserving({ user: { cpus: 4 } })(one, use({ cpus: 4000, memory: 100 }))).toBeUndefined();
    const group = (await table().usedBy({ of: 'group', issuer: owner.issuer, group: 'biology' })).amounts;
    expect(group.cpus - groupBefore.cpus).toBe(4000);
    const other = await accepted();
    const most = group.memory / 1000;
    const refused = await reserving({ groups: { biology: { memoryGb: most } } })(other, use({ memory: 1 }));
    expect(refused).toMatchObject({ name: 'memoryGb', scope: { of: 'group', group: 'biology' } });
    expect((await used()).memory).toBe(100);
  });

  it('grows before an update, by what is more, and shrinks after it', async () => {
    const one = await accepted();
    const reserve = reserving({ user: { machines: 3, cpus: 8 } });
    expect(await reserve(one, use({ machines: 2, cpus: 8000 }))).toBeUndefined();
    expect(await reserve(one, use({ machines: 3, cpus: 2000 }))).toBeUndefined();
    expect(await used()).toMatchObject({ machines: 3, cpus: 8000 });
    expect(await reserve(one, use({ machines: 4 }))).toMatchObject({ name: 'machines', used: 3, needed: 1 });
    await table().settleUse(one.id, one.operation.id, amounts({ machines: 3, cpus: 2000 }));
    expect(await used()).toMatchObject({ machines: 3, cpus: 2000 });
  });

  it('may become less while there is more than a quota allows', async () => {
    const one = await accepted();
    await reserving({})(one, use({ cpus: 9000, disk: 5 }));
    expect(await reserving({ user: { cpus: 1 } })(one, use({ cpus: 8000, disk: 6 }))).toBeUndefined();
  });

  it('is counted once, wherever a process dies', async () => {
    const one = await accepted();
    const reserve = () => reserving({ user: { cpus: 3 } })(one, use({ cpus: 3000, jobs: 2 }, 2));
    for (const isWritten of [false, true]) await losing(isWritten, reserve);
    expect(await reserve()).toBeUndefined();
    expect(await used()).toMatchObject({ cpus: 3000, jobs: 2 });
    expect((await table().usedBy(mine())).startedToday).toBe(2);
    const settle = () => table().settleUse(one.id, one.operation.id, amounts({ cpus: 1000 }));
    for (const isWritten of [false, true]) await losing(isWritten, settle);
    await settle();
    expect(await used()).toMatchObject({ cpus: 1000, jobs: 0 });
  });

  it('is given back with the record, once, also what is counted meanwhile', async () => {
    const one = await accepted();
    const reserve = reserving({ user: { cpus: 100 } });
    await reserve(one, use({ cpus: 3000 }));
    const original = engine.client.send.bind(engine.client);
    let isCounted = false;
    Object.assign(engine.client, {
      send: async (command: object) => {
        if (command instanceof TransactWriteCommand && !isCounted) {
          isCounted = true;
          await reserve(one, use({ cpus: 5000 }));
        }
        return original(command as never);
      },
    });
    await table().remove(one.id, one.operation.id);
    Object.assign(engine.client, { send: original });
    expect(isCounted).toBe(true);
    expect(await used()).toEqual(nothing);
    await table().remove(one.id, one.operation.id);
    expect(await used()).toEqual(nothing);
  });

  it('is counted by the operation that owns the deployment only', async () => {
    const one = await accepted();
    await table().supersede(one, deleting(one));
    await expect(reserving({})(one, use({ cpus: 1 }))).rejects.toThrow(OperationSupersededError);
    await expect(table().settleUse(one.id, one.operation.id, nothing)).rejects.toThrow(OperationSupersededError);
    expect(await used()).toEqual(nothing);
  });

  it('stays counted when another operation takes the deployment over', async () => {
    const one = await accepted();
    await reserving({})(one, use({ cpus: 1000 }));
    await table().supersede(one, deleting(one));
    expect((await table().find(one.id))?.uses).toMatchObject({ amounts: { cpus: 1000 } });
    await table().remove(one.id, 'deletion');
    expect(await used()).toEqual(nothing);
  });

  it('has jobs of each day, whose counter expires', async () => {
    const reserve = reserving({ user: { jobsPerDay: 3 } });
    expect(await reserve(await accepted(), use({ jobs: 2 }, 2))).toBeUndefined();
    const late = await accepted();
    expect(await reserve(late, use({ jobs: 2 }, 2))).toMatchObject({ name: 'jobsPerDay', used: 2, needed: 2 });
    const day = clock.now().toISOString().slice(0, 10);
    const Key = startedKey(mine(), day);
    const { Item } = await engine.client.send(new GetCommand({ TableName: engine.tables.deployments, Key }));
    expect(Number(Item?.['expiresAt'])).toBeGreaterThan(clock.now().getTime() / 1000 + 24 * 3600);
    clock.set(24 * 3600);
    expect(await reserve(late, use({ jobs: 2 }, 2))).toBeUndefined();
  });
});
