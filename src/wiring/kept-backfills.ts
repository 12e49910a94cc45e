/** The ports that keep backfills, in DynamoDB. */

import { backfillSweepQueue as backfillQueue, backfills as backfillTable } from '../adapters/tables/backfills.ts';
import { once } from './once.ts';
import { scheduleEventsTable } from './tables.ts';

export const backfills = once(() => backfillTable(scheduleEventsTable()));
export const backfillSweepQueue = once(() => backfillQueue(scheduleEventsTable()));
