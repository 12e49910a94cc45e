/**
 * Repositories that add ids to the lines of the log. The id of the request that accepts an operation is stored with the
 * operation, since no execution's input has it. From the first read or write of the deployment, which is the first thing a
 * step does, every line of that operation has it as `originRequestId`.
 */

import type { Deployment } from '../domain/deployments/record/deployment.ts';
import { cleanerFor } from '../domain/deployments/record/disclosure.ts';
import type { Deployments } from '../domain/deployments/record/ports.ts';
import type { ScheduleEvents } from '../domain/schedules/ports.ts';
import type { ScheduleEvent } from '../domain/schedules/schedule.ts';
import { alsoLogging, loggedFields, maskInLog } from '../foundation/log.ts';
import type { Cleaned } from '../tosca/secrets/values.ts';

export const tracedDeployments = (deployments: Deployments): Deployments => ({
  ...deployments,
  find: async (id) => {
    const found = await deployments.find(id);
    return found && traced(found);
  },
  accept: async (deployment, bounds) => {
    noteIds(deployment);
    await deployments.accept(withRequest(deployment), bounds);
  },
  supersede: async (seen, next) => {
    noteIds(next);
    await deployments.supersede(seen, withRequest(next));
  },
  markStarted: async (id, operationId) => traced(await deployments.markStarted(id, operationId)),
  record: async (...given) => traced(await deployments.record(...given)),
  markRemoving: async (id, operationId) => traced(await deployments.markRemoving(id, operationId)),
});

/** Computed with the first line: most reads write no line. */
const maskSecrets = (deployment: Deployment): void => {
  let cleaned: Cleaned | undefined;
  maskInLog(deployment.id, (text) => {
    cleaned ??= cleanerFor(deployment);
    return cleaned(text);
  });
};

const noteIds = (deployment: Deployment): void => {
  const { id, operation } = deployment;
  maskSecrets(deployment);
  alsoLogging({ deploymentId: id, operationId: operation.id });
};

const withRequest = (deployment: Deployment): Deployment => {
  const { requestId } = loggedFields();
  if (typeof requestId !== 'string') return deployment;
  return { ...deployment, operation: { ...deployment.operation, requestId } };
};

/** Adds nothing for another operation of the deployment, since these lines do not belong to it. */
const traced = (deployment: Deployment): Deployment => {
  const { id, requestId } = deployment.operation;
  maskSecrets(deployment);
  if (requestId !== undefined && loggedFields()['operationId'] === id) alsoLogging({ originRequestId: requestId });
  return deployment;
};

/** Adds the id of the schedule to the lines of its event. */
export const tracedEvents = (events: ScheduleEvents): ScheduleEvents => ({
  ...events,
  find: async (id) => {
    const found = await events.find(id);
    return found && ofSchedule(found);
  },
  markStarted: async (id) => ofSchedule(await events.markStarted(id)),
  change: async (id, changes) => ofSchedule(await events.change(id, changes)),
});

const ofSchedule = (event: ScheduleEvent): ScheduleEvent => {
  if (loggedFields()['eventId'] === event.id) alsoLogging({ scheduleId: event.scheduleId });
  return event;
};
