import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type {
  DeliveryOutcome,
  WebhookDeliveries,
  WebhookDelivery,
} from '../../domain/deployments/record/webhook-deliveries.ts';
import { digestOf } from './digest.ts';
import { itemsUnder } from './query.ts';
import type { TablePorts } from './table.ts';

/** What is kept of a webhook that is gone expires, also when a try in progress writes it once more. */
const keptSeconds = 30 * 86_400;

/** One item for each webhook of a group, all of the group in one partition. Each try is one write, which reads nothing. */
export const webhookDeliveries = (ports: TablePorts): WebhookDeliveries => ({
  ofGroup: async ({ issuer, group }) => {
    const items = await itemsUnder(ports, partitionOf(issuer, group));
    return new Map(items.map((item) => [String(item['sk']), deliveryOf(item)]));
  },
  note: async ({ issuer, group }, webhookId, outcome) => {
    const now = ports.clock.now();
    const names = { '#state': 'state', '#at': 'at', '#expiresAt': 'expiresAt' };
    const expiresAt = Math.ceil(now.getTime() / 1000) + keptSeconds;
    const values = { ':state': outcome.state, ':at': now.toISOString(), ':expiresAt': expiresAt };
    const more = outcome.state === 'delivered' ? delivered : failed(outcome);
    const command = new UpdateCommand({
      TableName: ports.table,
      Key: { pk: partitionOf(issuer, group), sk: webhookId },
      UpdateExpression: `SET #state = :state, #at = :at, #expiresAt = :expiresAt, ${more.expression}`,
      ExpressionAttributeNames: { ...names, ...more.names },
      ExpressionAttributeValues: { ...values, ...more.values },
    });
    await ports.client.send(command);
  },
});

const partitionOf = (issuer: string, group: string): string => `webhook-deliveries#${digestOf(issuer, group)}`;

const failure = { '#since': 'failingSince', '#tries': 'failedTries', '#reason': 'reason' } as const;

const delivered = {
  expression: '#deliveredAt = :at REMOVE #since, #tries, #reason',
  names: { '#deliveredAt': 'deliveredAt', ...failure },
  values: {},
};

/** To give up an event is not another try. */
const failed = ({ state, reason }: Extract<DeliveryOutcome, { readonly reason: string }>) => ({
  expression: '#since = if_not_exists(#since, :at), #reason = :reason ADD #tries :tries',
  names: failure,
  values: { ':reason': reason, ':tries': state === 'failing' ? 1 : 0 },
});

const deliveryOf = (item: Readonly<Record<string, unknown>>): WebhookDelivery => {
  const { state, at, deliveredAt, failingSince, failedTries, reason } = item as unknown as WebhookDelivery;
  return { state, at, deliveredAt, failingSince, failedTries, reason };
};
