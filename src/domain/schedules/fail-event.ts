import { failOperation } from '../deployments/fail-operation.ts';
import { messageOf } from '../deployments/operation.ts';
import type { ScheduleEvents } from './ports.ts';
import type { FailedEventRef } from './step-inputs.ts';

type Ports = Parameters<typeof failOperation>[0] & { readonly scheduleEvents: Pick<ScheduleEvents, 'find' | 'change'> };

/** Errors whose message is for the owner; another one's may tell internals, and stands in the workflow's history. */
const tellable: readonly string[] = ['ReplicationFailedError', 'InvalidError'];

/**
 * The file could not be replicated, or its deployment not be made: the event is STUCK and says why, and so does its
 * deployment, if there is one, which fails.
 */
export const failEvent =
  (ports: Ports) =>
  async ({ eventId, deploymentId, operationId, failure }: FailedEventRef): Promise<void> => {
    const event = await ports.scheduleEvents.find(eventId);
    const reason = tellable.includes(failure.Error)
      ? messageOf(failure)
      : `replication ended unexpectedly (${failure.Error}); ask the operators of this service about event ${eventId}`;
    if (event && event.replicationStatus !== 'OK')
      await ports.scheduleEvents.change(eventId, { replicationStatus: 'STUCK', reason });
    const deployment = await ports.deployments.find(deploymentId);
    if (deployment?.operation.id !== operationId) return;
    await ports.deployments.begin(deploymentId, operationId);
    await failOperation(ports)({ deploymentId, operationId, failure });
  };
