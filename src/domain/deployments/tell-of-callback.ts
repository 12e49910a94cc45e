import type { LifecyclePorts, Notification } from './ports.ts';
import { timelineMessage } from './tell.ts';

interface Told {
  readonly outcome: 'sent' | 'failed' | 'given-up';
  readonly message: string;
}

/** Tells of a callback in the timeline of its deployment, each outcome once. A deployment that is gone has none. */
export const tellOfCallback = async (
  { timeline, clock }: Pick<LifecyclePorts, 'timeline' | 'clock'>,
  notificationId: string,
  { deploymentId, about }: Notification,
  { outcome, message }: Told,
): Promise<void> => {
  if (deploymentId === undefined) return;
  await timeline.add(deploymentId, {
    name: `callback-${notificationId}-${outcome}`,
    kind: outcome === 'sent' ? 'CALLBACK_SENT' : 'CALLBACK_FAILED',
    message: timelineMessage(`the callback (${about}) ${message}`),
    at: clock.now().toISOString(),
  });
};
