import { needsAttention } from '../../../foundation/attention.ts';
import { log } from '../../../foundation/log.ts';
import { aboutOf } from '../record/notification.ts';
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
  notification: Notification,
  { outcome, message }: CallbackOutcome,
): Promise<void> => {
  const { deploymentId, about, webhook } = notification;
  if (webhook !== undefined)
    return reportWebhook({ webhook: webhook.name, ...aboutOf(notification) }, { outcome, message });
  await timeline.add(deploymentId, {
    name: `callback-${notificationId}-${outcome}`,
    kind: outcome === 'sent' ? 'CALLBACK_SENT' : 'CALLBACK_FAILED',
    message: timelineMessage(`the callback (${about}) ${message}`),
    at: clock.now().toISOString(),
  });
};

/** An event about an event would be told in turn, without end. So only the log says it, and that it was given up the alarm. */
const reportWebhook = (
  fields: { readonly webhook: string } & ReturnType<typeof aboutOf>,
  { outcome, message }: CallbackOutcome,
): void => {
  if (outcome === 'given-up') needsAttention('callback-lost', `an event for a webhook ${message}`, fields);
  else log(outcome === 'sent' ? 'INFO' : 'WARN', `an event for a webhook ${message}`, fields);
};
