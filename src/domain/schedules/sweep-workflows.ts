import type { Deployment } from '../deployments/deployment.ts';
import { endAction, endOperation } from '../deployments/end-abandoned.ts';
import { inProgress } from '../deployments/lifecycle.ts';
import type { ActionRef, Begun, Clock, ExecutionState, Executions, Sweeps, UnderWay } from '../deployments/ports.ts';
import { type Swept, sweep, sweepLate } from '../deployments/sweep.ts';
import { type FailEventPorts, failEvent } from './fail-event.ts';
import { idsOfEvent, type ScheduleEvent } from './schedule.ts';

export type SweepPorts = FailEventPorts & {
  readonly clock: Clock;
  readonly executions: Executions;
  readonly sweeps: Sweeps;
  readonly operationsUnderWay: Begun<Deployment>;
  readonly eventsUnderWay: Begun<ScheduleEvent>;
  readonly actionsUnderWay: UnderWay<ActionRef>;
};

/**
 * Ends what dead workflows have left whose end nobody heard of: what execution-ended does when it hears of it. Events first:
 * with one ends the deployment that waits for its file. What fails of one kind does not keep the others.
 */
export const sweepWorkflows = (ports: SweepPorts) => async (): Promise<void> => {
  const sweeps = [
    () => sweep(ports, events(ports)),
    () => sweepLate(ports, events(ports)),
    () => sweep(ports, operations(ports)),
    () => sweepLate(ports, operations(ports)),
    () => sweep(ports, actions(ports)),
  ];
  const failures: unknown[] = [];
  for (const run of sweeps) await run().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'not every workflow could be looked after');
};

const operations = (ports: SweepPorts): Swept<Deployment> & { underWay: Begun<Deployment> } => ({
  underWay: ports.operationsUnderWay,
  idsOf: ({ id, operation }) => ({ deploymentId: id, operationId: operation.id }),
  isOpen: ({ status }) => inProgress(status),
  state: (deployment) => operationState(ports.executions, deployment),
  end: ({ id, operation }, failure) => endOperation(ports, { deploymentId: id, operationId: operation.id }, failure),
});

/** The event's workflow is asked first: the deployment's own was started before that one ended, if it ever was. */
const operationState = async (executions: Executions, deployment: Deployment): Promise<ExecutionState> => {
  const fire = deployment.task === 'DMS' ? await executions.ofEvent(deployment.operation.id) : 'UNKNOWN';
  if (fire === 'RUNNING') return fire;
  const own = await executions.ofOperation(deployment);
  return own === 'UNKNOWN' ? fire : own;
};

const events = (ports: SweepPorts): Swept<ScheduleEvent> & { underWay: Begun<ScheduleEvent> } => ({
  underWay: ports.eventsUnderWay,
  idsOf: idsOfEvent,
  isOpen: ({ replicationStatus }) => replicationStatus === 'REPLICATING',
  state: ({ operationId }) => ports.executions.ofEvent(operationId),
  end: async ({ id: eventId, deploymentId, operationId }, death) => {
    const event = await ports.scheduleEvents.find(eventId);
    if (event === undefined || event.replicationStatus === 'OK') return false;
    const isStuck = event.replicationStatus === 'STUCK';
    const failure = isStuck ? { Error: 'ReplicationFailedError', Cause: event.reason ?? '' } : death;
    await failEvent(ports)({ eventId, deploymentId, operationId, failure });
    return !isStuck;
  },
});

const actions = (ports: SweepPorts): Swept<ActionRef> & { underWay: UnderWay<ActionRef> } => ({
  underWay: ports.actionsUnderWay,
  idsOf: (action) => ({ ...action }),
  isOpen: async ({ deploymentId, resourceId, actionId }) =>
    (await ports.resources.find(deploymentId, resourceId))?.action?.id === actionId,
  state: (action) => ports.executions.ofAction(action),
  end: (action, failure) => endAction(ports, action, failure),
});
