import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actionSweepQueue, eventSweepQueue, operationSweepQueue } from '../../src/adapters/tables/sweep-queues.ts';
import { acceptAction } from '../../src/domain/actions/accept-action.ts';
import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { executionName } from '../../src/domain/deployments/record/execution-name.ts';
import { inProgress } from '../../src/domain/deployments/record/lifecycle.ts';
import type { Execution, ExecutionState } from '../../src/domain/deployments/record/ports.ts';
import { startAndSweep } from '../../src/domain/schedules/start-and-sweep.ts';
import { noBackfills } from '../support/no-backfills.ts';
import { noChecks } from '../support/no-checks.ts';
import { noRemovals } from '../support/no-removals.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { killedAfter, someCuts } from './interruption.ts';
import { type RunOptions, run } from './machines.ts';
import { inputOf, type Scenario, scenario, workflowOf } from './scenario.ts';
import { stepsOver } from './steps.ts';
import { templateOf } from './templates.ts';

let engine: Engine;
// one for each test: a run sees all that is in the table
beforeEach(async () => {
  engine = await startEngine();
});
afterEach(() => engine?.stop());

/** A deployment over the real engine, with what runs each minute; executions are dead unless they are said to stand otherwise. */
const watched = async (changes: Parameters<typeof scenario>[1] = {}, resumptions = 8) => {
  const one = await scenario(engineWorld(engine), { callback: 'https://receiver.example/hook', ...changes });
  const { client, tables } = engine;
  const table = { client, clock: one.world.clock, table: tables.deployments };
  const swept: ('ended' | 'resumed')[] = [];
  const states = new Map<string, ExecutionState>();
  const state = async (name: string): Promise<Execution> => {
    const found = states.get(name) ?? 'FAILED';
    return found === 'FAILED' ? { state: found, error: 'Lambda.Unknown', cause: '' } : { state: found };
  };
  const minute = startAndSweep({
    ...one.world,
    ...noBackfills,
    ...noChecks,
    resumptions,
    sweeps: { swept: () => void swept.push('ended'), resumed: () => void swept.push('resumed') },
    executions: {
      ofOperation: ({ operation }) => state(executionName(operation.id, operation.interrupted)),
      ofAction: ({ actionId }) => state(actionId),
      ofEvent: state,
      ofCallback: async () => ({ state: 'RUNNING' }), // settle-callback.test.ts is about them
    },
    operationSweepQueue: operationSweepQueue(table),
    actionSweepQueue: actionSweepQueue(table),
    eventSweepQueue: eventSweepQueue({ ...table, table: tables.scheduleEvents }),
    scheduleEvents: {
      notStarted: async () => [],
      find: async () => undefined,
      change: () => Promise.reject(new Error('none')),
      fail: () => Promise.reject(new Error('none')),
      ...noRemovals,
    },
    schedules: { find: async () => undefined },
    eventWorkflows: { startEvent: async () => undefined },
    replicas: { abandon: async () => undefined },
  });
  return { ...one, swept, states, minute, actions: actionSweepQueue(table) };
};

/** Its workflow dies at the n-th call, and nobody hears of it: no event, no second run. False once n is more than the calls. */
const dies = async ({ world }: Scenario, operation: Deployment, cut: number): Promise<boolean> => {
  const { guarded, process } = killedAfter(world, cut);
  const options: RunOptions = { steps: stepsOver(guarded), clock: world.clock, isDead: () => process.dead };
  await run(workflowOf(operation), inputOf(operation), options);
  return process.dead;
};

/** An hour and a minute later another execution goes on, and ends as if nothing had happened. */
const expectResumed = async (one: Awaited<ReturnType<typeof watched>>, cut: number) => {
  const { world } = one;
  const before = await one.now();
  if (before === undefined || !inProgress(before.status)) return;
  const started = world.started.length;
  world.clock.advance(61 * 60);
  await one.minute();
  const operation = world.started[started];
  expect(operation?.operation, `cut ${cut}`).toMatchObject({ id: before.operation.id, interrupted: { times: 1 } });
  expect(one.swept, `cut ${cut}`).toEqual(['resumed']);
  if (operation) expect((await one.run(operation)).status, `cut ${cut}`).toBe('SUCCEEDED');
};

