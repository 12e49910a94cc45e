import { NotFoundError } from '../../foundation/errors.ts';
import { failOperation } from '../deployments/finishing/fail-operation.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import { inProgress } from '../deployments/record/lifecycle.ts';
import { type Failure, messageOf } from '../deployments/record/operation.ts';
import type { Replicas, ScheduleEvents, Schedules } from './ports.ts';
import { type Replica, type ScheduleEvent, unfinishedCopies } from './schedule.ts';
import type { FailedEventRef } from './step-inputs.ts';

export type FailEventPorts = Parameters<typeof failOperation>[0] & {
  readonly scheduleEvents: Pick<ScheduleEvents, 'find' | 'change' | 'fail'>;
  readonly schedules: Pick<Schedules, 'find'>;
  readonly replicas: Pick<Replicas, 'abandon'>;
};

/**
 * Ends an event whose file could not be replicated, or whose deployment could not be made. The event is STUCK with a
 * reason; its deployment, if there is one, fails with it. Unfinished multipart copies are given up. A repeat is harmless,
 * and finishes what a dead process left. UnavailableError while a storage element is away: the rest is done by then.
 */
export const failEvent =
  (ports: FailEventPorts) =>
  async (ref: FailedEventRef): Promise<void> => {
    const event = await ports.scheduleEvents.find(ref.eventId);
    if (event?.replicationStatus === 'REPLICATING') await stick(ports, event, reasonOf(ref.failure, ref.eventId));
    try {
      await failWaiting(ports, ref);
    } finally {
      if (event) await Promise.all(undone(event).map((replica) => ports.replicas.abandon(replica)));
    }
  };

const failWaiting = async (ports: FailEventPorts, ref: FailedEventRef): Promise<void> => {
  const { deploymentId, operationId, failure } = ref;
  const deployment = await ports.deployments.find(deploymentId);
  if (!deployment || deployment.operation.id !== operationId || hasStarted(deployment)) return;
  await ports.deployments.markStarted(deploymentId, operationId);
  await failOperation(ports)({ deploymentId, operationId, failure });
};

/** Whether the deployment's own workflow has started: perhaps only the answer to its start was lost. */
const hasStarted = ({ status, task }: Deployment): boolean =>
  inProgress(status) ? task !== 'DMS' : status.endsWith('_COMPLETE');

/**
 * An event that is gone was removed with its schedule; its deployment stays, and has to end. Where only the schedule is gone, nobody
 * asks about its files any more.
 */
const stick = async (ports: FailEventPorts, event: ScheduleEvent, reason: string): Promise<void> => {
  const { scheduleEvents, schedules } = ports;
  const schedule = await schedules.find(event.scheduleId);
  try {
    if (schedule) await scheduleEvents.fail(event, reason, schedule);
    else await scheduleEvents.change(event.id, { replicationStatus: 'STUCK', reason });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
};

const undone = ({ replicas = [], replicationStatus }: ScheduleEvent): readonly Replica[] =>
  replicationStatus === 'OK' ? [] : unfinishedCopies(replicas);

/**
 * Errors whose message the owner may read. The message of another error may hold internals; it is in the workflow's
 * history.
 */
const reportedAsIs: readonly string[] = [
  'ReplicationFailedError',
  'InvalidError',
  'TooLargeError',
  'NotFoundError',
  'ForbiddenError',
  'UnavailableError',
];

const reasonOf = (failure: Failure, eventId: string): string => {
  if (failure.Error === 'OperationSupersededError') return 'its deployment was deleted before the file was replicated';
  if (reportedAsIs.includes(failure.Error)) return messageOf(failure);
  return `replication ended unexpectedly (${failure.Error}); ask the operators of this service about event ${eventId}`;
};
