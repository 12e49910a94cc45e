/** @module-tag full */

/** A schedule that is applied to the files that are already there, whatever happens meanwhile. */

import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { step as advanceBackfill } from '../../functions/tasks/advance-backfill.ts';
import { mostStarted } from '../../src/domain/schedules/advance-backfill.ts';
import type { Backfill } from '../../src/domain/schedules/backfill.ts';
import { deleteSchedule, setScheduleStatus } from '../../src/domain/schedules/change-schedule.ts';
import { createSchedule } from '../../src/domain/schedules/create-schedule.ts';
import type { File, Schedule } from '../../src/domain/schedules/schedule.ts';
import { startBackfill } from '../../src/domain/schedules/start-backfill.ts';
import { sweepBackfills } from '../../src/domain/schedules/sweep-backfills.ts';
import { ManualClock } from '../domain/deployments/world.ts';
import { owner, scope, template, type World, worldOver } from '../e2e/schedules/world.ts';
import { type Engine, directEngine as startEngine } from '../support/engine.ts';
import { sampled } from '../support/sampled.ts';
import { disturbedAfter, killedAfter, tell } from './fire-schedule-world.ts';
import { everyCut } from './interruption.ts';
import { type RunOptions, run } from './machines.ts';

let engine: Engine;
let world: World;
let clock: ManualClock;
beforeAll(async () => {
  engine = await startEngine();
  clock = new ManualClock();
  world = await worldOver(engine, undefined, clock);
});
afterAll(() => engine?.stop());

const page = { page: 0, size: 1_000, sort: 'createdAt', direction: 'asc' } as const;

let sets = 0;

/** `names`: of the files that match. */
type Prepared = { readonly schedule: Schedule; readonly prefix: string; readonly names: readonly string[] };

/** A schedule and its files, of which the service has never heard. The engine has other files before and behind. */
const prepared = async (count = 5): Promise<Prepared> => {
  sets += 1;
  const prefix = `set-${String(sets).padStart(4, '0')}/`;
  const names = Array.from({ length: count }, (_, index) => `${prefix}${index}.csv`);
  const schedule = await createSchedule(
    world,
    {
      template,
      parameters: { url: '${file.url}' },
      limits: { providerTimeoutMins: 60, keepLastAttempt: false },
      fileExpression: `${scope}:${prefix}.*\\.csv`,
      replicationExpression: '*',
      numberOfReplicas: 1,
    },
    owner,
  );
  for (const Key of [...names, `${prefix}1.txt`])
    await world.s3.send(new PutObjectCommand({ Bucket: scope, Key, Body: Key }));
  return { schedule, prefix, names };
};

const launched = async (prefix = '', ports: World = world, of?: Prepared) => {
  const one = of ?? (await prepared());
  const request = { prefix: prefix || one.prefix };
  return { ...one, backfill: await startBackfill(ports, one.schedule, request, owner) };
};

const work = ({ scheduleId, id }: Backfill, ports: World = world, options: Partial<RunOptions> = {}) =>
  run(
    'backfill-schedule',
    { scheduleId, backfillId: id },
    { steps: { AdvanceBackfill: advanceBackfill(ports) }, clock, ...options },
  );

const now = ({ scheduleId, id }: Backfill) => world.backfills.find(scheduleId, id);

const eventsOf = async ({ id }: Schedule) => (await world.scheduleEvents.list(id, page)).content;

/** Every file has one event with one execution, and nothing else has. */
const expectOnce = async ({ schedule, names }: Prepared, why = '') => {
  const events = await eventsOf(schedule);
  expect(events.map(({ name }) => name).toSorted(), why).toEqual([...names].toSorted());
  for (const { operationId, id } of events) expect(world.fired.get(operationId)?.id, why).toBe(id);
};

const sweepLater = async (resumptions = 8) => {
  clock.advance(2 * 60 * 60);
  const swept: string[] = [];
  const sweeps = { swept: () => void swept.push('ended'), resumed: () => void swept.push('resumed') };
  await sweepBackfills({ ...world, sweeps, resumptions })();
  return swept;
};

