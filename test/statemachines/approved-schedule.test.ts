/** A schedule whose deployments need an approval by a rule: docs/decisions/0082. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policiesOf } from '../../src/adapters/policies/policies.ts';
import { deploymentsById } from '../../src/adapters/tables/deployments-by-id.ts';
import { eventSweepQueue, operationSweepQueue } from '../../src/adapters/tables/sweep-queues.ts';
import { decideApproval } from '../../src/domain/deployments/accepting/decide-approval.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { PolicyRule } from '../../src/domain/policies/rule.ts';
import type { ScheduleEvent } from '../../src/domain/schedules/schedule.ts';
import { sweepWorkflows } from '../../src/domain/schedules/sweep-workflows.ts';
import type { Caller } from '../../src/foundation/caller.ts';
import { eventList } from '../../src/http/schedules/schedule-list.ts';
import { callbackList } from '../domain/deployments/callback-list.ts';
import { owner, type World, worldOver } from '../e2e/schedules/world.ts';
import { noChecks } from '../support/no-checks.ts';
import { noMoving } from '../support/no-moving.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { arrived, fire } from './fire-schedule-world.ts';
import type { Ran } from './machines.ts';
import { scenarioOf } from './scenario.ts';

const large: PolicyRule = {
  ...{ id: 'large', effect: 'approval', when: 'total.instances > 0', message: 'it makes a machine' },
  approvers: ['leads'],
};
const lead: Caller = { ...owner, subject: 'lead', groups: ['leads'] };

let engine: Engine;
let clouds: ReturnType<typeof engineWorld>;
let world: World;
beforeAll(async () => {
  engine = await startEngine();
  clouds = engineWorld(engine);
  world = await worldOver(engine, undefined, clouds.clock);
});
afterAll(() => engine?.stop());

/** A file arrived, was replicated, and its deployment's own workflow ran until it waits. */
const waiting = async () => {
  const { schedule, event } = await arrived(world);
  expect(await fire(world, event)).toMatchObject({ status: 'SUCCEEDED' });
  const made = world.started.at(-1);
  if (made?.id !== event.deploymentId) throw new Error('the deployment was not started');
  const one = scenarioOf({ ...clouds, policies: policiesOf([large]) }, made);
  const first = await one.run();
  const now = async () => (await one.now()) as Deployment;
  return {
    ...{ schedule, event, first, now, run: one.run },
    decide: async (caller: Caller, decision: 'approve' | 'refuse', comment?: string) => {
      const deployment = await now();
      const digest = deployment.operation.approval?.digest ?? '';
      return decideApproval({ ...world, ...noChecks, ...noMoving }, deployment, caller, { decision, digest, comment });
    },
    /** what its owner sees of the file */
    seen: async () => {
      const ports = { ...world, deploymentsById: deploymentsById({ ...engine, ...tableOf('deployments') }) };
      const links = { base: 'https://service.example' } as Parameters<typeof eventList>[2]['links'];
      const page = await eventList(ports, { page: undefined } as never, { schedule, caller: owner, links });
      return (page as unknown as { content: readonly { deployment?: { status: string; task: string } }[] }).content[0];
    },
  };
};

const tableOf = (table: 'deployments' | 'scheduleEvents') => ({
  ...{ client: engine.client, clock: clouds.clock, table: engine.tables[table] },
});

/** Hours later the sweep looks at all that is there; the deployment's workflow ended as it did. */
const swept = async (of: ScheduleEvent, ran: Ran) => {
  const resumed: string[] = [];
  clouds.clock.advance(3 * 3_600);
  const state = ran.status as 'FAILED';
  await sweepWorkflows({
    ...world,
    ...noChecks,
    resumptions: 8,
    sweeps: { swept: () => void resumed.push('ended'), resumed: () => void resumed.push('resumed') },
    executions: {
      ofOperation: async ({ id }) => (id === of.deploymentId ? { state, ...errorOf(ran) } : { state: 'RUNNING' }),
      ofEvent: async () => ({ state: 'SUCCEEDED' }),
      ofAction: async () => ({ state: 'UNKNOWN' }),
      ofCallback: async () => ({ state: 'UNKNOWN' }),
    },
    operationSweepQueue: operationSweepQueue(tableOf('deployments')),
    eventSweepQueue: eventSweepQueue(tableOf('scheduleEvents')),
    actionSweepQueue: { due: async () => [], setNextCheck: async () => undefined },
    callbackSweepQueue: callbackList(),
  })();
  return resumed;
};

const errorOf = ({ error }: Ran) => (error === undefined ? {} : { error: error.split(':', 1).join() });

describe('a file of a schedule whose deployments need an approval', () => {
  it('waits for it, with its copies made, however often the sweep looks', async () => {
    const one = await waiting();
    expect(await one.now()).toMatchObject({ status: 'CREATE_IN_PROGRESS', task: 'APPROVAL' });
    expect(one.first).toMatchObject({ status: 'SUCCEEDED', path: ['Rank the providers', 'Wait for an approval'] });
    expect(await swept(one.event, one.first)).toEqual([]);
    expect(await swept(one.event, one.first)).toEqual([]);
    // under one name, so the callback of the schedule is told once
    expect([...new Set(world.notified)]).toEqual([expect.stringContaining(`${one.event.operationId}-approval-`)]);
    expect(clouds.clouds.made).toEqual([]);
    expect(await one.seen()).toMatchObject({
      ...{ replicationStatus: 'OK', deployment: { status: 'CREATE_IN_PROGRESS', task: 'APPROVAL' } },
    });
  });

  it('is deployed once it is approved by another than the owner of the schedule', async () => {
    const one = await waiting();
    await expect(one.decide({ ...owner, groups: ['leads'] }, 'approve')).rejects.toThrow('somebody else');
    await one.decide(lead, 'approve');
    expect(world.started.at(-1)).toMatchObject({ id: one.event.deploymentId });
    expect(await one.run(await one.now())).toMatchObject({ status: 'SUCCEEDED' });
    expect(await one.seen()).toMatchObject({ deployment: { status: 'CREATE_COMPLETE' } });
    expect(clouds.clouds.standing).toHaveLength(1);
  });

  it('says in the events of the schedule who has refused it, and why', async () => {
    const one = await waiting();
    const before = clouds.clouds.made.length;
    await one.decide(lead, 'refuse', 'too large');
    await one.run(await one.now());
    expect(await one.seen()).toMatchObject({
      deployment: {
        status: 'CREATE_FAILED',
        statusReason: expect.stringContaining('lead has refused the plan: too large'),
      },
    });
    expect(clouds.clouds.made).toHaveLength(before);
  });

  it('says that nobody has decided in time', async () => {
    const one = await waiting();
    clouds.clock.advance(8 * 24 * 3_600);
    expect(await swept(one.event, one.first)).toEqual(['ended']);
    expect(await one.seen()).toMatchObject({
      deployment: {
        status: 'CREATE_FAILED',
        statusReason: expect.stringContaining('nobody has approved the plan until'),
      },
    });
  });
});
