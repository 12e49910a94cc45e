import type { GroupWebhooks } from '../../domain/publishing/group-webhooks.ts';
import { type Answer, tagOf } from '../pipeline/answer.ts';
import { type CallerPorts, identified, required } from '../pipeline/caller.ts';
import type { Exchange } from '../pipeline/exchange.ts';
import type { IdempotencyPorts } from '../pipeline/idempotency.ts';
import { idempotent, type Recover } from '../pipeline/idempotent.ts';
import { parsed } from '../pipeline/shape.ts';
import { input, type LambdaHandler, type LinkPorts, route } from '../pipeline/stack.ts';
import { changeWebhook, subscribedAnswer, webhookChange, webhookId, webhookList, webhookQuery } from './webhooks.ts';

type Ports = Parameters<typeof changeWebhook>[0] &
  Parameters<typeof webhookChange>[0] &
  LinkPorts &
  CallerPorts &
  IdempotencyPorts & {
    /** the key with which a receiver tells our requests from forged ones; undefined: nothing is signed */
    readonly webhookSecret: (id: string) => Promise<string | undefined>;
  };

/**
 * The key is worked out from the id of the webhook when a subscription is answered, also to a repeat of its request: so it is in no table, nor in what
 * is kept of the request.
 */
export const webhookEndpoint = (ports: Ports): LambdaHandler => {
  const run = changeWebhook(ports);
  const shape = { query: webhookQuery, body: webhookChange };
  const work = idempotent(ports, wasSubscribed(ports), [parsed(shape, ports)], (exchange: Exchange) =>
    run({
      ...input<typeof webhookQuery, ReturnType<typeof webhookChange>>(exchange, ports),
      caller: required(exchange.caller),
    }),
  );
  return route(ports, [identified(ports)], async (exchange) => {
    const answer = await work(exchange);
    if (answer.status !== 201) return answer;
    const { base } = input(exchange, ports).links;
    // If-Match is about the list
    const tag = tagOf(await webhookList(ports)({ caller: required(exchange.caller) })) ?? '';
    const shown = await withSecret(ports, answer);
    return { ...shown, tag, headers: { ...shown.headers, Location: `${base}/webhooks` } };
  });
};

/** Adds the key to the answer to a subscription. */
export const withSecret = async ({ webhookSecret }: Pick<Ports, 'webhookSecret'>, answer: Answer): Promise<Answer> => {
  const { id, ...shown } = answer.json as { readonly id: string };
  const secret = await webhookSecret(id);
  return { ...answer, json: { ...shown, ...(secret !== undefined && { secret }) } };
};

/** What an earlier process subscribed under the ids of the same request. */
const wasSubscribed =
  ({ groupWebhooks }: { readonly groupWebhooks: Pick<GroupWebhooks, 'all'> }): Recover =>
  async (_, ids) => {
    for (const of of await groupWebhooks.all()) {
      const found = of.webhooks.find(({ id }) => id === webhookId(ids));
      if (found) return subscribedAnswer(of, found);
    }
    return undefined;
  };
