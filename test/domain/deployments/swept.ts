/** A world whose workflows stand as a test says, and the list of what is under way. */

import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { executionName } from '../../../src/domain/deployments/record/execution-name.ts';
import type { AcceptedQueue, Execution, ExecutionState } from '../../../src/domain/deployments/record/ports.ts';
import type { ActionRef } from '../../../src/domain/deployments/record/workflows.ts';
import type { Replica, ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { type SweepPorts, sweepWorkflows } from '../../../src/domain/schedules/sweep-workflows.ts';
import { noBackfills } from '../../support/no-backfills.ts';
import { noChecks } from '../../support/no-checks.ts';
import { memoryWorld, type World } from './world.ts';

/** Keeps what it was given with the instant from which it is due; `now` reads each one anew, as a table does. */
const listOf = <T>(now: (one: T) => Promise<T | undefined>, nameOf: (one: T) => string) => {
  const late: T[] = [];
  const places = new Map<string, { readonly one: T; readonly at: Date }>();
  const limits: number[] = [];
  const list: AcceptedQueue<T> = {
    late: async (_, limit) => {
      limits.push(limit);
      return late.slice(0, limit);
    },
    due: async (before, limit) => {
      limits.push(limit);
      const due = [...places.values()].filter(({ at }) => at < before).sort((a, b) => Number(a.at) - Number(b.at));
      const read = await Promise.all(due.slice(0, limit).map(({ one }) => now(one)));
      return read.filter((one) => one !== undefined);
    },
    setNextCheck: async (one, at) => {
      late.splice(late.indexOf(one) >>> 0, 1);
      if (at) places.set(nameOf(one), { one, at });
      else places.delete(nameOf(one));
    },
  };
  return { list, late, places, limits };
};

const past = new Date(0);

export const sweptWorld = (world: World = memoryWorld()) => {
  const states = new Map<string, ExecutionState>();
  const asked: string[] = [];
  /** of an execution by its name; one that failed did so for an error of the platform */
  const state = async (name: string): Promise<Execution> => {
    asked.push(name);
    const found = states.get(name) ?? 'UNKNOWN';
    return found === 'FAILED' ? { state: found, error: 'Lambda.ServiceException', cause: 'secret' } : { state: found };
  };
  const kept = new Map<string, ScheduleEvent>();
  const abandoned: Replica[] = [];
  const operations = listOf<Deployment>(
    ({ id }) => world.deployments.find(id),
    ({ id }) => id,
  );
  const events = listOf<ScheduleEvent>(
    async ({ id }) => kept.get(id),
    ({ id }) => id,
  );
  const actions = listOf<ActionRef>(
    async (action) => action,
    ({ actionId }) => actionId,
  );
  const swept: string[] = [];
  const resumed: string[] = [];
  const fired: ScheduleEvent[] = [];
  const ports: SweepPorts & typeof noBackfills = {
    ...noBackfills,
    ...noChecks,
    ...world,
    executions: {
      ofOperation: ({ operation }) => state(executionName(operation.id, operation.interrupted)),
      ofAction: ({ actionId }) => state(actionId),
      ofEvent: (name) => state(`event ${name}`),
      ofCallback: ({ notificationId, interrupted }) => state(executionName(notificationId, interrupted)),
    },
    sweeps: { swept: () => void swept.push('one'), resumed: () => void resumed.push('one') },
    resumptions: 2,
    eventWorkflows: { startEvent: async (event) => void fired.push(event) },
    operationSweepQueue: operations.list,
    eventSweepQueue: events.list,
    actionSweepQueue: actions.list,
    scheduleEvents: {
      find: async (id) => kept.get(id),
      change: async (id, changes) => {
        const event = { ...(kept.get(id) as ScheduleEvent), ...changes };
        kept.set(id, event);
        return event;
      },
      fail: () => Promise.reject(new Error('there is no schedule')),
    },
    schedules: { find: async () => undefined },
    replicas: { abandon: async (replica) => void abandoned.push(replica) },
  };
  return {
    world,
    ports,
    states,
    asked,
    abandoned,
    kept,
    operations,
    events,
    actions,
    sweptSoFar: () => swept.length,
    resumedSoFar: () => resumed.length,
    /** events whose workflow was started */
    fired,
    /** due from now on */
    operation: (deployment: Deployment) => operations.list.setNextCheck(deployment, past),
    event: async (event: ScheduleEvent) => {
      kept.set(event.id, event);
      await events.list.setNextCheck(event, past);
    },
    action: (action: ActionRef) => actions.list.setNextCheck(action, past),
    sweep: () => sweepWorkflows(ports)(),
  };
};
