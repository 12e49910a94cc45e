import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { step as advanceBackfill } from '../../functions/tasks/advance-backfill.ts';
import { deleteSchedule, setScheduleStatus } from '../../src/domain/schedules/change-schedule.ts';
import { eventId } from '../../src/domain/schedules/match-files.ts';
import type { Schedule, ScheduleEvent } from '../../src/domain/schedules/schedule.ts';
import { startBackfill } from '../../src/domain/schedules/start-backfill.ts';
import { sweepBackfills } from '../../src/domain/schedules/sweep-backfills.ts';
import { sweepRemovals } from '../../src/domain/schedules/sweep-removals.ts';
import { InvalidError } from '../../src/foundation/errors.ts';
import { ManualClock } from '../domain/deployments/world.ts';
import { owner, type World, worldOver } from '../e2e/schedules/world.ts';
import { fire, scheduled, stepsOf, tell } from '../statemachines/fire-schedule-world.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { Calls, refusedBy } from './calls.ts';
import { noted } from './granted-world.ts';
import { type Grants, grantsOf } from './grants.ts';
import { everything } from './grants-page.ts';
import { templates } from './stacks.ts';

let engine: Engine;
let world: World;
const calls = new Calls();
const page = { page: 0, size: 10, sort: 'createdAt', direction: 'asc' } as const;

/** A schedule, with the event of a file that came for it. */
const arrived = async (): Promise<{ readonly schedule: Schedule; readonly event: ScheduleEvent }> => {
  const { schedule, file } = await calls.by('http/schedules/create', () => scheduled(world));
  await calls.by('events/file-created', () => tell(world, file));
  const event = await world.scheduleEvents.find(eventId(schedule.id, file));
  if (event === undefined) throw new Error('no event was recorded');
  return { schedule, event };
};

const fired = (event: ScheduleEvent) => fire(world, event, { steps: noted(stepsOf(world), calls) });

const goodLife = async () => {
  const { schedule, event } = await arrived();
  expect((await fired(event)).status).toBe('SUCCEEDED');
  await calls.by('http/schedules/list', () => world.schedules.list({ of: 'owner', owner }, page));
  await calls.by('http/schedules/events', () => world.scheduleEvents.list(schedule.id, page));
  let now = schedule;
  for (const status of ['SUSPENDED', 'RUNNING'] as const)
    now = await calls.by('http/schedules/change', () => setScheduleStatus(world, now, status));
  await calls.by('http/schedules/delete', () => world.scheduleEvents.list(schedule.id, page)); // its dry run
  await calls.by('http/schedules/delete', () => deleteSchedule(world, now));
  await world.scheduleEvents.record(event); // of a file that was being matched
  const later = { now: () => new Date(world.clock.now().getTime() + 120_000) };
  await calls.by('events/sweep-workflows', () => sweepRemovals({ ...world, clock: later })());
  expect(await world.schedules.find(schedule.id)).toBeUndefined();
};

/** The files that are there already become events; then the sweep looks, and the schedule goes. */
const backfilled = async () => {
  const { schedule, file } = await calls.by('http/schedules/create', () => scheduled(world));
  const advance = noted({ AdvanceBackfill: advanceBackfill(world) }, calls)['AdvanceBackfill'];
  const quotas = { user: { backfillsPerDay: 9 } };
  const start = () => startBackfill({ ...world, quotas }, schedule, { prefix: file.name }, owner);
  const { id: backfillId, scheduleId } = await calls.by('http/backfills/create', start);
  const waiting = { since: world.clock.now().toISOString(), input: { scheduleId, backfillId } };
  expect(await advance?.(waiting)).toMatchObject({ next: 'done' });
  expect(await world.scheduleEvents.find(eventId(schedule.id, file))).toBeDefined();
  const other = await calls.by('http/backfills/create', start);
  const sweeps = { swept: () => undefined, resumed: () => undefined };
  (world.clock as ManualClock).advance(3_600);
  await calls.by('events/sweep-workflows', sweepBackfills({ ...world, sweeps, resumptions: 1 }));
  await calls.by('http/backfills/change', () => world.backfills.end(other, 'STOPPED', 'by a request'));
  await calls.by('http/schedules/delete', () => deleteSchedule(world, schedule));
  expect(await world.backfills.list(schedule.id)).toEqual([]);
};

