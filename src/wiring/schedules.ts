/** The ports that keep schedules and their events, in DynamoDB. */

import { scheduleEvents as eventTable } from '../adapters/tables/schedule-events.ts';
import { scheduleIndex as watchIndex } from '../adapters/tables/schedule-index.ts';
import { schedules as scheduleTable } from '../adapters/tables/schedules.ts';
import { countedEvents } from '../observability/counted.ts';
import { emit } from '../observability/metrics.ts';
import { once } from './once.ts';
import { scheduleEventsTable, schedulesTable } from './tables.ts';

export const schedules = once(() => scheduleTable(schedulesTable()));
export const scheduleIndex = once(() => watchIndex(schedulesTable()));
export const scheduleEvents = once(() => countedEvents(eventTable(scheduleEventsTable()), emit));