/** An hour and a minute later it is ended, by one run, and its owner was told: where it does not go on any more. */
const expectEnded = async (one: Awaited<ReturnType<typeof watched>>, cut: number) => {
  const { world, deployment } = one;
  const before = await one.now();
  world.clock.advance(61 * 60);
  await one.minute();
  const after = await one.now();
  if (before === undefined || !inProgress(before.status)) {
    expect(after, `cut ${cut}`).toEqual(before);
  } else {
    expect(after?.status, `cut ${cut}`).toBe(before.status.replace('IN_PROGRESS', 'FAILED'));
    expect(world.notified, `cut ${cut}`).toContain(`${before.operation.id}-failed`);
    expect(one.swept, `cut ${cut}`).toEqual(['ended']);
  }
  world.clock.advance(2 * 60 * 60);
  await one.minute();
  expect(await world.deployments.find(deployment.id), `cut ${cut}`).toEqual(after);
  expect(one.swept.length, `cut ${cut}`).toBeLessThanOrEqual(1);
};

describe('a workflow that dies unheard, wherever it is cut', () => {
  it('of a creation, goes on and completes it, with one infrastructure', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await watched();
      if (!(await dies(one, one.deployment, cut))) return false;
      await expectResumed(one, cut);
      expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'CREATE_COMPLETE' });
      expect(one.world.clouds.standing, `cut ${cut}`).toHaveLength(1);
      return true;
    });
    expect(cuts).toBeGreaterThan(35);
  });

  it('of a deletion, goes on until nothing is left', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await watched();
      await one.run();
      const started = one.world.started.length;
      const current = await one.now();
      if (!current) throw new Error('there is nothing to delete');
      await deleteDeployment(one.world, current, { force: false });
      const operation = one.world.started[started];
      if (!operation || !(await dies(one, operation, cut))) return false;
      await expectResumed(one, cut);
      expect(await one.now(), `cut ${cut}`).toBeUndefined();
      expect(one.world.clouds.standing, `cut ${cut}`).toHaveLength(0);
      return true;
    });
    expect(cuts).toBeGreaterThan(20);
  });

  it('of an update, goes on and completes it', async () => {
    const changed = templateOf({ web: { scalable: 'count: 2' }, db: {} });
    for (const cut of [1, 4, 9, 16, 25]) {
      const one = await watched();
      const before = templateOf({ web: {}, db: {} });
      await one.world.files.putTemplate(one.deployment.id, one.deployment.templateOf, before);
      await one.run();
      expect(await dies(one, await one.update(changed), cut), `cut ${cut}`).toBe(true);
      await expectResumed(one, cut);
      expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'UPDATE_COMPLETE' });
      expect(one.world.clouds.standing, `cut ${cut}`).toHaveLength(1);
    }
  });
});

