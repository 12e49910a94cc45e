import { failOperation } from '../../src/domain/deployments/fail-operation.ts';
import { failedOperationInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { attempts, clock, deployments, describe, files, providers, resources, workflows } from '../../src/wiring.ts';

/** Ends the operation as failed. */
export const step = task(failedOperationInput, failOperation);

export const handler = onLambda(step, {
  attempts,
  clock,
  deployments,
  describe,
  files,
  providers,
  resources,
  workflows,
});
