import type { LifecyclePorts, Notification } from '../record/ports.ts';
import { timelineMessage } from './timeline-event.ts';

interface Told {
  readonly outcome: 'sent' | 'failed' | 'given-up';
  readonly message: string;
}

/**
 * Tells of a callback in the timeline of its deployment, each outcome once. A deployment that is gone has none, nor has a callback
 * that an older release queued: it names no deployment. The timeline hears of it all the same when it is given up, since there it is
 * counted (src/observability/measured.ts).
 */
export const tellOfCallback = async (
  { timeline, clock }: Pick<LifecyclePorts, 'timeline' | 'clock'>,
  notificationId: string,
  { deploymentId, about }: Notification,
  { outcome, message }: Told,
): Promise<void> => {
  if (deploymentId === undefined && outcome !== 'given-up') return;
  await timeline.add(deploymentId ?? notificationId, {
    name: `callback-${notificationId}-${outcome}`,
    kind: outcome === 'sent' ? 'CALLBACK_SENT' : 'CALLBACK_FAILED',
    message: timelineMessage(`the callback (${about}) ${message}`),
    at: clock.now().toISOString(),
  });
};
