import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteSchedule, setScheduleStatus } from '../../../src/domain/schedules/change-schedule.ts';
import { matching } from '../../../src/domain/schedules/match-files.ts';
import { ConflictError, UnavailableError } from '../../../src/foundation/errors.ts';
import { type World, worldOver } from '../../e2e/schedules/world.ts';
import { disturbedAfter, killedAfter, scheduled } from '../../statemachines/fire-schedule-world.ts';
import { everyCut } from '../../statemachines/interruption.ts';
import { directEngine, type Engine } from '../../support/engine.ts';

let engine: Engine;
let world: World;
beforeAll(async () => {
  engine = await directEngine();
  world = await worldOver(engine);
});
afterAll(() => engine?.stop());

const template = (id: string) => world.files.getTemplate(id, id);
const page = { page: 0, size: 1, sort: 'createdAt', direction: 'asc' } as const;
const total = async () => (await world.schedules.list({ of: 'all' }, page)).totalElements;

describe('the deletion of a schedule', () => {
  it('can be repeated wherever it died, and leaves nothing then', async () => {
    const cuts = await everyCut(async (cut) => {
      const before = await total();
      const { schedule, file } = await scheduled(world);
      if (!(await killedAfter(world, cut, (guarded) => deleteSchedule(guarded, schedule)))) return false;
      expect(await matching(world, file), `cut ${cut}`).toEqual([]);
      const left = await world.schedules.find(schedule.id);
      if (left) await deleteSchedule(world, left);
      expect(await world.schedules.find(schedule.id), `cut ${cut}`).toBeUndefined();
      await expect(template(schedule.id), `cut ${cut}`).rejects.toThrow(/there is no file/);
      expect(await total(), `cut ${cut}`).toBe(before);
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
  });
});
