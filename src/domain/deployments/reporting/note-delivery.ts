import type { Notification } from '../record/ports.ts';
import type { DeliveryOutcome, WebhookDeliveries } from '../record/webhook-deliveries.ts';
import { timelineMessage } from './timeline-message.ts';

export interface DeliveryPorts {
  /** absent: no group subscribes */
  readonly webhookDeliveries?: Pick<WebhookDeliveries, 'note'>;
}

/**
 * Notes the try of an event for the webhook of a group, for the group to see; it is in nobody's timeline. UnavailableError: the try is made again
 * rather than not noted, and a receiver knows an event that comes twice.
 */
export const noteDelivery = async (
  { webhookDeliveries }: DeliveryPorts,
  { webhook }: Notification,
  outcome: DeliveryOutcome,
): Promise<void> => {
  if (webhook?.subscribedBy === undefined) return;
  if (webhookDeliveries === undefined) throw new Error('nothing keeps what became of events for webhooks of groups');
  const kept = outcome.state === 'delivered' ? outcome : { ...outcome, reason: timelineMessage(outcome.reason) };
  await webhookDeliveries.note(webhook.subscribedBy, webhook.name, kept);
};
