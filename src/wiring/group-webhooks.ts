/** What groups have subscribed themselves. */

import { groupsSubscribeSet } from '../adapters/configuration/webhooks.ts';
import { groupWebhooks as groupWebhooksIn } from '../adapters/tables/group-webhooks.ts';
import { webhookDeliveries as deliveriesIn } from '../adapters/tables/webhook-deliveries.ts';
import { subscribedAddress as addressIn } from '../domain/publishing/group-webhooks.ts';
import { once } from './once.ts';
import { deploymentsTable } from './tables.ts';

export const groupWebhooks = once(() => groupWebhooksIn(deploymentsTable()));
export const webhookDeliveries = once(() => deliveriesIn(deploymentsTable()));
export const groupsSubscribe = once(groupsSubscribeSet);
/** Where a webhook of a group leads now. */
export const subscribedAddress = once(() => addressIn(groupWebhooks()));
