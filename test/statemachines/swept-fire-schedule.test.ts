import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventSweepQueue, operationSweepQueue } from '../../src/adapters/tables/sweep-queues.ts';
import { inProgress } from '../../src/domain/deployments/record/lifecycle.ts';
import type { ExecutionState } from '../../src/domain/deployments/record/ports.ts';
import type { ScheduleEvent } from '../../src/domain/schedules/schedule.ts';
import { sweepWorkflows } from '../../src/domain/schedules/sweep-workflows.ts';
import { callbackList } from '../domain/deployments/callback-list.ts';
import { ManualClock } from '../domain/deployments/world.ts';
import { type World, worldOver } from '../e2e/schedules/world.ts';
import { type Engine, directEngine as startEngine } from '../support/engine.ts';
import { noChecks } from '../support/no-checks.ts';
import { arrived, fire, killedAfter, stepsOf } from './fire-schedule-world.ts';
import { someCuts } from './interruption.ts';

let engine: Engine;
let world: World;
let clock: ManualClock;
// one for each test: a run sees all that is in the tables
beforeEach(async () => {
  engine = await startEngine();
  clock = new ManualClock();
  world = await worldOver(engine, undefined, clock);
});
afterEach(() => engine?.stop());

/** An hour later: fire-schedule is as it is said, and the deployment's own workflow runs if it was ever started. Answers what the sweep did. */
const sweepLater = async (fired: ExecutionState, resumptions = 8) => {
  const { client, tables } = engine;
  const [deployments, events] = [tables.deployments, tables.scheduleEvents];
  const swept: ('ended' | 'resumed')[] = [];
  clock.advance(61 * 60);
  await sweepWorkflows({
    ...world,
    ...noChecks,
    resumptions,
    sweeps: { swept: () => void swept.push('ended'), resumed: () => void swept.push('resumed') },
    executions: {
      ofOperation: async ({ id }) => ({ state: world.started.some((one) => one.id === id) ? 'RUNNING' : 'UNKNOWN' }),
      ofEvent: async () => ({ state: fired }),
      ofAction: async () => ({ state: 'UNKNOWN' }),
      ofCallback: async () => ({ state: 'UNKNOWN' }),
    },
    operationSweepQueue: operationSweepQueue({ client, clock, table: deployments }),
    eventSweepQueue: eventSweepQueue({ client, clock, table: events }),
    actionSweepQueue: { due: async () => [], setNextCheck: async () => undefined },
    callbackSweepQueue: callbackList(),
  })();
  return swept;
};

const left = async ({ id, deploymentId }: ScheduleEvent) => ({
  event: await world.scheduleEvents.find(id),
  deployment: await world.deployments.find(deploymentId),
});

describe('fire-schedule that dies unheard, wherever it is cut', () => {
  it('leaves no event that replicates and no deployment that waits, once somebody has looked', async () => {
    const cuts = await someCuts(async (cut) => {
      const { event } = await arrived(world);
      const dies = (guarded: World, isDead: () => boolean) => fire(world, event, { steps: stepsOf(guarded), isDead });
      if (!(await killedAfter(world, cut, dies))) return false;
      const started = world.started.some(({ id }) => id === event.deploymentId);
      const swept = await sweepLater('FAILED', 0);
      const after = await left(event);
      expect(after.event?.replicationStatus, `cut ${cut}`).not.toBe('REPLICATING');
      const waits = after.deployment !== undefined && inProgress(after.deployment.status);
      expect(waits, `cut ${cut}`).toBe(started);
      expect(swept, `cut ${cut}`).toEqual(started ? [] : ['ended']);
      expect(await sweepLater('FAILED', 0), `cut ${cut}`).toEqual([]);
      expect(await left(event), `cut ${cut}`).toEqual(after);
      await world.deployments.remove(event.deploymentId, event.operationId); // not in the way of the next
      return true;
    });
    expect(cuts).toBeGreaterThan(12);
  });

  it('goes on in another execution, wherever it was cut, until the deployment is started', async () => {
    const cuts = await someCuts(async (cut) => {
      const { event } = await arrived(world);
      const dies = (guarded: World, isDead: () => boolean) => fire(world, event, { steps: stepsOf(guarded), isDead });
      if (!(await killedAfter(world, cut, dies))) return false;
      const started = () => world.started.filter(({ id }) => id === event.deploymentId);
      if (started().length > 0) return true;
      expect(await sweepLater('FAILED'), `cut ${cut}`).toEqual(['resumed']);
      if (started().length === 0) expect(await fire(world, event), `cut ${cut}`).toMatchObject({ status: 'SUCCEEDED' });
      expect(await left(event), `cut ${cut}`).toMatchObject({
        event: { replicationStatus: 'OK' },
        deployment: { status: 'CREATE_IN_PROGRESS' },
      });
      expect(started(), `cut ${cut}`).toHaveLength(1);
      await world.deployments.remove(event.deploymentId, event.operationId); // not in the way of the next
      return true;
    });
    expect(cuts).toBeGreaterThan(12);
  });

  it('leaves an event that is ended even when it died before it could begin', async () => {
    const { event } = await arrived(world);
    expect(await sweepLater('TIMED_OUT', 0)).toEqual(['ended']);
    expect(await left(event)).toMatchObject({ event: { replicationStatus: 'STUCK' } });
  });
});

describe('fire-schedule that is at work, or was never started', () => {
  it.each(['RUNNING', 'UNKNOWN'] as const)('is left in peace: %s', async (state) => {
    const { event } = await arrived(world);
    if (state === 'RUNNING') await world.scheduleEvents.markStarted(event.id);
    expect(await sweepLater(state)).toEqual([]);
    expect(await left(event)).toMatchObject({ event: { replicationStatus: 'REPLICATING' } });
    const waiting = await world.scheduleEvents.notStarted(clock.now());
    expect(waiting).toHaveLength(state === 'UNKNOWN' ? 1 : 0);
  });
});