/** The schedule goes after its event was recorded, and before that begins. */
const orphan = async () => {
  const { schedule, event } = await arrived();
  await world.schedules.remove(schedule);
  await fired(event);
  expect(await world.scheduleEvents.find(event.id)).toBeUndefined();
};

/** The template cannot be deployed any more: the event ends, and the stream of all events says so. */
const stuck = async () => {
  const { event } = await arrived();
  const BeginEvent = () => Promise.reject(new InvalidError('an import is gone'));
  await fire(world, event, { steps: noted({ ...stepsOf(world), BeginEvent }, calls) });
  expect(await world.scheduleEvents.find(event.id)).toMatchObject({ replicationStatus: 'STUCK' });
};

/** The deployment cannot be accepted: what was stored of it is taken back. */
const undone = async () => {
  const { event } = await arrived();
  const accept = () => Promise.reject(new Error('the table does not answer'));
  const steps = noted(stepsOf({ ...world, deployments: { ...world.deployments, accept } }), calls);
  await expect(steps['BeginEvent']?.({ ...event, eventId: event.id })).rejects.toThrow();
};

/** A schedule cannot be made: what was stored of it is taken back. */
const refused = async () => {
  const create: World['schedules']['create'] = async (...given) => {
    await world.schedules.create(...given);
    throw new Error('the answer is lost');
  };
  const failing = { ...world, schedules: { ...world.schedules, create } };
  await expect(calls.by('http/schedules/create', () => scheduled(failing))).rejects.toThrow();
};

describe('what functions ask of AWS for schedules', () => {
  let grants: Grants;
  beforeAll(async () => {
    grants = grantsOf(templates(everything).service);
    engine = await startEngine();
    calls.listen(engine);
    const plain = await worldOver(engine, undefined, new ManualClock());
    world = { ...plain, workflows: calls.workflows(plain.workflows) as World['workflows'] };
    for (const live of [goodLife, orphan, stuck, undone, refused, backfilled]) await live();
  });
  afterAll(() => engine.stop());

  it('is granted, all of it', () => {
    expect(refusedBy(grants, calls.all)).toEqual([]);
  });

  it('would be missed: what is granted to few is asked for by those', () => {
    const few = /DeleteItem|BatchWriteItem|Execution|ListBucket Files$|DeleteObject|index/;
    const rows = calls.all.map(({ by, action, resource }) => `${by} ${action} ${resource}`);
    expect(rows.filter((row) => few.test(row)).toSorted()).toEqual([
      'events/sweep-workflows dynamodb:BatchWriteItem ScheduleEvents',
      'events/sweep-workflows dynamodb:DeleteItem ScheduleEvents',
      'events/sweep-workflows dynamodb:Query ScheduleEvents/index/bySchedule',
      'events/sweep-workflows dynamodb:Query ScheduleEvents/index/notBegun',
      'http/schedules/change dynamodb:DeleteItem Schedules',
      'http/schedules/create dynamodb:DeleteItem Schedules',
      'http/schedules/create s3:DeleteObject Files/templates/*',
      'http/schedules/delete dynamodb:BatchWriteItem ScheduleEvents',
      'http/schedules/delete dynamodb:DeleteItem Schedules',
      'http/schedules/delete dynamodb:Query ScheduleEvents/index/bySchedule',
      'http/schedules/delete s3:DeleteObject Files/templates/*',
      'http/schedules/events dynamodb:Query ScheduleEvents/index/bySchedule',
      'http/schedules/list dynamodb:Query Schedules/index/byOwner',
      'tasks/begin-event dynamodb:BatchWriteItem Resources',
      'tasks/begin-event dynamodb:DeleteItem ScheduleEvents',
      'tasks/begin-event s3:DeleteObject Files/templates/*',
      'tasks/start-event-deployment states:StartExecution createdeployment',
    ]);
  });
});
