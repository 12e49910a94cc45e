import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventStream } from '../../../src/adapters/tables/event-stream.ts';
import { scheduleEvents as eventsTable } from '../../../src/adapters/tables/schedule-events.ts';
import { deleteSchedule, setScheduleStatus } from '../../../src/domain/schedules/change-schedule.ts';
import { eventId, matching } from '../../../src/domain/schedules/match-files.ts';
import type { File } from '../../../src/domain/schedules/schedule.ts';
import { sweepRemovals } from '../../../src/domain/schedules/sweep-removals.ts';
import type { Clock } from '../../../src/foundation/clock.ts';
import { ConflictError, UnavailableError } from '../../../src/foundation/errors.ts';
import { type World, worldOver } from '../../e2e/schedules/world.ts';
import { disturbedAfter, killedAfter, scheduled, tell } from '../../statemachines/fire-schedule-world.ts';
import { everyCut } from '../../statemachines/interruption.ts';
import { directEngine, type Engine } from '../../support/engine.ts';

let engine: Engine;
let world: World;
beforeAll(async () => {
  engine = await directEngine();
  world = await worldOver(engine);
});
afterAll(() => engine?.stop());

const eventPorts = () => ({
  ...{ client: engine.client, table: engine.tables.scheduleEvents, deployments: engine.tables.deployments },
});
const template = (id: string) => world.files.getTemplate(id, id);
const page = { page: 0, size: 1, sort: 'createdAt', direction: 'asc' } as const;
const total = async () => (await world.schedules.list({ of: 'all' }, page)).totalElements;

/** The schedules of which the stream of all events tells. */
const toldOf = async (): Promise<readonly string[]> => {
  const stream = eventStream({ client: engine.client, table: engine.tables.deployments, clock: inMinutes(0) });
  const { content } = await stream.list([{ of: 'all' }], { size: 999, direction: 'asc', withSchedules: true });
  return content.flatMap(({ schedule }) => (schedule ? [schedule.id] : []));
};

const inMinutes = (minutes: number): Clock => ({ now: () => new Date(Date.now() + minutes * 60_000) });

/** What the table of events has of a schedule: its counters, the note that they are removed, and the event of this file. */
const storedOf = async (scheduleId: string, file: Pick<File, 'scope' | 'name'>) => {
  const { Items = [] } = await engine.client.send(new ScanCommand({ TableName: engine.tables.scheduleEvents }));
  const event = eventId(scheduleId, file);
  return Items.map(({ pk, sk }) => `${pk} ${sk}`).filter((key) => key.includes(scheduleId) || key.includes(event));
};

describe('the deletion of a schedule', () => {
  it('answers although there are more events than one request can remove, and the sweep removes the rest', async () => {
    const { schedule, file } = await scheduled(world);
    await tell(world, file);
    const event = await world.scheduleEvents.find(eventId(schedule.id, file));
    for (let more = 0; event && more < 1_020; more += 60)
      await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          world.scheduleEvents.record({ ...event, id: `${event.id}-${more + at}` }),
        ),
      );
    // a minute is over after the first thousand
    const slow = eventsTable({ ...eventPorts(), clock: inMinutes(1) });
    await deleteSchedule({ ...world, scheduleEvents: slow }, schedule);
    expect(await world.schedules.find(schedule.id)).toBeUndefined();
    const rest = await world.scheduleEvents.list(schedule.id, page);
    expect(rest.content).toHaveLength(1);
    await sweepRemovals({ ...world, clock: inMinutes(0) })();
    expect(await storedOf(schedule.id, file)).not.toEqual([]);
    await sweepRemovals({ ...world, clock: inMinutes(2) })();
    expect(await storedOf(schedule.id, file)).toEqual([]);
  });

  it('can be repeated wherever it died, and leaves nothing then', async () => {
    const cuts = await everyCut(async (cut) => {
      const before = await total();
      const { schedule, file } = await scheduled(world);
      await tell(world, file);
      if (!(await killedAfter(world, cut, (guarded) => deleteSchedule(guarded, schedule)))) return false;
      expect(await matching(world, file), `cut ${cut}`).toEqual([]);
      const left = await world.schedules.find(schedule.id);
      if (left) await deleteSchedule(world, left);
      expect(await world.schedules.find(schedule.id), `cut ${cut}`).toBeUndefined();
      await expect(template(schedule.id), `cut ${cut}`).rejects.toThrow(/there is no file/);
      expect(await total(), `cut ${cut}`).toBe(before);
      await sweepRemovals({ ...world, clock: inMinutes(2) })();
      expect(await storedOf(schedule.id, file), `cut ${cut}`).toEqual([]);
      return true;
    });
    expect(cuts).toBeGreaterThan(3);
  });

  it('cannot be given up', async () => {
    const { schedule } = await scheduled(world);
    await world.schedules.markRemoving(schedule);
    const left = await world.schedules.find(schedule.id);
    expect(left).toMatchObject({ status: 'SUSPENDED', leaving: true });
    if (!left) return;
    await expect(setScheduleStatus(world, left, 'RUNNING')).rejects.toThrow(ConflictError);
    await expect(world.schedules.setStatus(schedule, 'RUNNING', [])).rejects.toThrow(ConflictError);
    await world.schedules.markRemoving(schedule);
    expect(await world.schedules.find(schedule.id)).toEqual(left);
  });
});

describe('the creation of a schedule', () => {
  it('leaves nothing when it fails, even where what failed took effect', async () => {
    const before = await total();
    const earlier = new Set(await toldOf());
    await everyCut(async (cut) => {
      const failing = () => Promise.reject(new UnavailableError('the answer was lost'));
      let made: Awaited<ReturnType<typeof scheduled>> | undefined;
      const making = async (guarded: World) => {
        made = await scheduled(guarded);
      };
      const outcome = await disturbedAfter(world, cut, making, failing).catch((error: unknown) => error);
      if (made) return false;
      expect(outcome).toBeInstanceOf(UnavailableError);
      expect(await total(), `cut ${cut}`).toBe(before);
      return true;
    });
    const files = await engine.s3.send(new ListObjectsV2Command({ Bucket: engine.bucket }));
    const there = new Set(
      (await world.schedules.list({ of: 'all' }, { ...page, size: 99 })).content.map(({ id }) => id),
    );
    const strays = (files.Contents ?? []).filter(({ Key = '' }) => !there.has(Key.split('/')[1] ?? ''));
    expect(strays).toEqual([]);
    // of those that were undone nothing is told, not even their end
    const told = (await toldOf()).filter((id) => !earlier.has(id));
    expect(told.filter((id) => !there.has(id))).toEqual([]);
    expect(told).not.toEqual([]);
  });
});
