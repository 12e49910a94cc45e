import type { Passwords } from '../../foundation/clock.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  OperationSupersededError,
  ReplicationFailedError,
  RequestInProgressError,
  UnavailableError,
} from '../../foundation/errors.ts';
import { textWithProblems } from '../../foundation/problem-text.ts';
import type { Delegations } from '../credentials/ports.ts';
import { scheduleDelegation } from '../credentials/schedule-delegation.ts';
import { createDeployment } from '../deployments/accepting/create.ts';
import type { CreateRequest } from '../deployments/accepting/process-request.ts';
import { requireQuota } from '../deployments/accepting/require-quota.ts';
import { nameOfFile } from '../deployments/record/default-name.ts';
import type { EndedDeployments } from '../deployments/record/ended-records.ts';
import { givenOf } from '../deployments/record/given.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { Quotas } from '../quotas/quota.ts';
import { idsOfResources } from './event-ids.ts';
import { fillIn } from './file-parameters.ts';
import type { FileConfiguration, ScheduleEvents, Schedules } from './ports.ts';
import { chooseReplicas, urlOf } from './replica-choice.ts';
import type { Replica, Schedule, ScheduleEvent } from './schedule.ts';
import type { EventRef } from './step-inputs.ts';

export type BeginPorts = Pick<
  LifecyclePorts,
  'clock' | 'deployments' | 'resources' | 'files' | 'delegations' | 'imports' | 'workflows'
> & {
  readonly passwords: Passwords;
  readonly schedules: Pick<Schedules, 'find'>;
  readonly scheduleEvents: ScheduleEvents;
  readonly fileConfiguration: Pick<FileConfiguration, 'elements'>;
  readonly delegations: Delegations;
  readonly ended: Pick<EndedDeployments, 'find'>;
  /** absent: none is set */
  readonly quotas?: Quotas | undefined;
};

/**
 * Decides where the replicas go and makes the event's deployment, which waits (task DMS) until they are there. The
 * deployment's ids were chosen with the event, so a repeat makes no second deployment, and two runs at the same time make
 * one. No repeat makes one if the first was deleted: OperationSupersededError. NotFoundError when the schedule was deleted
 * meanwhile: then the event is removed too. InvalidError when the template cannot be deployed, UnavailableError while one of its
 * imports cannot be read, ForbiddenError when the
 * owner's authorization for the schedule is withdrawn.
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
      await requireQuotaOfEvent(ports, schedule);
      await makeDeployment(ports, schedule, event, replicas[0]).catch(explained).catch(ignoreMadeByOther);
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

/** Most problems of a template in the reason of an event. */
const mostProblems = 10;

/** Only name and message of an error leave the function, so the message has to say what is wrong with the template. */
const explained = (error: unknown): never => {
  if (!(error instanceof InvalidError)) throw error;
  const text = textWithProblems(error, mostProblems);
  throw importsAreAway(error) ? new UnavailableError(text, { cause: error }) : new InvalidError(text, { cause: error });
};

/**
 * The template and its imports were valid when the schedule was made. So what is wrong with an import now does not come from the
 * file, and may pass.
 */
const importsAreAway = ({ problems }: InvalidError): boolean =>
  problems.some(
    ({ code, severity, file }) => severity === 'error' && (code === 'import-failed' || /^https:/i.test(file)),
  );

/** Another run of this step has made the same deployment in between. */
const ignoreMadeByOther = (error: unknown): void => {
  if (!(error instanceof RequestInProgressError)) throw error;
};

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

/** The event fails with the reason: a file that arrives while a quota is reached is deployed by a backfill, or by hand. */
const requireQuotaOfEvent = async (ports: BeginPorts, { createdBy: owner, userGroup }: Schedule): Promise<void> => {
  try {
    await requireQuota(ports, { owner, userGroup });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    throw new ForbiddenError(error.message, { cause: error });
  }
};

const makeDeployment = async (
  ports: BeginPorts,
  schedule: Schedule,
  event: ScheduleEvent,
  replica: Pick<Replica, 'bucket' | 'key'> = { bucket: event.scope, key: event.name },
): Promise<void> => {
  const { scope, name, size, version, deploymentId, operationId } = event;
  // once another run has made the deployment, this one may store nothing more, and if it fails it may remove nothing
  const isHeld = async () => (await ports.deployments.find(deploymentId)) === undefined;
  const ids = idsOfResources(event);
  const request: CreateRequest = {
    eventId: event.id,
    ids: { deploymentId, operationId, isHeld },
    owner: schedule.createdBy,
    template: await ports.files.getTemplate(schedule.id, schedule.id),
    parameters: fillIn(schedule.parameters, {
      ...{ scope, name, url: urlOf(replica), bucket: replica.bucket, key: replica.key },
      ...{ size: size === undefined ? '' : String(size), version: version ?? '' },
    }),
    limits: schedule.limits,
    ...(schedule.origin && { origin: schedule.origin }),
    ...(schedule.protected && { protected: schedule.protected }),
    delegation: scheduleDelegation(ports.delegations, schedule),
    ...givenOf(schedule),
    ...nameOfFile(name, schedule.name),
  };
  await createDeployment({ ...ports, ids }, request, () => removeOthers(ports, deploymentId, ids.given));
};

/**
 * Removes what a run has left that planned other resources and died before it made the deployment. Not those that are
 * planned again: another run may have made the deployment with them.
 */
const removeOthers = async (
  { resources }: Pick<BeginPorts, 'resources'>,
  deploymentId: string,
  planned: ReadonlySet<string>,
): Promise<void> => {
  const others = (await resources.all(deploymentId)).map(({ id }) => id).filter((id) => !planned.has(id));
  if (others.length > 0) await resources.remove(deploymentId, others);
};
