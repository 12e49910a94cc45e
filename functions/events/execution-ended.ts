import { executionEndedEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { lookSoon } from '../../src/domain/schedules/look-soon.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';

/**
 * Runs when a workflow failed, timed out or was stopped. Makes the sweep check its operation, action, event or callback
 * soon.
 */
export const step = task(executionEndedEvent, lookSoon);

export const handler = onLambda(step, {
  actionsUnderWay: wiring.actionsUnderWay,
  callbacksUnderWay: wiring.callbacksUnderWay,
  clock: wiring.clock,
  deployments: wiring.deployments,
  eventsUnderWay: wiring.eventsUnderWay,
  operationsUnderWay: wiring.operationsUnderWay,
  scheduleEvents: wiring.scheduleEvents,
});