describe('a backfill', () => {
  it('makes one event of each file that matches, in several pages, and says how many', async () => {
    const one = await launched();
    expect(await work(one.backfill)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await now(one.backfill)).toMatchObject({ status: 'COMPLETE', seen: 6, matching: 5, started: 5 });
    await expectOnce(one);
    const again = await launched('', world, one);
    await work(again.backfill);
    expect(await now(again.backfill)).toMatchObject({ status: 'COMPLETE', seen: 6, matching: 5, started: 0 });
    await expectOnce(one);
  });

  it('gives an event the size of its file', async () => {
    const { schedule, backfill, names } = await launched();
    await work(backfill);
    const [event] = await eventsOf(schedule);
    expect(event).toMatchObject({ size: names[0]?.length, backfillId: backfill.id });
  });

  it('begins no more than some in one call, so that new files need not wait', async () => {
    const one = await launched('', world, await prepared(2 * mostStarted + 1));
    const most: number[] = [];
    let before = 0;
    const around: RunOptions['around'] = async (_, call) => {
      const answer = await call();
      const { started: count = 0 } = (await now(one.backfill)) ?? {};
      most.push(count - before);
      before = count;
      return answer;
    };
    await work(one.backfill, world, { around });
    expect(Math.max(...most)).toBeLessThanOrEqual(mostStarted + 10);
    await expectOnce(one);
  });

  it('of hundreds of thousands of files takes few transitions, and reads each name once', async () => {
    const { schedule } = await prepared(0);
    const total = sampled(200_000, 1_000_000);
    const name = (index: number) =>
      `${schedule.fileExpression.slice(scope.length + 1, -8)}${String(index).padStart(7, '0')}.txt`;
    const read = { names: 0 };
    const fileLists: World['fileLists'] = {
      page: async (_, { after }) => {
        const from = after === undefined ? 0 : Number(/(\d{7})\.txt$/.exec(after)?.[1]) + 1;
        const files: File[] = Array.from({ length: Math.min(1_000, total - from) }, (_one, index) => ({
          scope,
          name: name(from + index),
        }));
        read.names += files.length;
        return { files, isLast: from + files.length >= total };
      },
    };
    const backfill = await startBackfill(world, schedule, { prefix: '' }, owner);
    const ran = await work(backfill, { ...world, fileLists });
    expect(await now(backfill)).toMatchObject({ status: 'COMPLETE', seen: total, matching: 0 });
    expect(read.names).toBe(total);
    expect(ran.transitions).toBeLessThan(20);
  }, 120_000);
});

describe('a backfill that is killed', () => {
  it('goes on in another execution, and begins each file once, wherever it was cut', async () => {
    const cuts = await everyCut(async (cut) => {
      const one = await launched();
      const dies = (guarded: World, isDead: () => boolean) => work(one.backfill, guarded, { isDead });
      if (!(await killedAfter(world, cut, dies))) return false;
      const isOver = (await now(one.backfill))?.status === 'COMPLETE';
      expect(await sweepLater(), `cut ${cut}`).toEqual(isOver ? [] : ['resumed']);
      if (!isOver) expect(world.backfilling.at(-1), `cut ${cut}`).toBe(`${one.backfill.id}-r1`);
      await work(one.backfill);
      expect(await now(one.backfill), `cut ${cut}`).toMatchObject({
        status: 'COMPLETE',
        seen: 6,
        matching: 5,
        started: 5,
      });
      await expectOnce(one, `cut ${cut}`);
      return true;
    });
    expect(cuts).toBeGreaterThan(12);
  });

  it('before its workflow is started is started by the sweep', async () => {
    await everyCut(async (cut) => {
      const one = await prepared();
      const starts = (guarded: World) => launched('', guarded, one);
      if (!(await killedAfter(world, cut, starts))) return false;
      const [backfill] = await world.backfills.list(one.schedule.id);
      if (backfill === undefined) return true;
      expect(await sweepLater(), `cut ${cut}`).toEqual(['resumed']);
      await work(backfill);
      await expectOnce(one, `cut ${cut}`);
      return true;
    });
  });

  it('again and again is ended, with the reason', async () => {
    const { backfill } = await launched();
    expect(await sweepLater(0)).toContain('ended');
    expect(await now(backfill)).toMatchObject({
      status: 'FAILED',
      statusReason: expect.stringContaining('start another'),
    });
    expect(await sweepLater(0)).toEqual([]);
  });
});

