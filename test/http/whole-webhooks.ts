import type { GroupWebhook } from '../../src/domain/publishing/group-webhooks.ts';
import { withSecret } from '../../src/http/webhooks/webhook-endpoint.ts';
import { subscribedAnswer, webhookList } from '../../src/http/webhooks/webhooks.ts';
import { people } from './requests.ts';

const webhook: GroupWebhook = {
  ...{ id: 'a', name: 'chat', url: 'https://hooks.example.org/1', form: 'cloudevents', kinds: ['FAILED'] },
  createdBy: people.lena,
  createdAt: '2026-11-20T15:33:12.345Z',
};
const place = { group: 'physics', issuer: people.lena.issuer };
const listed = async () => {
  const all = async () => [{ ...place, webhooks: [webhook] }];
  const ofGroup = () => ({ current: async () => ({ ...place, webhooks: [webhook] }), replace: async () => true });
  const { json } = await webhookList({ groupWebhooks: { all, ofGroup } })({ caller: people.lena });
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
