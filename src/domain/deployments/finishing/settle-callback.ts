import { ConflictError } from '../../../foundation/errors.ts';
import { errorOf, mayResume, oneMore, wasStarted } from '../accepting/resume.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { CallbackRef, CallbackSweepQueue, Execution } from '../record/sweep-queues.ts';
import { giveUpCallback } from '../reporting/give-up-callback.ts';
import { startCallback } from '../reporting/start-callback.ts';
import type { Settled } from './settle-operation.ts';

export type SettleCallbackPorts = Pick<LifecyclePorts, 'files' | 'timeline' | 'clock' | 'workflows'> & {
  readonly callbackSweepQueue: CallbackSweepQueue;
  readonly resumptions: number;
};

/**
 * Resumes a callback whose workflow is dead, or gives it up and reports that. A callback that was queued but never
 * started is started: the process that queued it died in between. If its workflow succeeded, the callback was sent or
 * given up.
 */
export const settleCallback = async (
  ports: SettleCallbackPorts,
  seen: CallbackRef,
  execution: Execution,
): Promise<Settled> => {
  const { notificationId, interrupted } = seen;
  if (execution.state === 'SUCCEEDED') return 'at-rest';
  if (interrupted === undefined && execution.state === 'UNKNOWN') {
    await startCallback(ports, notificationId);
    return 'resumed';
  }
  if (mayResume(interrupted, execution, ports.resumptions)) return resumeCallback(ports, seen, execution);
  await giveUpCallback(ports)({ notificationId, failure: errorOf(execution) });
  return 'ended';
};

/** Records the interruption first, so a repeat starts the same execution. */
const resumeCallback = async (
  ports: SettleCallbackPorts,
  seen: CallbackRef,
  execution: Execution,
): Promise<Settled> => {
  const { notificationId, interrupted } = seen;
  const again = wasStarted(interrupted, execution) ? oneMore(interrupted, execution, ports.clock.now()) : interrupted;
  try {
    if (again !== interrupted && again) await ports.callbackSweepQueue.interrupt(seen, again);
  } catch (error) {
    if (error instanceof ConflictError) return 'waiting'; // another process resumes it
    throw error;
  }
  if (again === undefined) await startCallback(ports, notificationId);
  else await ports.workflows.startNotification(notificationId, again); // the sweep checks it already
  return 'resumed';
};
