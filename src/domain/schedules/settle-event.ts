import { errorOf, mayResume, oneMore, type ResumePorts, wasStarted } from '../deployments/accepting/resume.ts';
import type { Settled } from '../deployments/finishing/settle-operation.ts';
import type { Execution } from '../deployments/record/ports.ts';
import { type FailEventPorts, failEvent } from './fail-event.ts';
import type { EventWorkflows } from './ports.ts';
import type { ScheduleEvent } from './schedule.ts';

export type SettleEventPorts = FailEventPorts & ResumePorts & { readonly eventWorkflows: EventWorkflows };

/**
 * Resumes an event whose workflow is dead, or ends it; cleans up after one that is STUCK. `seen`: the event as it was
 * when its execution was checked.
 */
export const settleEvent = async (
  ports: SettleEventPorts,
  seen: ScheduleEvent,
  execution: Execution,
): Promise<Settled> => {
  const eventId = seen.id;
  const event = await ports.scheduleEvents.find(eventId);
  if (event === undefined || event.replicationStatus === 'OK') return 'at-rest';
  if (event.interrupted?.times !== seen.interrupted?.times) return 'waiting';
  const { deploymentId, operationId, reason = '' } = event;
  const isStuck = event.replicationStatus === 'STUCK';
  if (!isStuck && mayResume(event.interrupted, execution, ports.resumptions))
    return resumeEvent(ports, event, execution);
  const failure = isStuck ? { Error: 'ReplicationFailedError', Cause: reason } : errorOf(execution);
  await failEvent(ports)({ eventId, deploymentId, operationId, failure });
  return isStuck ? 'at-rest' : 'ended';
};

/**
 * Replication continues with the existing copies. The interruption is recorded first, so a repeat starts the same
 * execution.
 */
const resumeEvent = async (ports: SettleEventPorts, seen: ScheduleEvent, execution: Execution): Promise<Settled> => {
  const { id, interrupted } = seen;
  const event = wasStarted(interrupted, execution)
    ? await ports.scheduleEvents.change(id, { interrupted: oneMore(interrupted, execution, ports.clock.now()) })
    : seen;
  await ports.eventWorkflows.startEvent(event);
  return 'resumed';
};
