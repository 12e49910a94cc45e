import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backfillSweepQueue, backfills } from '../../../src/adapters/tables/backfills.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import type { Bound } from '../../../src/domain/quotas/quota.ts';
import type { Backfill } from '../../../src/domain/schedules/backfill.ts';
import type { Scope } from '../../../src/foundation/scope.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { instant, noWait, settableClock, someone, uuid } from './samples.ts';

let engine: Engine;
const clock = settableClock();
const ports = () => ({
  ...{ client: engine.client, table: engine.tables.scheduleEvents, deployments: engine.tables.deployments },
  ...{ clock, backOff: noWait },
});
const table = () => backfills(ports());
const queue = () => backfillSweepQueue(ports());

beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());

let made = 0;
/** One that is written, of a schedule of its own unless `changes` say otherwise; the sweep checks it from second 60 on. */
const running = async (changes: Partial<Backfill> = {}, bounds: readonly Bound[] = []): Promise<Backfill> => {
  made += 1;
  const one: Backfill = {
    ...{ id: uuid(made), scheduleId: `schedule-${uuid(made)}`, createdBy: someone, scope: 'incoming', prefix: '' },
    ...{ createdAt: instant(0), updatedAt: instant(0), status: 'RUNNING', seen: 0, matching: 0, started: 0 },
    ...changes,
  };
  await table().create(one, new Date(instant(60)), bounds);
  return one;
};
const found = ({ scheduleId, id }: Backfill) => table().find(scheduleId, id);
const isDueAt = async (second: number, { id }: Backfill) =>
  (await queue().due(new Date(instant(second)), 1_000)).some((one) => one.id === id);

describe('a backfill', () => {
  it('is given back as it was written, and only under its schedule', async () => {
    const one = await running({ prefix: 'run-', after: 'run-1', interrupted: { times: 1, by: 'x' } });
    expect(await found(one)).toEqual(one);
    expect(await table().find('another', one.id)).toBeUndefined();
    expect(await table().find(one.scheduleId, uuid(9_999))).toBeUndefined();
  });

  it('is listed with the others of its schedule, the newest first', async () => {
    const first = await running();
    const second = await running({ scheduleId: first.scheduleId });
    await running();
    expect(await table().list(first.scheduleId)).toEqual([second, first]);
    expect(await table().list('another')).toEqual([]);
  });

  it('is not written over by a repeat of its request', async () => {
    const one = await running();
    const further = await table().change(one, { after: 'a', seen: 1 });
    await table().create(one, new Date(instant(0)));
    expect(await found(one)).toEqual(further);
    expect(await isDueAt(60, one)).toBe(false);
  });

  it('goes on page by page, and keeps what a page does not change', async () => {
    const one = await running();
    clock.set(5);
    const further = await table().change(one, { after: 'b', seen: 1000, matching: 2, started: 1 });
    const expected = { ...one, after: 'b', seen: 1000, matching: 2, started: 1, updatedAt: instant(5) };
    expect([further, await found(one)]).toEqual([expected, expected]);
    expect(await isDueAt(61, one)).toBe(true);
  });

  it.each<[string, (one: Backfill) => Promise<unknown>]>([
    ['another process has gone further', (one) => table().change(one, { after: 'b' })],
    ['another process has resumed it', (one) => table().change(one, { interrupted: { times: 1, by: 'x' } })],
    ['it was stopped', (one) => table().end(one, 'STOPPED', 'a user stopped it')],
    ['it is gone', (one) => table().remove(one)],
  ])('is not changed where %s', async (_, happens) => {
    const one = await running();
    await happens(one);
    const before = await found(one);
    await expect(table().change(one, { seen: 7 })).rejects.toMatchObject({
      ...{ name: 'ConflictError', message: `backfill ${one.id} was changed meanwhile, or is gone` },
    });
    expect(await found(one)).toEqual(before);
  });

  it('ends once: the first reason stays', async () => {
    const one = await running();
    clock.set(9);
    await table().end(one, 'FAILED', 'the bucket is gone');
    await table().end(one, 'STOPPED', 'a user stopped it');
    expect(await found(one)).toEqual({
      ...{ ...one, status: 'FAILED', statusReason: 'the bucket is gone', updatedAt: instant(9) },
    });
  });

  it('may be gone when it is ended or removed, and is not made again', async () => {
    const one = await running();
    await table().remove(one);
    await table().remove(one);
    await table().end(one, 'STOPPED', 'a user stopped it');
    expect(await found(one)).toBeUndefined();
  });
});