describe('meanwhile', () => {
  it('a file arrives, or its notification comes late: it has one event, wherever it comes in between', async () => {
    await everyCut(async (cut) => {
      const one = await launched();
      const late = { scope, name: one.names[cut % one.names.length] ?? '' };
      const fresh = { scope, name: `${one.prefix}${cut % 9}-new.csv` };
      const arrive = async () => {
        await world.s3.send(new PutObjectCommand({ Bucket: scope, Key: fresh.name, Body: 'new' }));
        await Promise.all([late, fresh].map((file) => tell(world, file)));
      };
      if (!(await disturbedAfter(world, cut, (guarded) => work(one.backfill, guarded), arrive))) return false;
      expect(await now(one.backfill), `cut ${cut}`).toMatchObject({ status: 'COMPLETE' });
      await expectOnce({ ...one, names: [...one.names, fresh.name] }, `cut ${cut}`);
      return true;
    });
  });

  it('another execution of it runs: each file is begun once', async () => {
    const one = await launched();
    await Promise.all([work(one.backfill), work(one.backfill), work(one.backfill)]);
    expect(await now(one.backfill)).toMatchObject({ status: 'COMPLETE', seen: 6, matching: 5, started: 5 });
    await expectOnce(one);
  });

  it('somebody stops it: it begins nothing after the page that it is at', async () => {
    await everyCut(async (cut) => {
      const one = await launched();
      const stop = () => world.backfills.end(one.backfill, 'STOPPED', 'by a request');
      if (!(await disturbedAfter(world, cut, (guarded) => work(one.backfill, guarded), stop))) return false;
      const after = await now(one.backfill);
      if (after?.status === 'COMPLETE') return true;
      expect(after, `cut ${cut}`).toMatchObject({ status: 'STOPPED', statusReason: 'by a request' });
      const events = await eventsOf(one.schedule);
      await work(one.backfill);
      expect(await eventsOf(one.schedule), `cut ${cut}`).toEqual(events);
      expect(await sweepLater(), `cut ${cut}`).toEqual([]);
      return true;
    });
  });

  it('the schedule is suspended: it stops and says so; a new one does the rest', async () => {
    const one = await launched();
    await setScheduleStatus(world, one.schedule, 'SUSPENDED');
    await work(one.backfill);
    expect(await now(one.backfill)).toMatchObject({ status: 'STOPPED', statusReason: 'the schedule was suspended' });
    const suspended = (await world.schedules.find(one.schedule.id)) as Schedule;
    await expect(startBackfill(world, suspended, { prefix: '' }, owner)).rejects.toMatchObject({
      name: 'ConflictError',
    });
    const running = await setScheduleStatus(world, suspended, 'RUNNING');
    await work((await launched('', world, { ...one, schedule: running })).backfill);
    await expectOnce(one);
  });

  it('the schedule is deleted: nothing of the backfill stays, wherever it was', async () => {
    await everyCut(async (cut) => {
      const one = await launched();
      const remove = () => deleteSchedule(world, one.schedule);
      if (!(await disturbedAfter(world, cut, (guarded) => work(one.backfill, guarded), remove))) return false;
      expect(await world.backfills.list(one.schedule.id), `cut ${cut}`).toEqual([]);
      expect(await sweepLater(), `cut ${cut}`).toEqual([]);
      return true;
    });
  });

  it('the bucket goes: it fails and says so', async () => {
    const { backfill } = await launched();
    const fileLists = { page: (_: string, from: { prefix: string }) => world.fileLists.page('gone-bucket', from) };
    await work(backfill, { ...world, fileLists });
    expect(await now(backfill)).toMatchObject({ status: 'FAILED', statusReason: 'there is no bucket gone-bucket' });
  });
});

describe('a request for a backfill', () => {
  const refused = (one: Prepared, request: { readonly scope?: string }) =>
    expect(startBackfill(world, one.schedule, { prefix: '', ...request }, owner)).rejects;

  it('names a bucket that the schedule can match and its owner may read', async () => {
    const one = await prepared(0);
    await refused(one, { scope: 'elsewhere' }).toMatchObject({ name: 'InvalidError' });
    await refused(one, { scope: 'forbidden' }).toMatchObject({
      message: expect.stringContaining('these are: "incoming"'),
    });
  });

  it('is refused while five of the schedule are running', async () => {
    const one = await prepared(0);
    for (let count = 0; count < 5; count += 1) await startBackfill(world, one.schedule, { prefix: '' }, owner);
    await refused(one, {}).toMatchObject({ name: 'ConflictError', message: expect.stringContaining('at most 5') });
  });

  it('is accepted although its workflow cannot be started now: the sweep starts it', async () => {
    const one = await prepared(2);
    const backfillWorkflows = { ...world.backfillWorkflows, start: () => Promise.reject(new Error('not now')) };
    const { backfill } = await launched('', { ...world, backfillWorkflows }, one);
    expect(await sweepLater()).toContain('resumed');
    await work(backfill);
    await expectOnce(one);
  });
});
