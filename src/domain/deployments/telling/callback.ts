import type { LifecyclePorts, Notification } from '../record/ports.ts';
import { timelineMessage } from './timeline-event.ts';

interface Told {
  readonly outcome: 'sent' | 'failed' | 'given-up';
  readonly message: string;
}

/**
 * Adds the outcome of a callback to the deployment's timeline, each outcome once. A removed deployment has no timeline,
 * and a callback that an older release queued names no deployment. A callback that is given up is passed to the
 * timeline's port in every case, since that port counts it (src/observability/measured.ts).
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