describe('a quota of backfills a day', () => {
  const of = (subject: string): Scope => ({ of: 'owner', owner: { ...someone, subject } });
  const today = async (scope: Scope) =>
    (await deployments({ ...ports(), table: engine.tables.deployments }).usedBy(scope)).backfillsToday;

  it('is never exceeded, though sixteen begin at once', async () => {
    const [scope, group] = [of('sixteen'), { of: 'group', issuer: someone.issuer, group: 'sixteen' } as const];
    const bounds = [
      { scope, most: 5 },
      { scope: group, most: 7 },
    ];
    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => running({}, bounds)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const one of outcomes)
      if (one.status === 'rejected')
        expect(String(one.reason)).toMatch(
          /owner of the schedule may have 5 backfills a day .UTC., 5 were .* 0 are left/,
        );
    expect([await today(scope), await today(group)]).toEqual([5, 5]);
  });

  it('counts nothing of one that is refused, or is there already, and names the quota that is reached', async () => {
    const [mine, group] = [of('second'), { of: 'group', issuer: someone.issuer, group: 'physics' } as const];
    const bounds = [
      { scope: mine, most: 9 },
      { scope: group, most: 1 },
    ];
    const one = await running({}, bounds);
    await table().create(one, new Date(instant(60)), bounds);
    await expect(running({ scheduleId: one.scheduleId }, bounds)).rejects.toThrow(
      'the group "physics" may have 1 backfills',
    );
    expect(await table().list(one.scheduleId)).toEqual([one]);
    expect(await today(mine)).toBe(1);
    await expect(running({}, [{ scope: of('nobody'), most: 0 }])).rejects.toThrow(/may have 0 .* 0 are left/);
  });

  it('begins anew on the next day, and counts those that have ended', async () => {
    const scope = of('third');
    const one = await running({}, [{ scope, most: 1 }]);
    await table().end(one, 'STOPPED', 'by a request');
    await table().remove(one);
    await expect(running({}, [{ scope, most: 1 }])).rejects.toThrow('1 were started today');
    clock.set(86_400);
    await running({}, [{ scope, most: 1 }]);
    clock.set(0);
  });
});

describe('the sweep of backfills', () => {
  it('finds one after its first check, and moves the check', async () => {
    const one = await running();
    expect([await isDueAt(60, one), await isDueAt(61, one)]).toEqual([false, true]);
    await queue().setNextCheck(one, new Date(instant(3_600)));
    expect([await isDueAt(3_600, one), await isDueAt(3_601, one)]).toEqual([false, true]);
    await queue().setNextCheck(one, undefined);
    expect(await isDueAt(99_999, one)).toBe(false);
  });

  it('gives what is stored, and at most as many as it is asked for', async () => {
    const [one] = [await running(), await running()];
    expect(await queue().due(new Date(instant(61)), 1)).toHaveLength(1);
    expect(await queue().due(new Date(instant(61)), 1_000)).toContainEqual(one);
  });

  it.each<[string, (one: Backfill) => Promise<unknown>]>([
    ['complete', (one) => table().change(one, { status: 'COMPLETE' })],
    ['stopped', (one) => table().end(one, 'STOPPED', 'a user stopped it')],
  ])('finds none that is %s, and takes it in no more', async (_, ends) => {
    const one = await running();
    await ends(one);
    expect(await isDueAt(99_999, one)).toBe(false);
    await queue().setNextCheck(one, new Date(instant(60)));
    expect(await isDueAt(99_999, one)).toBe(false);
  });
});
