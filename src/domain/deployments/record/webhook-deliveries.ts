/** What became of the events for the webhook of a group, for who has subscribed it. */

/** A group at its issuer. */
interface Place {
  readonly group: string;
  readonly issuer: string;
}

export interface WebhookDelivery {
  /** `failing`: the last try failed, and others follow; `given-up`: the last event was tried for a day, or its address may not be called */
  readonly state: 'delivered' | 'failing' | 'given-up';
  /** of the last try: ISO 8601 instant, UTC, as the others */
  readonly at: string;
  readonly deliveredAt?: string | undefined;
  /** of the first of the tries that have failed since the last one that did not */
  readonly failingSince?: string | undefined;
  /** how many these are */
  readonly failedTries?: number | undefined;
  /** why the last of them failed; without the path of the address */
  readonly reason?: string | undefined;
}

export type DeliveryOutcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'failing' | 'given-up'; readonly reason: string };

export interface WebhookDeliveries {
  /** by the id of the webhook; those without an event in the last month are absent. UnavailableError */
  ofGroup(place: Place): Promise<ReadonlyMap<string, WebhookDelivery>>;
  /** UnavailableError */
  note(place: Place, webhookId: string, outcome: DeliveryOutcome): Promise<void>;
}
