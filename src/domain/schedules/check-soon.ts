import * as v from 'valibot';
import { needsAttention } from '../../foundation/attention.ts';
import type { Clock } from '../../foundation/clock.ts';
import { nextCheck, resumeMins } from '../deployments/record/deadlines.ts';
import type { Deployment, Interrupted } from '../deployments/record/deployment.ts';
import { executionName } from '../deployments/record/execution-name.ts';
import type { CallbackRef, Deployments, SweepQueue } from '../deployments/record/ports.ts';
import type { ActionRef } from '../deployments/record/workflows.ts';
import type { BackfillSweepQueue, Backfills } from './backfill-ports.ts';
import type { ScheduleEvents } from './ports.ts';
import type { ScheduleEvent } from './schedule.ts';

export interface CheckSoonPorts {
  readonly clock: Clock;
  readonly deployments: Pick<Deployments, 'find'>;
  readonly scheduleEvents: Pick<ScheduleEvents, 'find'>;
  readonly operationSweepQueue: Pick<SweepQueue<Deployment>, 'setNextCheck'>;
  readonly eventSweepQueue: Pick<SweepQueue<ScheduleEvent>, 'setNextCheck'>;
  readonly actionSweepQueue: Pick<SweepQueue<ActionRef>, 'setNextCheck'>;
  readonly callbackSweepQueue: Pick<SweepQueue<CallbackRef>, 'setNextCheck'>;
  readonly backfills: Pick<Backfills, 'find'>;
  readonly backfillSweepQueue: Pick<BackfillSweepQueue, 'setNextCheck'>;
}

/** EventBridge event `Step Functions Execution Status Change`: the part that is read. */
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
    scheduleId: v.string(),
    backfillId: v.string(),
  }),
);

type Ids = v.InferOutput<typeof idsSchema>;

/**
 * An execution failed, timed out or was stopped. Lets the sweep check its work at its next run, or after the pause that
 * follows an interruption, instead of in an hour. A late or repeated event is harmless. Does nothing for an execution
 * whose work another one has taken over, or for a nested one, whose parent handles its end.
 */
export const checkSoon =
  (ports: CheckSoonPorts) =>
  async ({ detail: { name, status, input } }: ExecutionEnded): Promise<void> => {
    // no alarm for a stopped execution: somebody decided to stop it
    if (status !== 'ABORTED')
      needsAttention('workflow-failed', 'a workflow was interrupted', { execution: name, executionStatus: status });
    const ids = v.parse(idsSchema, JSON.parse(input ?? '{}'));
    const dueAfter = (interrupted: Interrupted | undefined): Date =>
      status === 'ABORTED' ? ports.clock.now() : nextCheck(ports.clock.now(), resumeMins(interrupted?.times ?? 0));
    if (ids.actionId === name) return checkAction(ports, ids);
    if (ids.backfillId !== undefined) return checkBackfill(ports, ids);
    if (ids.notificationId !== undefined) return checkCallback(ports, ids.notificationId);
    const event = ids.eventId === undefined ? undefined : await ports.scheduleEvents.find(ids.eventId);
    if (event?.replicationStatus === 'REPLICATING') {
      const isCurrent = executionName(event.operationId, event.interrupted) === name;
      return isCurrent ? ports.eventSweepQueue.setNextCheck(event, dueAfter(event.interrupted)) : undefined;
    }
    const deployment = ids.deploymentId === undefined ? undefined : await ports.deployments.find(ids.deploymentId);
    if (deployment === undefined || deployment.operation.id !== ids.operationId) return;
    const { interrupted } = deployment.operation;
    const current = executionName(deployment.operation.id, event ? event.interrupted : interrupted);
    if (current === name) await ports.operationSweepQueue.setNextCheck(deployment, dueAfter(interrupted));
  };

const checkAction = async ({ actionSweepQueue, clock }: CheckSoonPorts, ids: Ids): Promise<void> => {
  const { deploymentId, resourceId, actionId } = ids;
  if (deploymentId === undefined || resourceId === undefined || actionId === undefined) return;
  await actionSweepQueue.setNextCheck({ deploymentId, resourceId, actionId }, clock.now());
};

/** What has ended is no longer among those that are checked. */
const checkBackfill = async ({ backfills, backfillSweepQueue, clock }: CheckSoonPorts, ids: Ids): Promise<void> => {
  const found = await backfills.find(ids.scheduleId ?? '', ids.backfillId ?? '');
  if (found?.status === 'RUNNING') await backfillSweepQueue.setNextCheck(found, nextCheck(clock.now(), resumeMins(0)));
};

/** Whichever of its executions ended: the check reads the current one. */
const checkCallback = ({ callbackSweepQueue, clock }: CheckSoonPorts, notificationId: string): Promise<void> =>
  callbackSweepQueue.setNextCheck({ notificationId }, nextCheck(clock.now(), resumeMins(0)));
