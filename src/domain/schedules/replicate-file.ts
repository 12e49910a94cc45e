import { NotFoundError, NotReadyError, ReplicationFailedError } from '../../foundation/errors.ts';
import { owned } from '../deployments/record/operation.ts';
import type { Deployments } from '../deployments/record/ports.ts';
import type { EventChanges, FileConfiguration, Replicas, ScheduleEvents, Schedules } from './ports.ts';
import { chooseReplicas } from './replica-choice.ts';
import { type Replica, type ScheduleEvent, unfinishedCopies } from './schedule.ts';
import type { EventRef } from './step-inputs.ts';

interface Ports {
  readonly deployments: Pick<Deployments, 'find'>;
  readonly schedules: Pick<Schedules, 'find'>;
  readonly scheduleEvents: Pick<ScheduleEvents, 'find' | 'change'>;
  readonly replicas: Replicas;
  readonly fileConfiguration: Pick<FileConfiguration, 'elements'>;
}

/**
 * Makes the replicas of an event, one piece per call, and sets it to OK once all are there and verified. NotReadyError
 * while there is more to copy, ReplicationFailedError when a copy cannot be made or the schedule was deleted with its
 * events, OperationSupersededError when the deployment was deleted.
 */
export const replicateFile =
  (ports: Ports) =>
  async (ref: EventRef): Promise<void> => {
    await owned(ports.deployments, ref);
    const event = await ports.scheduleEvents.find(ref.eventId);
    if (event === undefined) throw scheduleGone();
    if (event.replicationStatus === 'OK') return;
    if (event.replicationStatus === 'STUCK')
      throw new ReplicationFailedError(event.reason ?? 'replication was given up');
    const planned = event.replicas?.length ? event.replicas : await chosenNow(ports, event);
    const next = planned.findIndex(({ done }) => !done);
    const current = planned[next];
    const replicas = current ? planned.with(next, await ports.replicas.advance(event, current)) : planned;
    const done = replicas.every(({ done }) => done);
    await record(ports, event.id, { replicas, ...(done && { replicationStatus: 'OK' }) });
    if (done) return;
    throw new NotReadyError(`${replicas.filter(({ done }) => done).length} of ${replicas.length} replicas are there`);
  };

/** If the schedule was deleted during the copy, its event is gone, and only this process still knows the uploads. */
const record = async (
  { scheduleEvents, replicas }: Ports,
  id: string,
  changes: EventChanges & { readonly replicas: readonly Replica[] },
): Promise<void> => {
  try {
    await scheduleEvents.change(id, changes);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await Promise.all(unfinishedCopies(changes.replicas).map((replica) => replicas.abandon(replica)));
    throw scheduleGone();
  }
};

/**
 * There were too few elements when the event started. Chooses again; if there are still too few, the error says what is
 * missing.
 */
const chosenNow = async (ports: Ports, event: ScheduleEvent): Promise<readonly Replica[]> => {
  const schedule = await ports.schedules.find(event.scheduleId);
  if (schedule === undefined) throw scheduleGone();
  return chooseReplicas(schedule, event, ports.fileConfiguration.elements);
};

export const scheduleGone = (): Error =>
  new ReplicationFailedError('the schedule was deleted while the file was being replicated');
