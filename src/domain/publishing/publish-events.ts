import { eachLogged } from '../../foundation/each-logged.ts';
import { type EventOutbox, type StreamEvent, subjectOf } from '../deployments/record/event-stream.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import { startCallback } from '../deployments/reporting/start-callback.ts';
import { type DescribeEvent, type Written, written } from './forms.ts';
import { type SubscriptionPorts, webhooksOf } from './group-webhooks.ts';
import { type Webhook, wants } from './webhook.ts';

/** Puts an event on the bus of the installation. */
export interface EventBus {
  put(event: StreamEvent, detail: string): Promise<void>;
}

export type PublishPorts = Pick<LifecyclePorts, 'clock' | 'files' | 'workflows' | 'callbackSweepQueue'> & {
  readonly eventOutbox: EventOutbox;
  readonly webhooks: readonly Webhook[];
  readonly eventBus: EventBus;
  readonly describeEvent: DescribeEvent;
} & SubscriptionPorts;

/** Most events of one run, each minute. */
const atOnce = 500;

/**
 * Hands each event that was written to the bus, and to the workflow of callbacks for each webhook that wants it; then takes it off the list. A process that
 * dies in between leaves it there, and a repeat gives all of it the same ids. AggregateError when some could not be handed over: the next run tries again.
 */
export const publishEvents = (ports: PublishPorts) => async (): Promise<void> => {
  const due = await ports.eventOutbox.due(ports.clock.now(), atOnce);
  const webhooks = due.length === 0 ? [] : [...ports.webhooks, ...(await subscribed(ports))];
  const failures = await eachLogged(due, {
    idsOf: (event) => ({ ...idsOf(event), event: event.id }),
    run: (event) => tell(ports, webhooks, event),
    done: 'an event was handed over',
    failed: 'an event could not be handed over, which is tried again',
  });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} events could not be handed over`);
};

/** As the log names them. */
const idsOf = ({ schedule, deployment }: StreamEvent) => ({
  ...(schedule && { scheduleId: schedule.id }),
  ...(deployment && { deploymentId: deployment.id }),
});

/** What groups have subscribed stays when the operator no longer lets them, and is told nothing. */
const subscribed = async ({ groupWebhooks, groupsSubscribe }: SubscriptionPorts): Promise<readonly Webhook[]> =>
  groupsSubscribe ? (await groupWebhooks.all()).flatMap(webhooksOf) : [];

const tell = async (ports: PublishPorts, webhooks: readonly Webhook[], event: StreamEvent): Promise<void> => {
  const described = ports.describeEvent(event);
  await ports.eventBus.put(event, JSON.stringify(described));
  for (const webhook of webhooks)
    if (wants(webhook, event)) await queue(ports, event, webhook, written(event, webhook.form, described));
  await ports.eventOutbox.settle(event);
};

/** The id is that of the event at this receiver, so whoever is told twice knows it. */
const queue = async (
  ports: PublishPorts,
  event: StreamEvent,
  { name, url, subscribedBy }: Webhook,
  { body, contentType }: Written,
): Promise<void> => {
  const id = `${event.id}-${name}`;
  await ports.files.putNotification(id, {
    ...{ url, body },
    ...idsOf(event),
    // an earlier release reads it of every callback
    deploymentId: subjectOf(event)?.id ?? '',
    about: `${event.kind} for ${name}`,
    sequence: Date.parse(event.writtenAt),
    webhook: { name, contentType, ...(subscribedBy && { subscribedBy }) },
  });
  await startCallback(ports, id);
};
