import { executionEndedEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { checkSoon } from '../../src/domain/schedules/check-soon.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { deployments } from '../../src/wiring/deployments.ts';
import { backfillSweepQueue, backfills } from '../../src/wiring/kept-backfills.ts';
import { scheduleEvents } from '../../src/wiring/schedules.ts';
import { actionSweepQueue, callbackSweepQueue, eventSweepQueue, operationSweepQueue } from '../../src/wiring/sweeps.ts';
import { clock } from '../../src/wiring/system.ts';

/**
 * Runs when a workflow failed, timed out or was stopped. Makes the sweep check its operation, action, event, callback or
 * backfill soon.
 */
export const step = task(executionEndedEvent, checkSoon);

export const handler = onLambda(step, {
  actionSweepQueue,
  backfills,
  backfillSweepQueue,
  callbackSweepQueue,
  clock,
  deployments,
  eventSweepQueue,
  operationSweepQueue,
  scheduleEvents,
});
