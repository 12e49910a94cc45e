import { eachLogged } from '../../foundation/each-logged.ts';
import { errorOf } from '../deployments/accepting/resume.ts';
import type { SettleCallbackPorts } from '../deployments/finishing/settle-callback.ts';
import { endAction, settleOperation } from '../deployments/finishing/settle-operation.ts';
import { type SweepCheckPorts, type SweepTarget, sweep, sweepLate } from '../deployments/finishing/sweep.ts';
import { callbackSweep } from '../deployments/finishing/sweep-callbacks.ts';
import { actionCheckMins, checkMins } from '../deployments/record/deadlines.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import { executionName } from '../deployments/record/execution-name.ts';
import { inProgress } from '../deployments/record/lifecycle.ts';
import type { AcceptedQueue, Execution, Executions, LabelSweep, SweepQueue } from '../deployments/record/ports.ts';
import type { ActionRef } from '../deployments/record/workflows.ts';
import type { Checks } from '../drift/check.ts';
import { planCheck } from '../drift/request-check.ts';
import { idsOfEvent, type ScheduleEvent } from './schedule.ts';
import { type SettleEventPorts, settleEvent, settleWaiting } from './settle-event.ts';

export type SweepPorts = SettleEventPorts &
  SettleCallbackPorts &
  SweepCheckPorts & {
    readonly executions: Executions;
    readonly operationSweepQueue: AcceptedQueue<Deployment>;
    readonly eventSweepQueue: AcceptedQueue<ScheduleEvent>;
    readonly actionSweepQueue: SweepQueue<ActionRef>;
    readonly labelSweep: LabelSweep;
    readonly driftChecks: Pick<Checks, 'find' | 'replace'>;
    /** whether every standing deployment is checked once a day */
    readonly dailyChecks: boolean;
  };

/**
 * Resumes or ends what dead workflows left. Events come first: the end of an event ends the deployment that waits for its
 * file. A failure of one kind does not stop the others.
 */
export const sweepWorkflows = (ports: SweepPorts) => async (): Promise<void> => {
  const sweeps = [
    () => sweep(ports, events(ports)),
    () => sweepLate(ports, events(ports)),
    () => sweep(ports, operations(ports)),
    () => sweepLate(ports, operations(ports)),
    () => sweep(ports, actions(ports)),
    () => sweep(ports, callbackSweep(ports)),
    () => completeLabels(ports),
  ];
  const failures: unknown[] = [];
  for (const run of sweeps) await run().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'some workflows could not be checked');
};

/** Most deployments of one sweep. */
const labelsAtOnce = 100;

const completeLabels = async ({ labelSweep, clock }: SweepPorts): Promise<void> => {
  const failures = await eachLogged(await labelSweep.due(clock.now(), labelsAtOnce), {
    idsOf: (deploymentId) => ({ deploymentId }),
    run: (deploymentId) => labelSweep.complete(deploymentId),
    done: 'the entries of a deployment in the lists by label were completed',
    failed: 'the entries of a deployment in the lists by label could not be completed',
  });
  if (failures.length > 0) throw new AggregateError(failures, 'some labels could not be completed');
};

const operations = (ports: SweepPorts): SweepTarget<Deployment> & { sweepQueue: AcceptedQueue<Deployment> } => ({
  sweepQueue: ports.operationSweepQueue,
  everyMins: checkMins,
  idsOf: ({ id, operation }) => ({ deploymentId: id, operationId: operation.id }),
  isOpen: ({ status }) => inProgress(status),
  execution: (deployment) => executionFor(ports, deployment),
  settle: async (deployment, execution) => {
    const waits = inProgress(deployment.status) && deployment.task === 'DMS';
    const event = waits ? await eventOf(ports, deployment) : undefined;
    const settled = waits ? await settleWaiting(ports, { deployment, event }) : undefined;
    const outcome = settled ?? (await settleOperation(ports, deployment, execution));
    // the last look at an operation that has ended: from now on what it left is checked (docs/decisions/0079)
    if (ports.dailyChecks && !inProgress(deployment.status)) await planCheck(ports, deployment);
    return outcome;
  },
});

/**
 * Asks for the event's workflow first: the deployment's own workflow, if there is one, started before the event's ended.
 */
const executionFor = async (ports: SweepPorts, deployment: Deployment): Promise<Execution> => {
  const fire = deployment.task === 'DMS' ? await executionOfFire(ports, deployment) : unknown;
  if (fire.state === 'RUNNING') return fire;
  const own = await ports.executions.ofOperation(deployment);
  return own.state === 'UNKNOWN' ? fire : own;
};

const unknown: Execution = { state: 'UNKNOWN' };

const executionOfFire = async (ports: SweepPorts, deployment: Deployment): Promise<Execution> => {
  const event = await eventOf(ports, deployment);
  return ports.executions.ofEvent(executionName(deployment.operation.id, event?.interrupted));
};

/** undefined: the schedule was deleted, or an earlier release made the deployment. */
const eventOf = async (
  { scheduleEvents }: SweepPorts,
  { operation: { eventId } }: Deployment,
): Promise<ScheduleEvent | undefined> => (eventId === undefined ? undefined : scheduleEvents.find(eventId));

const events = (ports: SweepPorts): SweepTarget<ScheduleEvent> & { sweepQueue: AcceptedQueue<ScheduleEvent> } => ({
  sweepQueue: ports.eventSweepQueue,
  everyMins: checkMins,
  idsOf: idsOfEvent,
  isOpen: ({ replicationStatus }) => replicationStatus === 'REPLICATING',
  execution: ({ operationId, interrupted }) => ports.executions.ofEvent(executionName(operationId, interrupted)),
  settle: (event, execution) => settleEvent(ports, event, execution),
});

const actions = (ports: SweepPorts): SweepTarget<ActionRef> & { sweepQueue: SweepQueue<ActionRef> } => ({
  sweepQueue: ports.actionSweepQueue,
  everyMins: actionCheckMins,
  idsOf: (action) => ({ ...action }),
  isOpen: async ({ deploymentId, resourceId, actionId }) =>
    (await ports.resources.find(deploymentId, resourceId))?.action?.id === actionId,
  execution: (action) => ports.executions.ofAction(action),
  settle: (action, execution) => endAction(ports, action, errorOf(execution)),
});
