/** Webhooks that the managers of a group subscribe by a request: docs/events.md, docs/decisions/0103. */

import { ConflictError } from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Switch } from '../operators/switches.ts';
import type { Webhook } from './webhook.ts';

/** A group at its issuer. */
export interface GroupPlace {
  readonly group: string;
  readonly issuer: string;
}

export interface GroupWebhook extends Omit<Webhook, 'groups'> {
  /** unique in the installation: its receiver's key is made from it, so a name that is taken up later has another key */
  readonly id: string;
  readonly createdBy: Identity;
  /** ISO 8601 instant, UTC */
  readonly createdAt: string;
}

/** All of one group: they stand in one item, so that two managers cannot exceed the limit or take the same name. */
export interface WebhooksOfGroup extends GroupPlace {
  readonly webhooks: readonly GroupWebhook[];
}

export interface GroupWebhooks {
  /** those of all groups; UnavailableError */
  all(): Promise<readonly WebhooksOfGroup[]>;
  ofGroup(place: GroupPlace): Switch<WebhooksOfGroup>;
}

export interface SubscriptionPorts {
  readonly groupWebhooks: GroupWebhooks;
  /** whether the operators let groups subscribe */
  readonly groupsSubscribe: boolean;
}

/** Each of them is an execution for each event, which the operator pays for. */
const mostOfGroup = 5;

/** Those of the group with this one, in place of the one of its name. ConflictError when it is one too many. */
export const withWebhook = (
  place: GroupPlace,
  before: WebhooksOfGroup | undefined,
  webhook: GroupWebhook,
): WebhooksOfGroup => {
  const others = before?.webhooks.filter(({ name }) => name !== webhook.name) ?? [];
  if (others.length >= mostOfGroup)
    throw new ConflictError(
      `the group ${place.group} has ${others.length} webhooks (${others.map(({ name }) => name).join(', ')}), and ${mostOfGroup} are allowed: remove one first`,
    );
  const webhooks = [...others, webhook].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { group: place.group, issuer: place.issuer, webhooks };
};

/** undefined: none is left. */
export const withoutWebhook = (before: WebhooksOfGroup, name: string): WebhooksOfGroup | undefined => {
  const webhooks = before.webhooks.filter((one) => one.name !== name);
  return webhooks.length === 0 ? undefined : { ...before, webhooks };
};

/** As `publishEvents` takes them: each is told only of what was made for its group, whatever its filter says. */
export const webhooksOf = ({ group, issuer, webhooks }: WebhooksOfGroup): readonly Webhook[] =>
  webhooks.map(({ id, url, form, kinds }) => ({
    ...{ name: id, url, form, kinds, groups: [{ group, issuer }] },
    subscribedBy: { group, issuer },
  }));

/** Where a webhook of a group leads now; undefined: its managers have taken it away. */
export const subscribedAddress =
  ({ ofGroup }: Pick<GroupWebhooks, 'ofGroup'>) =>
  async (place: GroupPlace, webhookId: string): Promise<string | undefined> =>
    (await ofGroup(place).current())?.webhooks.find(({ id }) => id === webhookId)?.url;
