import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setScheduleStatus } from '../../src/domain/schedules/change-schedule.ts';
import { fire } from '../../src/domain/schedules/match-files.ts';
import type { Schedule } from '../../src/domain/schedules/schedule.ts';
import { ManualClock } from '../domain/deployments/world.ts';
import { type World, worldOver } from '../e2e/schedules/world.ts';
import { type Engine, directEngine as startEngine } from '../support/engine.ts';
import { killedAfter, scheduled, tell } from './fire-schedule-world.ts';
import { someCuts } from './interruption.ts';

let engine: Engine;
let world: World;
const clock = new ManualClock();
const lines = vi.spyOn(console, 'log');
const alarms = () =>
  lines.mock.calls.filter(([line]) => String(line).includes('"attention":"schedule-suspended"')).length;

beforeAll(async () => {
  engine = await startEngine();
  world = { ...(await worldOver(engine, undefined, clock)), eventsAnHour: 5 };
});
beforeEach(() => void lines.mockClear());
afterAll(() => engine?.stop());

let folders = 0;
const withFolder = async () => {
  folders += 1;
  const folder = `loop-${folders}`;
  const { schedule } = await scheduled(world, 'x', { fileExpression: `incoming:${folder}/.*` });
  let files = 0;
  const file = () => {
    files += 1;
    return { scope: 'incoming', name: `${folder}/${files}` };
  };
  const arrive = async (many: number) => {
    const outcomes = await Promise.all(Array.from({ length: many }, () => tell(world, file())));
    return outcomes.flatMap(({ batchItemFailures }) => batchItemFailures).length;
  };
  return { schedule, file, arrive };
};

const now = async ({ id }: Schedule) => (await world.schedules.find(id)) as Schedule;
const eventsOf = async ({ id }: Schedule) =>
  (await world.scheduleEvents.list(id, { page: 0, size: 100, sort: 'createdAt', direction: 'desc' })).totalElements;
const resume = async (schedule: Schedule) => setScheduleStatus(world, await now(schedule), 'RUNNING');

describe('a schedule with more files in an hour than one may have', () => {
  it('is suspended with a reason and an alarm; then new files start nothing', async () => {
    const { schedule, arrive } = await withFolder();
    await arrive(5);
    expect([(await now(schedule)).status, alarms()]).toEqual(['RUNNING', 0]);
    await arrive(1);
    const suspended = await now(schedule);
    expect(suspended.status).toBe('SUSPENDED');
    expect(suspended.statusReason).toContain('limits.eventsAnHour');
    expect(alarms()).toBe(1);
    await arrive(3);
    expect(await eventsOf(schedule)).toBe(6);
  });

  it('may be resumed: then as many again are allowed, and no more', async () => {
    const { schedule, arrive } = await withFolder();
    await arrive(5);
    await arrive(1);
    const running = await resume(schedule);
    expect([running.status, running.statusReason]).toEqual(['RUNNING', undefined]);
    await arrive(5);
    expect((await now(schedule)).status).toBe('RUNNING');
    await arrive(1);
    expect((await now(schedule)).status).toBe('SUSPENDED');
    expect(await eventsOf(schedule)).toBe(12);
  });

  it('is none when they come in two hours, or are found by a backfill', async () => {
    const { schedule, file, arrive } = await withFolder();
    await arrive(5);
    clock.advance(3_600);
    await arrive(5);
    for (let n = 0; n < 10; n += 1) await fire(world, schedule, file(), 'a-backfill');
    await arrive(0);
    expect((await now(schedule)).status).toBe('RUNNING');
    expect(await eventsOf(schedule)).toBe(20);
  });

  it('counts each file once, also when S3 tells of it again', async () => {
    const { schedule, file } = await withFolder();
    const one = file();
    for (let n = 0; n < 10; n += 1) await tell(world, one);
    expect([(await now(schedule)).status, await eventsOf(schedule)]).toEqual(['RUNNING', 1]);
  });

  it('is suspended also when all come at once', async () => {
    const { schedule, arrive } = await withFolder();
    for (let failed = await arrive(20), again = 0; failed > 0 && again < 10; again += 1) failed = await arrive(1);
    expect((await now(schedule)).status).toBe('SUSPENDED');
    expect(alarms()).toBeGreaterThan(0);
  });

  it('is suspended, and told of, wherever the process died, when the message comes again', async () => {
    const cuts = await someCuts(async (cut) => {
      const { schedule, file, arrive } = await withFolder();
      await arrive(5);
      lines.mockClear();
      const last = file();
      if (!(await killedAfter(world, cut, (guarded) => tell(guarded, last)))) return false;
      await tell(world, last);
      expect((await now(schedule)).status, `cut ${cut}`).toBe('SUSPENDED');
      expect(alarms(), `cut ${cut}`).toBeGreaterThan(0);
      expect(await eventsOf(schedule), `cut ${cut}`).toBe(6);
      return true;
    });
    expect(cuts).toBeGreaterThan(4);
  });
});
