/** Who is told of the events of all deployments. */

import { eventBus as busOf } from '../adapters/aws/event-bus.ts';
import { webhooksSet } from '../adapters/configuration/webhooks.ts';
import { optionalVariable } from '../adapters/environment/environment.ts';
import { eventOutbox as outboxOf } from '../adapters/tables/event-outbox.ts';
import { streamEventView } from '../http/events/event-list.ts';
import { once } from './once.ts';
import { deploymentsTable } from './tables.ts';

export const eventOutbox = once(() => outboxOf(deploymentsTable()));
export const webhooks = once(webhooksSet);
export const eventBus = once(() => busOf(optionalVariable('EVENT_BUS')));
export const describeEvent = once(() => streamEventView);
