import { failedActionInput } from '../../src/domain/deployments/step-inputs.ts';
import { failAction } from '../../src/domain/resources/fail-action.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import * as wiring from '../../src/wiring.ts';

/** Says on a resource why its action failed. */
export const step = task(failedActionInput, failAction);

export const handler = onLambda(step, {
  clock: wiring.clock,
  resources: wiring.resources,
});
