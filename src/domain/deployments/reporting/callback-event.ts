import type { LifecyclePorts, Notification } from '../record/ports.ts';
import { timelineMessage } from './timeline-message.ts';

interface CallbackOutcome {
  readonly outcome: 'sent' | 'failed' | 'given-up';
  readonly message: string;
}

/**
 * Adds the outcome of a callback to the deployment's timeline, each outcome once. A removed deployment has no timeline;
 * the port still counts a callback that is given up (src/observability/counted.ts).
 */
export const addCallbackEvent = async (
  { timeline, clock }: Pick<LifecyclePorts, 'timeline' | 'clock'>,
  notificationId: string,
  { deploymentId, about }: Notification,
  { outcome, message }: CallbackOutcome,
): Promise<void> => {
  await timeline.add(deploymentId, {
    name: `callback-${notificationId}-${outcome}`,
    kind: outcome === 'sent' ? 'CALLBACK_SENT' : 'CALLBACK_FAILED',
    message: timelineMessage(`the callback (${about}) ${message}`),
    at: clock.now().toISOString(),
  });
};
