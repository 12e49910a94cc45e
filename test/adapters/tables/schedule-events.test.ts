import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countIn } from '../../../src/adapters/tables/counters.ts';
import { scheduleEvents } from '../../../src/adapters/tables/schedule-events.ts';
import { eventsOf } from '../../../src/adapters/tables/schedule-keys.ts';
import type { ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { NotFoundError } from '../../../src/foundation/errors.ts';
import type { PageRequest } from '../../../src/foundation/page.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { meanwhile } from './meanwhile.ts';
import { instant, noWait, settableClock, uuid } from './samples.ts';

let engine: Engine;
const clock = settableClock();
const ports = () => ({
  ...{ client: engine.client, table: engine.tables.scheduleEvents, deployments: engine.tables.deployments },
  ...{ clock, backOff: noWait },
});
const table = () => scheduleEvents(ports());
const oldest: PageRequest = { page: 0, size: 100, sort: 'createdAt', direction: 'asc' };

beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());

const event = (scheduleId: string, number: number, changes: Partial<ScheduleEvent> = {}): ScheduleEvent => ({
  ...{ id: uuid(number), scheduleId, scope: 'incoming', name: `run ${number}`, replicationStatus: 'REPLICATING' },
  ...{ createdAt: instant(number), updatedAt: instant(number), deploymentId: 'd', operationId: 'o' },
  ...changes,
});
const listed = async (scheduleId: string, request: Partial<PageRequest> = {}) => {
  const { content, totalElements } = await table().list(scheduleId, { ...oldest, ...request });
  return { ids: content.map(({ id }) => id), totalElements };
};
const late = async (second: number) => (await table().notStarted(new Date(instant(second)))).map(({ id }) => id);

describe('an event', () => {
  it('is recorded once, and known from then on with whether it has started', async () => {
    const first = event('s-1', 1);
    expect(await table().find(first.id)).toBeUndefined();
    expect(await table().record(first)).toEqual({ event: first, begun: false });
    expect(await table().record({ ...first, deploymentId: 'another' })).toEqual({ event: first, begun: false });
    await table().markStarted(first.id);
    expect(await table().record(first)).toEqual({ event: first, begun: true });
    expect(await table().find(first.id)).toEqual(first);
    expect(await listed('s-1')).toEqual({ ids: [first.id], totalElements: 1 });
  });

  it('is the first one for two that record it at the same moment', async () => {
    const [mine, other] = [event('s-2', 2), event('s-2', 2, { deploymentId: 'of the other' })];
    meanwhile(engine.client, 'TransactWriteCommand', () => table().record(other));
    expect(await table().record(mine)).toEqual({ event: other, begun: false });
    expect((await listed('s-2')).totalElements).toBe(1);
  });

  it('waits to be started from its creation on', async () => {
    const { id } = event('s-3', 30);
    await table().record(event('s-3', 30));
    expect([await late(30), await late(31)]).toEqual([expect.not.arrayContaining([id]), expect.arrayContaining([id])]);
    await table().record(event('s-3', 29));
    const oldest = await table().notStarted(new Date(instant(31)), 1);
    expect(oldest).toEqual((await table().notStarted(new Date(instant(31)))).slice(0, 1));
    await table().markStarted(id);
    expect(await late(31)).not.toContain(id);
  });

  it('is changed with the time of the change', async () => {
    const before = event('s-4', 40);
    await table().record(before);
    clock.set(400);
    const after = { ...before, replicationStatus: 'STUCK', reason: 'no way', updatedAt: instant(400) };
    expect(await table().change(before.id, { replicationStatus: 'STUCK', reason: 'no way' })).toEqual(after);
    expect(await table().find(before.id)).toEqual(after);
    expect(await listed('s-4', { sort: 'updatedAt' })).toEqual({ ids: [before.id], totalElements: 1 });
  });

  it('that is gone is neither started nor changed, and does not come back', async () => {
    const changed = () => table().change(uuid(50), { replicationStatus: 'OK' });
    for (const write of [() => table().markStarted(uuid(50)), changed])
      await expect(write()).rejects.toThrow(NotFoundError);
    expect(await table().find(uuid(50))).toBeUndefined();
  });
});

describe('the events of a schedule', () => {
  it('are listed in the order of creation or of change, those of others apart', async () => {
    for (const number of [62, 60, 61]) await table().record(event('s-6', number));
    await table().record(event('s-66', 63));
    expect(await listed('s-6')).toEqual({ ids: [60, 61, 62].map(uuid), totalElements: 3 });
    expect(await listed('s-6', { size: 2, page: 1 })).toEqual({ ids: [uuid(62)], totalElements: 3 });
    clock.set(600);
    await table().change(uuid(60), { replicas: [] });
    expect((await listed('s-6', { sort: 'updatedAt' })).ids).toEqual([61, 62, 60].map(uuid));
  });

  it('are removed one by one, each counted out once', async () => {
    const [one, other] = [event('s-7', 70), event('s-7', 71)];
    for (const each of [one, other]) await table().record(each);
    await table().remove(one);
    await table().remove(one);
    expect(await listed('s-7')).toEqual({ ids: [other.id], totalElements: 1 });
  });

  it('are removed all together with their counters, however many they are, and no others', async () => {
    for (let number = 0; number < 60; number++) await table().record(event('s-8', 800 + number));
    await table().record(event('s-88', 860));
    await table().removeAll('s-8');
    await table().removeAll('s-8');
    expect(await listed('s-8')).toEqual({ ids: [], totalElements: 0 });
    expect(await table().find(uuid(800))).toBeUndefined();
    expect(await countIn(ports(), eventsOf('s-8').counters)).toBe(0);
    expect(await listed('s-88')).toEqual({ ids: [uuid(860)], totalElements: 1 });
  });
});
