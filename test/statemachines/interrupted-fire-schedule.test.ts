import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import { inProgress } from '../../src/domain/deployments/record/lifecycle.ts';
import { deleteSchedule } from '../../src/domain/schedules/change-schedule.ts';
import { eventId } from '../../src/domain/schedules/match-files.ts';
import type { ScheduleEvent } from '../../src/domain/schedules/schedule.ts';
import { startAccepted } from '../../src/domain/schedules/start-accepted.ts';
import { UnavailableError } from '../../src/foundation/errors.ts';
import { ManualClock } from '../domain/deployments/world.ts';
import { type World, worldOver } from '../e2e/schedules/world.ts';
import { type Engine, directEngine as startEngine } from '../support/engine.ts';
import { arrived, disturbedAfter, fire, killedAfter, refOf, scheduled, stepsOf, tell } from './fire-schedule-world.ts';
import { everyCut, someCuts } from './interruption.ts';

let engine: Engine;
let world: World;
let clock: ManualClock;
beforeAll(async () => {
  engine = await startEngine();
  clock = new ManualClock();
  world = await worldOver(engine, undefined, clock);
});
afterAll(() => engine?.stop());

const startsOf = ({ deploymentId }: ScheduleEvent) => world.started.filter(({ id }) => id === deploymentId);

const there = ({ replicas = [] }: ScheduleEvent) =>
  Promise.all(replicas.map(({ bucket, key }) => world.s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))));

/** The file is replicated, recorded as an event, and its deployment on its way. */
const expectFired = async ({ id }: ScheduleEvent, cut: number) => {
  const event = await world.scheduleEvents.find(id);
  expect(event, `cut ${cut}`).toMatchObject({ replicationStatus: 'OK' });
  if (!event) return;
  expect(await there(event), `cut ${cut}`).toHaveLength(2);
  expect(await world.deployments.find(event.deploymentId)).toMatchObject({ status: 'CREATE_IN_PROGRESS', task: 'DMS' });
  expect(new Set(startsOf(event).map(({ operation }) => operation.id)), `cut ${cut}`).toEqual(
    new Set([event.operationId]),
  );
  expect(await world.resources.all(event.deploymentId), `cut ${cut}`).toHaveLength(1);
};

/** Nothing stays half-way: no event replicates, and no deployment waits for a file, when nobody works on it. */
const expectEnded = async (ref: ScheduleEvent, cut: number) => {
  const [event, deployment] = await Promise.all([
    world.scheduleEvents.find(ref.id),
    world.deployments.find(ref.deploymentId),
  ]);
  expect(event?.replicationStatus, `cut ${cut}`).not.toBe('REPLICATING');
  const waits = deployment !== undefined && inProgress(deployment.status) && startsOf(ref).length === 0;
  expect(waits, `cut ${cut}: ${JSON.stringify(deployment)}`).toBe(false);
  return { event, deployment };
};

const fireDying = (event: ScheduleEvent, cut: number) =>
  killedAfter(world, cut, (guarded, isDead) => fire(world, event, { steps: stepsOf(guarded), isDead }));

describe('fire-schedule, killed and started again', () => {
  it('replicates once and starts one deployment, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const { event } = await arrived(world);
      if (!(await fireDying(event, cut))) return false;
      expect(await fire(world, event), `cut ${cut}`).toMatchObject({ status: 'SUCCEEDED' });
      await expectFired(event, cut);
      return true;
    });
    expect(cuts).toBeGreaterThan(12);
  });

  it('says that the file cannot be replicated, and tells it once, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const { event } = await arrived(world);
      await world.s3.send(new DeleteObjectCommand({ Bucket: event.scope, Key: event.name }));
      const told = world.notified.length;
      if (!(await fireDying(event, cut))) return false;
      expect(await fire(world, event), `cut ${cut}`).toMatchObject({ status: 'SUCCEEDED' });
      const { event: ended, deployment } = await expectEnded(event, cut);
      const reason = expect.stringContaining('the file no longer exists');
      expect(ended, `cut ${cut}`).toMatchObject({ replicationStatus: 'STUCK', reason });
      expect(deployment, `cut ${cut}`).toMatchObject({ status: 'CREATE_FAILED', statusReason: reason });
      expect(new Set(world.notified.slice(told)).size, `cut ${cut}`).toBe(1);
      return true;
    });
    expect(cuts).toBeGreaterThan(12);
  });
});

