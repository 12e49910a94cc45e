import type { Passwords } from '../../foundation/clock.ts';
import { NotFoundError, OperationSupersededError, ReplicationFailedError } from '../../foundation/errors.ts';
import type { Delegations } from '../credentials/ports.ts';
import { scheduleDelegation } from '../credentials/schedule-delegation.ts';
import { createDeployment } from '../deployments/accepting/create.ts';
import type { EndedDeployments } from '../deployments/record/ended-records.ts';
import { givenOf } from '../deployments/record/given.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import { fillIn } from './file-parameters.ts';
import type { FileConfiguration, ScheduleEvents, Schedules } from './ports.ts';
import { chooseReplicas, urlOf } from './replica-choice.ts';
import type { Replica, Schedule, ScheduleEvent } from './schedule.ts';
import type { EventRef } from './step-inputs.ts';

export type BeginPorts = Pick<
  LifecyclePorts,
  'clock' | 'ids' | 'deployments' | 'resources' | 'files' | 'delegations' | 'imports' | 'workflows'
> & {
  readonly passwords: Passwords;
  readonly schedules: Pick<Schedules, 'find'>;
  readonly scheduleEvents: ScheduleEvents;
  readonly fileConfiguration: Pick<FileConfiguration, 'elements'>;
  readonly delegations: Delegations;
  readonly ended: Pick<EndedDeployments, 'find'>;
};

/**
 * Decides where the replicas go and makes the event's deployment, which waits (task DMS) until they are there. The
 * deployment's ids were chosen with the event, so a repeat makes no second deployment. It makes none either if the first
 * was deleted: OperationSupersededError. NotFoundError when the schedule was deleted meanwhile: then the event is removed
 * too. InvalidError when the template cannot be deployed, ForbiddenError when the owner's authorization for the schedule
 * is withdrawn.
 */
export const beginEvent =
  (ports: BeginPorts) =>
  async ({ eventId }: EventRef): Promise<void> => {
    const { scheduleEvents, schedules } = ports;
    const event = await scheduleEvents.markStarted(eventId);
    const schedule = await schedules.find(event.scheduleId);
    if (schedule === undefined || schedule.leaving) {
      await scheduleEvents.remove(event);
      throw new NotFoundError(`schedule ${event.scheduleId} was deleted before its event ${eventId} began`);
    }
    const replicas = event.replicas ?? choose(ports, schedule, event);
    if (event.replicas === undefined) await scheduleEvents.change(eventId, { replicas });
    if ((await ports.deployments.find(event.deploymentId)) === undefined) {
      if (await wasMade(ports, event))
        throw new OperationSupersededError(`deployment ${event.deploymentId} was deleted`);
      await makeDeployment(ports, schedule, event, replicas[0]);
    }
    if (!event.deploymentMade) await scheduleEvents.change(eventId, { deploymentMade: true });
    await ports.deployments.markStarted(event.deploymentId, event.operationId);
  };

/**
 * A process may die after it made the deployment and before the event says so. If somebody deletes the deployment before
 * the repeat, only the record of ended deployments shows that it was made.
 */
const wasMade = async (
  { ended }: Pick<BeginPorts, 'ended'>,
  { deploymentMade, deploymentId }: ScheduleEvent,
): Promise<boolean> => deploymentMade ?? (await ended.find(deploymentId)) !== undefined;

/** Empty if no choice is possible: the deployment is made all the same, and the step that replicates reports the error. */
const choose = (
  { fileConfiguration }: Pick<BeginPorts, 'fileConfiguration'>,
  schedule: Schedule,
  event: ScheduleEvent,
): readonly Replica[] => {
  try {
    return chooseReplicas(schedule, event, fileConfiguration.elements);
  } catch (error) {
    if (error instanceof ReplicationFailedError) return [];
    throw error;
  }
};

const makeDeployment = async (
  ports: BeginPorts,
  schedule: Schedule,
  event: ScheduleEvent,
  replica: Pick<Replica, 'bucket' | 'key'> = { bucket: event.scope, key: event.name },
): Promise<void> => {
  const { scope, name, size, version, deploymentId, operationId } = event;
  await ports.resources.remove(deploymentId); // left by a run that died before it made the deployment
  await createDeployment(ports, {
    eventId: event.id,
    ids: { deploymentId, operationId },
    owner: schedule.createdBy,
    template: await ports.files.getTemplate(schedule.id, schedule.id),
    parameters: fillIn(schedule.parameters, {
      ...{ scope, name, url: urlOf(replica), bucket: replica.bucket, key: replica.key },
      ...{ size: size === undefined ? '' : String(size), version: version ?? '' },
    }),
    limits: schedule.limits,
    ...(schedule.origin && { origin: schedule.origin }),
    delegation: scheduleDelegation(ports.delegations, schedule),
    ...givenOf(schedule),
  });
};
