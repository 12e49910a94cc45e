import { failAction } from '../../src/domain/actions/fail-action.ts';
import { failedActionInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { resources } from '../../src/wiring/deployments.ts';
import { clock } from '../../src/wiring/system.ts';

/** Records on a resource why its action failed. */
export const step = task(failedActionInput, failAction);

export const handler = onLambda(step, {
  clock,
  resources,
});
