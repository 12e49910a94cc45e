import { checkMins, nextCheck } from '../record/deadlines.ts';
import type { LifecyclePorts } from '../record/ports.ts';

/** Starts the workflow that sends a callback. The sweep checks the callback from before that, so none can be lost unnoticed. */
export const startCallback = async (
  { workflows, callbackSweepQueue, clock }: Pick<LifecyclePorts, 'workflows' | 'callbackSweepQueue' | 'clock'>,
  notificationId: string,
): Promise<void> => {
  await callbackSweepQueue.register(notificationId, nextCheck(clock.now(), checkMins));
  await workflows.startNotification(notificationId);
};
