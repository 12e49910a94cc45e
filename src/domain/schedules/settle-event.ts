import { errorOf, mayResume, oneMore, type ResumePorts, wasStarted } from '../deployments/accepting/resume.ts';
import type { Settled } from '../deployments/finishing/settle-operation.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import type { Failure } from '../deployments/record/operation.ts';
import type { Execution, Executions } from '../deployments/record/ports.ts';
import { type FailEventPorts, failEvent } from './fail-event.ts';
import type { EventWorkflows } from './ports.ts';
import { scheduleGone } from './replicate-file.ts';
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
  const { deploymentId, operationId } = event;
  const isStuck = event.replicationStatus === 'STUCK';
  if (!isStuck && mayResume(event.interrupted, execution, ports.resumptions))
    return resumeEvent(ports, event, execution);
  const failure = isStuck ? stuck(event) : errorOf(execution);
  await failEvent(ports)({ eventId, deploymentId, operationId, failure });
  return isStuck ? 'at-rest' : 'ended';
};

/**
 * Settles a deployment that waits for its file and whose workflows are all dead: without its file it must not be started.
 * undefined: the file is there, so it is settled as every other one. `event` is undefined when it went with its schedule.
 */
export const settleWaiting = async (
  ports: SettleEventPorts & { readonly executions: Pick<Executions, 'ofOperation'> },
  { deployment, event }: { readonly deployment: Deployment; readonly event: ScheduleEvent | undefined },
): Promise<Settled | undefined> => {
  const { id: deploymentId, operation } = deployment;
  if (event?.replicationStatus === 'REPLICATING') return 'waiting'; // its event is checked separately
  if (event?.replicationStatus === 'OK' || operation.eventId === undefined) return undefined;
  const ref = { eventId: operation.eventId, deploymentId, operationId: operation.id };
  if (event !== undefined) {
    await failEvent(ports)({ ...ref, failure: stuck(event) });
    return 'finished';
  }
  if (operation.interrupted !== undefined || (await ports.executions.ofOperation(deployment)).state !== 'UNKNOWN')
    return undefined; // it was started, so the file was there
  const { name, message } = scheduleGone();
  await failEvent(ports)({ ...ref, failure: { Error: name, Cause: message } });
  return 'ended';
};

const stuck = ({ reason = '' }: ScheduleEvent): Failure => ({ Error: 'ReplicationFailedError', Cause: reason });

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