describe('a workflow that was cut off too often, wherever that was', () => {
  it('of a creation, leaves a deployment that has failed', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await watched({}, 0);
      if (!(await dies(one, one.deployment, cut))) return false;
      await expectEnded(one, cut);
      return true;
    });
    expect(cuts).toBeGreaterThan(35);
  });

  it('of a deletion, leaves one that can be deleted again', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await watched({}, 0);
      await one.run();
      const started = one.world.started.length;
      const current = await one.now();
      if (!current) throw new Error('there is nothing to delete');
      await deleteDeployment(one.world, current, { force: false });
      const operation = one.world.started[started];
      if (!operation || !(await dies(one, operation, cut))) return false;
      await expectEnded(one, cut);
      if (await one.now()) await one.delete();
      expect(await one.now(), `cut ${cut}`).toBeUndefined();
      expect(one.world.clouds.standing, `cut ${cut}`).toHaveLength(0);
      return true;
    });
    expect(cuts).toBeGreaterThan(20);
  });

  it('of an update, leaves one that can be updated again', async () => {
    const changed = templateOf({ web: { scalable: 'count: 2' }, db: {} });
    const one = async () => {
      const made = await watched({}, 0);
      await made.world.files.putTemplate(
        made.deployment.id,
        made.deployment.templateOf,
        templateOf({ web: {}, db: {} }),
      );
      await made.run();
      return made;
    };
    for (const cut of [1, 4, 9, 16, 25]) {
      const made = await one();
      expect(await dies(made, await made.update(changed), cut), `cut ${cut}`).toBe(true);
      await expectEnded(made, cut);
      await made.run(await made.update(changed));
      expect(await made.now(), `cut ${cut}`).toMatchObject({ status: 'UPDATE_COMPLETE' });
    }
  });
});

describe('a workflow that dies in its first step, again and again', () => {
  it('and cannot even say that it began, leaves an operation that is ended after an hour', async () => {
    const one = await watched({}, 0);
    one.world.clock.advance(59 * 60);
    await one.minute();
    expect(await one.now()).toMatchObject({ status: 'CREATE_IN_PROGRESS' });
    await expectEnded(one, 0);
  });

  it('is not one that never was: what nobody started is started, however late', async () => {
    const one = await watched();
    one.states.set(one.deployment.operation.id, 'UNKNOWN');
    one.world.clock.advance(5 * 60 * 60);
    await one.minute();
    expect(await one.now()).toMatchObject({ status: 'CREATE_IN_PROGRESS' });
    expect(one.world.started.map(({ operation }) => operation.id)).toContain(one.deployment.operation.id);
  });
});

describe('a workflow that is redriven', () => {
  it('is waited for, and may still complete its operation', async () => {
    const one = await watched();
    expect(await dies(one, one.deployment, 12)).toBe(true);
    one.states.set(one.deployment.operation.id, 'RUNNING');
    one.world.clock.advance(61 * 60);
    await one.minute();
    expect(one.swept).toEqual([]);
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
    one.states.delete(one.deployment.operation.id);
    one.world.clock.advance(61 * 60);
    await one.minute();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
  });

  it('too late changes nothing of what was ended', async () => {
    const one = await watched({}, 0);
    expect(await dies(one, one.deployment, 12)).toBe(true);
    one.world.clock.advance(61 * 60);
    await one.minute();
    const ended = await one.now();
    expect(ended).toMatchObject({ status: 'CREATE_FAILED' });
    await one.run();
    expect((await one.now())?.status).toBe('CREATE_FAILED');
    await one.delete();
    expect(await one.now()).toBeUndefined();
    expect(one.world.clouds.standing).toHaveLength(0);
  });
});

describe('a workflow of an action that dies unheard', () => {
  it('leaves its resource in ERROR, with the reason', async () => {
    const one = await watched();
    await one.run();
    const [resource, deployment] = [(await one.world.resources.all(one.deployment.id))[0], await one.now()];
    if (!resource || !deployment) throw new Error('there is no resource');
    await acceptAction({ ...one.world, actionSweepQueue: one.actions }, deployment, resource, 'stop');
    const now = () => one.world.resources.find(deployment.id, resource.id);
    one.states.set(one.world.actions[0]?.actionId ?? '', 'RUNNING');
    one.world.clock.advance(21 * 60);
    await one.minute();
    expect(await now()).toMatchObject({ state: 'STOPPING' });
    one.states.clear();
    one.world.clock.advance(61 * 60);
    await one.minute();
    expect(await now()).toMatchObject({ state: 'ERROR' });
    expect((await now())?.metadata['StateReason']).toContain('Lambda.Unknown');
    expect(one.swept).toEqual(['ended']);
  });
});
