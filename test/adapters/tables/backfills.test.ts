import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backfillSweepQueue, backfills } from '../../../src/adapters/tables/backfills.ts';
import type { Backfill } from '../../../src/domain/schedules/backfill.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { instant, noWait, settableClock, someone, uuid } from './samples.ts';

let engine: Engine;
const clock = settableClock();
const ports = () => ({ client: engine.client, table: engine.tables.scheduleEvents, clock, backOff: noWait });
const table = () => backfills(ports());
const queue = () => backfillSweepQueue(ports());

beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());

let made = 0;
/** One that is written, of a schedule of its own unless `changes` say otherwise; the sweep checks it from second 60 on. */
const running = async (changes: Partial<Backfill> = {}): Promise<Backfill> => {
  made += 1;
  const one: Backfill = {
    ...{ id: uuid(made), scheduleId: `schedule-${uuid(made)}`, createdBy: someone, scope: 'incoming', prefix: '' },
    ...{ createdAt: instant(0), updatedAt: instant(0), status: 'RUNNING', seen: 0, matching: 0, started: 0 },
    ...changes,
  };
  await table().create(one, new Date(instant(60)));
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
