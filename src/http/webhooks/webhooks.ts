import * as v from 'valibot';
import { managedGroup, managedGroups } from '../../domain/deployments/record/access.ts';
import { streamKinds } from '../../domain/deployments/record/event-stream.ts';
import type { WebhookDeliveries, WebhookDelivery } from '../../domain/deployments/record/webhook-deliveries.ts';
import {
  type GroupWebhook,
  type SubscriptionPorts,
  type WebhooksOfGroup,
  withoutWebhook,
  withWebhook,
} from '../../domain/publishing/group-webhooks.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock, Ids } from '../../foundation/clock.ts';
import { ConflictError, InvalidError } from '../../foundation/errors.ts';
import { identityOf } from '../../foundation/identity.ts';
import { log } from '../../foundation/log.ts';
import { type CreationPorts, callback } from '../deployments/creation.ts';
import { inTurn } from '../operators/in-turn.ts';
import { requireAsSeen } from '../operators/require-as-seen.ts';
import type { AdministratorInput } from '../pipeline/administrator.ts';
import { type Answer, entity, noContent, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { flag, members, optional, shortText } from '../pipeline/fields.ts';
import type { RequestIds } from '../pipeline/idempotency.ts';
import type { BodyOf } from '../schemas/answers.ts';

type Reading = Pick<SubscriptionPorts, 'groupWebhooks'>;
type Listing = Reading & { readonly webhookDeliveries: Pick<WebhookDeliveries, 'ofGroup'> };

export const webhookListQuery = v.object({ deliveries: v.optional(flag) });

interface ListInput {
  readonly caller: Caller;
  readonly query?: v.InferOutput<typeof webhookListQuery>;
}

/**
 * GET /webhooks: an extension (docs/decisions/0103). What the groups have subscribed that the caller manages. With `deliveries=true` also what became of
 * the latest events: only then the ETag changes with each of them, and a change with If-Match is about the list without.
 */
export const webhookList =
  (ports: Listing) =>
  async ({ caller, query }: ListInput): Promise<Answer> => {
    const all = await groupsOf(ports, caller);
    const views = await Promise.all(all.map((of) => viewsOf(ports, of, query?.deliveries === true)));
    const body: BodyOf<'WebhookList'> = { webhooks: views.flat() };
    return entity(body);
  };

const viewsOf = async (
  { webhookDeliveries }: Listing,
  of: WebhooksOfGroup,
  showsDeliveries: boolean,
): Promise<readonly BodyOf<'Webhook'>[]> => {
  const deliveries = showsDeliveries ? await webhookDeliveries.ofGroup(of) : new Map<string, WebhookDelivery>();
  return of.webhooks.map((one) => {
    const delivery = deliveries.get(one.id);
    return { ...viewOf(of, one), ...(delivery && { delivery: deliveryView(delivery) }) };
  });
};

const deliveryView = ({ deliveredAt, failingSince, failedTries, reason, ...last }: WebhookDelivery) => ({
  ...last,
  ...(deliveredAt !== undefined && { deliveredAt }),
  ...(failingSince !== undefined && { failingSince }),
  ...(failedTries !== undefined && { failedTries }),
  ...(reason !== undefined && { reason }),
});

const groupsOf = async ({ groupWebhooks }: Reading, caller: Caller): Promise<readonly WebhooksOfGroup[]> => {
  if (caller.isAdministrator) return groupWebhooks.all();
  const found = await Promise.all(managedGroups(caller).map((place) => groupWebhooks.ofGroup(place).current()));
  return found.flatMap((one) => one ?? []);
};

/** An address may hold a secret of the receiver after its host, and the key is shown once only. */
const viewOf = (
  { group, issuer }: Pick<WebhooksOfGroup, 'group' | 'issuer'>,
  { name, url, form = 'toscanini', kinds, createdBy, createdAt }: GroupWebhook,
): BodyOf<'Webhook'> => ({
  ...{ name, userGroup: group, issuer, form },
  url: `${new URL(url).origin}/********`,
  ...(kinds && { kinds: [...kinds] }),
  createdBy: identityOf(createdBy),
  createdAt,
});

const subscription = (ports: CreationPorts) =>
  members({
    url: callback(ports.callbacksToPrivateAddresses),
    form: optional(formName),
    kinds: optional(kindList),
  });

const formName = v.pipe(
  v.picklist(['toscanini', 'cloudevents'], 'must be toscanini or cloudevents'),
  v.metadata({ type: 'string', enum: ['toscanini', 'cloudevents'] }),
);

const kindRule = `must be at least one of ${streamKinds.join(', ')}`;

const kindList = v.pipe(
  v.array(v.picklist(streamKinds, kindRule), kindRule),
  v.minLength(1, kindRule),
  v.maxLength(streamKinds.length, kindRule),
  v.metadata({
    type: 'array',
    items: { type: 'string', enum: [...streamKinds] },
    minItems: 1,
    maxItems: streamKinds.length,
  }),
);

/** The body of PUT /webhooks/{name}; `webhook: null` takes it away. */
export const webhookChange = (ports: CreationPorts) =>
  members({ userGroup: shortText(255), webhook: v.nullable(subscription(ports)) });

export const webhookQuery = v.object(dryRunQuery);

type Input = AdministratorInput<typeof webhookQuery, ReturnType<typeof webhookChange>>;

type Ports = SubscriptionPorts & Listing & { readonly clock: Clock; readonly ids: Ids };

/** Part of the name of an execution of Step Functions, which takes 80 characters: so it has no "-". */
export const webhookId = (ids: Pick<RequestIds, 'operationId'>): string => ids.operationId.replaceAll('-', '');

/** Also in the description of the route, so it is of the kind that JSON Schema knows. */
export const webhookName = '^[a-z0-9]([a-z0-9-]{0,28}[a-z0-9])?$';

/**
 * PUT /webhooks/{name}: an extension. Only managers of the group and administrators. Its preconditions are about the list. What is there already keeps
 * its key; with `dryRun=true` nothing changes.
 */
export const changeWebhook =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { caller, path, body } = input;
    const place = managedGroup(caller, body.userGroup);
    const { name = '' } = path;
    if (!new RegExp(webhookName).test(name))
      throw new InvalidError(
        `the name of the webhook is ${JSON.stringify(name)}: it has 1 to 30 of a-z, 0-9 and "-", the last not at an end`,
      );
    if (body.webhook !== null && !ports.groupsSubscribe)
      throw new ConflictError(
        'groups cannot subscribe webhooks here: an operator allows it with events.groupWebhooks in the configuration',
      );
    return inTurn('webhooks', () => changed(ports, input, place, name));
  };

