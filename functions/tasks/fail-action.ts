import { failAction } from '../../src/domain/actions/fail-action.ts';
import { failedActionInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';

/** Records on a resource why its action failed. */
export const step = task(failedActionInput, failAction);

export const handler = onLambda(step, {
  clock: wiring.clock,
  resources: wiring.resources,
});
