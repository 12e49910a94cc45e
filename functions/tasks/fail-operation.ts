import { failOperation } from '../../src/domain/deployments/finishing/fail-operation.ts';
import { failedOperationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';

/** Ends the operation as failed. */
export const step = task(failedOperationInput, failOperation);

export const handler = onLambda(step, {
  ...wiring.notifyPorts,
  attempts: wiring.attempts,
  clock: wiring.clock,
  deployments: wiring.deployments,
  providers: wiring.providers,
  resources: wiring.resources,
  timeline: wiring.timeline,
});
