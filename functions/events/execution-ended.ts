import { executionEndedEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { checkSoon } from '../../src/domain/schedules/check-soon.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';
import { backfillSweepQueue, backfills } from '../../src/wiring-backfills.ts';

/**
 * Runs when a workflow failed, timed out or was stopped. Makes the sweep check its operation, action, event, callback or
 * backfill soon.
 */
export const step = task(executionEndedEvent, checkSoon);

export const handler = onLambda(step, {
  actionSweepQueue: wiring.actionSweepQueue,
  backfills,
  backfillSweepQueue,
  callbackSweepQueue: wiring.callbackSweepQueue,
  clock: wiring.clock,
  deployments: wiring.deployments,
  eventSweepQueue: wiring.eventSweepQueue,
  operationSweepQueue: wiring.operationSweepQueue,
  scheduleEvents: wiring.scheduleEvents,
});