/** A step may run twice at the same time: Step Functions asks again when Lambda's answer is lost. */
describe('an event that is begun twice at the same time', () => {
  const begin = (ports: World, event: ScheduleEvent) => stepsOf(ports)['BeginEvent']?.(refOf(event));

  it('has one deployment with each resource once, wherever the other run comes in between', async () => {
    const cuts = await everyCut(async (cut) => {
      const { event } = await arrived(world);
      const first = (guarded: World) => Promise.resolve(begin(guarded, event));
      if (!(await disturbedAfter(world, cut, first, async () => begin(world, event)))) return false;
      expect(await world.resources.all(event.deploymentId), `cut ${cut}`).toHaveLength(1);
      await fire(world, event);
      await expectFired(event, cut);
      return true;
    });
    expect(cuts).toBeGreaterThan(8);
  });

  it('keeps the deployment of the other run when its own fails', async () => {
    const cuts = await everyCut(async (cut) => {
      const { event } = await arrived(world);
      const failing = (guarded: World) => Promise.resolve(begin(guarded, event)).catch(() => undefined);
      const otherAndFail = async () => {
        await begin(world, event);
        throw new UnavailableError('the storage does not answer');
      };
      if (!(await disturbedAfter(world, cut, failing, otherAndFail))) return false;
      expect(await world.deployments.find(event.deploymentId), `cut ${cut}`).toBeDefined();
      expect(await world.resources.all(event.deploymentId), `cut ${cut}`).toHaveLength(1);
      await world.files.getTemplate(event.deploymentId, event.operationId);
      await fire(world, event);
      await expectFired(event, cut);
      return true;
    });
    expect(cuts).toBeGreaterThan(8);
  });
});

describe('a matcher that dies, and whose message never comes again', () => {
  it('leaves either no event, or one that is begun after a minute', async () => {
    let recorded = 0;
    await everyCut(async (cut) => {
      const { schedule, file } = await scheduled(world);
      if (!(await killedAfter(world, cut, (guarded) => tell(guarded, file)))) return false;
      clock.advance(61);
      await startAccepted(world)();
      const event = await world.scheduleEvents.find(eventId(schedule.id, file));
      if (!event) return true;
      recorded += 1;
      const fired = world.fired.get(event.operationId);
      expect(fired, `cut ${cut}`).toBeDefined();
      await fire(world, event);
      await expectFired(event, cut);
      expect(await world.scheduleEvents.notStarted(new Date(clock.now().getTime() + 1))).toEqual([]);
      return true;
    });
    expect(recorded).toBeGreaterThan(0);
  });
});

describe('what is deleted while its file is being replicated', () => {
  it('is a schedule: its events are gone, and a deployment that was made stays and ends', async () => {
    await someCuts(async (cut) => {
      const { schedule, event } = await arrived(world);
      const firing = (guarded: World) => fire(world, event, { steps: stepsOf(guarded) });
      const ran = await disturbedAfter(world, cut, firing, () => deleteSchedule(world, schedule));
      if (!ran) return false;
      const { event: left, deployment } = await expectEnded(event, cut);
      expect(left, `cut ${cut}`).toBeUndefined();
      if (deployment?.status === 'CREATE_FAILED')
        expect(deployment.statusReason).toMatch(/schedule .*deleted|event .* gone/);
      return true;
    });
  });

  it('is a deployment: it is not made again, and the event does not wait', async () => {
    await someCuts(async (cut) => {
      const { event } = await arrived(world);
      const firing = (guarded: World) => fire(world, event, { steps: stepsOf(guarded) });
      const forget = async () => {
        const deployment = await world.deployments.find(event.deploymentId);
        if (deployment) await deleteDeployment(world, deployment, { force: false });
      };
      if (!(await disturbedAfter(world, cut, firing, forget))) return false;
      await fire(world, event); // as a laptop does that was ended in between
      await expectEnded(event, cut);
      return true;
    });
  });

  it('is a deployment, after the process that made it has died: it is not made again', async () => {
    await everyCut(async (cut) => {
      const { event } = await arrived(world, 'content', { callback: undefined });
      if (!(await fireDying(event, cut))) return false;
      const deployment = await world.deployments.find(event.deploymentId);
      if (deployment === undefined) return true;
      await deleteDeployment(world, deployment, { force: false });
      await fire(world, event);
      expect(await world.deployments.find(event.deploymentId), `cut ${cut}`).toBeUndefined();
      await expectEnded(event, cut);
      return true;
    });
  });
});
