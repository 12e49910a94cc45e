import * as v from 'valibot';
import { needsAttention } from '../../foundation/attention.ts';
import type { Clock } from '../../foundation/clock.ts';
import { nextLook, resumeMins } from '../deployments/record/deadlines.ts';
import type { Deployment, Interrupted } from '../deployments/record/deployment.ts';
import { executionName } from '../deployments/record/execution-name.ts';
import type { CallbackRef, Deployments, UnderWay } from '../deployments/record/ports.ts';
import type { ActionRef } from '../deployments/record/workflows.ts';
import type { ScheduleEvents } from './ports.ts';
import type { ScheduleEvent } from './schedule.ts';

export interface LookSoonPorts {
  readonly clock: Clock;
  readonly deployments: Pick<Deployments, 'find'>;
  readonly scheduleEvents: Pick<ScheduleEvents, 'find'>;
  readonly operationsUnderWay: Pick<UnderWay<Deployment>, 'lookAgain'>;
  readonly eventsUnderWay: Pick<UnderWay<ScheduleEvent>, 'lookAgain'>;
  readonly actionsUnderWay: Pick<UnderWay<ActionRef>, 'lookAgain'>;
  readonly callbacksUnderWay: Pick<UnderWay<CallbackRef>, 'lookAgain'>;
}

/** EventBridge, `Step Functions Execution Status Change`: the part that is read. */
export interface ExecutionEnded {
  readonly detail: { readonly name: string; readonly status: string; readonly input?: string | null | undefined };
}

const idsSchema = v.partial(
  v.object({
    deploymentId: v.string(),
    operationId: v.string(),
    eventId: v.string(),
    resourceId: v.string(),
    actionId: v.string(),
    notificationId: v.string(),
  }),
);

type Ids = v.InferOutput<typeof idsSchema>;

/**
 * An execution failed, timed out or was stopped: the sweep is to look at what it was for at its next turn, instead of in an hour,
 * or after the pause that an interruption has. A late or repeated event does no harm. Nothing is done for an execution that works for
 * nobody any more, and for a nested one, whose end is its parent's affair.
 */
export const lookSoon =
  (ports: LookSoonPorts) =>
  async ({ detail: { name, status, input } }: ExecutionEnded): Promise<void> => {
    // who stops one has decided so
    if (status !== 'ABORTED')
      needsAttention('workflow-failed', 'a workflow was cut off', { execution: name, executionStatus: status });
    const ids = v.parse(idsSchema, JSON.parse(input ?? '{}'));
    const dueAfter = (interrupted: Interrupted | undefined): Date =>
      status === 'ABORTED' ? ports.clock.now() : nextLook(ports.clock.now(), resumeMins(interrupted?.times ?? 0));
    if (ids.actionId === name) return lookAtAction(ports, ids);
    if (ids.notificationId !== undefined) return lookAtCallback(ports, ids.notificationId);
    const event = ids.eventId === undefined ? undefined : await ports.scheduleEvents.find(ids.eventId);
    if (event?.replicationStatus === 'REPLICATING') {
      const isCurrent = executionName(event.operationId, event.interrupted) === name;
      return isCurrent ? ports.eventsUnderWay.lookAgain(event, dueAfter(event.interrupted)) : undefined;
    }
    const deployment = ids.deploymentId === undefined ? undefined : await ports.deployments.find(ids.deploymentId);
    if (deployment === undefined || deployment.operation.id !== ids.operationId) return;
    const { interrupted } = deployment.operation;
    const current = executionName(deployment.operation.id, event ? event.interrupted : interrupted);
    if (current === name) await ports.operationsUnderWay.lookAgain(deployment, dueAfter(interrupted));
  };

const lookAtAction = async ({ actionsUnderWay, clock }: LookSoonPorts, ids: Ids): Promise<void> => {
  const { deploymentId, resourceId, actionId } = ids;
  if (deploymentId === undefined || resourceId === undefined || actionId === undefined) return;
  await actionsUnderWay.lookAgain({ deploymentId, resourceId, actionId }, clock.now());
};

/** Whichever of its executions it was: the look asks after the one that is to be at work. */
const lookAtCallback = ({ callbacksUnderWay, clock }: LookSoonPorts, notificationId: string): Promise<void> =>
  callbacksUnderWay.lookAgain({ notificationId }, nextLook(clock.now(), resumeMins(0)));
