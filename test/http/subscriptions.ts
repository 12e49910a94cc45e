import { webhookKey } from '../../src/adapters/callbacks/callback.ts';
import { groupWebhooks } from '../../src/adapters/tables/group-webhooks.ts';
import type { TablePorts } from '../../src/adapters/tables/table.ts';
import { webhookDeliveries } from '../../src/adapters/tables/webhook-deliveries.ts';
import type { WebhookDeliveries } from '../../src/domain/deployments/record/webhook-deliveries.ts';
import type { SubscriptionPorts } from '../../src/domain/publishing/group-webhooks.ts';

export type Subscriptions = SubscriptionPorts & {
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookSecret: (id: string) => Promise<string | undefined>;
};

/** Webhooks that groups may subscribe, with keys that are made from "master". */
export const subscriptions = (table: TablePorts): Subscriptions => ({
  groupWebhooks: groupWebhooks(table),
  webhookDeliveries: webhookDeliveries(table),
  groupsSubscribe: true,
  webhookSecret: async (id) => webhookKey('master', id),
});
