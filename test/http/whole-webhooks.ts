import type { WebhookDelivery } from '../../src/domain/deployments/record/webhook-deliveries.ts';
import type { GroupWebhook } from '../../src/domain/publishing/group-webhooks.ts';
import { withSecret } from '../../src/http/webhooks/webhook-endpoint.ts';
import { subscribedAnswer, webhookList } from '../../src/http/webhooks/webhooks.ts';
import { people } from './requests.ts';

const webhook: GroupWebhook = {
  ...{ id: 'a', name: 'chat', url: 'https://hooks.example.org/1', form: 'cloudevents', kinds: ['FAILED'] },
  createdBy: people.lena,
  createdAt: '2026-11-20T15:33:12.345Z',
};
const delivery: WebhookDelivery = {
  ...{ state: 'failing', at: '2026-11-20T16:33:12.345Z', deliveredAt: '2026-11-20T15:40:00.000Z' },
  ...{ failingSince: '2026-11-20T16:30:00.000Z', failedTries: 3, reason: 'hooks.example.org answered 500' },
};
const place = { group: 'physics', issuer: people.lena.issuer };
const listed = async () => {
  const all = async () => [{ ...place, webhooks: [webhook] }];
  const ofGroup = () => ({ current: async () => ({ ...place, webhooks: [webhook] }), replace: async () => true });
  const webhookDeliveries = { ofGroup: async () => new Map([[webhook.id, delivery]]) };
  const ports = { groupWebhooks: { all, ofGroup }, webhookDeliveries };
  const { json } = await webhookList(ports)({ caller: people.lena, query: { deliveries: true } });
  return json as { readonly webhooks: readonly unknown[] };
};

/** Answers about webhooks of groups that have every member of their description: whole-answers.test.ts. */
export const webhookAnswers = {
  WebhookList: [listed],
  Webhook: [async () => (await listed()).webhooks[0]],
  WebhookSubscribed: [
    async () => (await withSecret({ webhookSecret: async () => 's' }, subscribedAnswer(place, webhook))).json,
  ],
} as const;
