/** What the sweep of the workflows looks at, in DynamoDB. */

import { expiries as expiriesOf } from '../adapters/tables/expiries.ts';
import { hoursRuns as hoursLooksOf } from '../adapters/tables/hours-runs.ts';
import { labelSweep as labelSweepOf } from '../adapters/tables/labelling.ts';
import * as sweepQueue from '../adapters/tables/sweep-queues.ts';
import { countedSweeps } from '../observability/counted-sweeps.ts';
import { emit } from '../observability/metrics.ts';
import { once } from './once.ts';
import { deploymentsTable, scheduleEventsTable } from './tables.ts';

export const operationSweepQueue = once(() => sweepQueue.operationSweepQueue(deploymentsTable()));
export const actionSweepQueue = once(() => sweepQueue.actionSweepQueue(deploymentsTable()));
export const callbackSweepQueue = once(() => sweepQueue.callbackSweepQueue(deploymentsTable()));
export const eventSweepQueue = once(() => sweepQueue.eventSweepQueue(scheduleEventsTable()));
export const expiries = once(() => expiriesOf(deploymentsTable()));
export const hoursRuns = once(() => hoursLooksOf(deploymentsTable()));
export const labelSweep = once(() => labelSweepOf(deploymentsTable()));
export const sweeps = once(() => countedSweeps(emit));