/** undefined: another manager has changed those of the group since they were read. */
const changed = async (
  ports: Ports,
  { caller, headers, query, body, ids }: Input,
  place: { readonly group: string; readonly issuer: string },
  name: string,
): Promise<Answer | undefined> => {
  const those = ports.groupWebhooks.ofGroup(place);
  const before = await those.current();
  await requireAsSeen(headers, () => webhookList(ports)({ caller }));
  const known = before?.webhooks.find((one) => one.name === name);
  const { webhook } = body;
  const next = webhook === null ? undefined : { ...(known ?? begun(ports, caller, ids)), ...given(name, webhook) };
  const after = next ? withWebhook(place, before, next) : before && withoutWebhook(before, name);
  if (query.dryRun)
    return ok({ webhook: known !== undefined, nextWebhook: next !== undefined } satisfies BodyOf<'WebhookDryRun'>);
  if (!(await those.replace(before, after))) return undefined;
  log('INFO', next ? 'a group has subscribed a webhook' : 'a group has taken a webhook away', {
    ...{ by: identityOf(caller), group: place.group, webhook: known?.id ?? next?.id, name },
  });
  return next === undefined || known ? noContent : subscribedAnswer(place, next);
};

const begun = ({ clock, ids: made }: Ports, caller: Caller, ids: RequestIds | undefined) => ({
  id: webhookId(ids ?? { operationId: made.next() }),
  createdBy: identityOf(caller),
  createdAt: clock.now().toISOString(),
});

const given = (name: string, { url, form, kinds }: NonNullable<Input['body']['webhook']>) => ({
  ...{ name, url },
  form,
  kinds,
});

/** Without its key, which is not written down: the route adds it (webhook-endpoint.ts). */
export const subscribedAnswer = (
  place: Pick<WebhooksOfGroup, 'group' | 'issuer'>,
  webhook: GroupWebhook,
): Answer & { readonly json: { readonly id: string } } => ({
  status: 201,
  json: { id: webhook.id, ...viewOf(place, webhook) },
});
