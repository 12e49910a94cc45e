import { completeDeployment } from '../../src/domain/deployments/complete-deployment.ts';
import { operationInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import {
  attempts,
  clock,
  deployments,
  describe,
  files,
  imports,
  infrastructureManager,
  resources,
  workflows,
} from '../../src/wiring.ts';

/** Reads the outputs and calls the deployment complete. */
export const step = task(operationInput, completeDeployment);

export const handler = onLambda(step, {
  attempts,
  clock,
  deployments,
  describe,
  files,
  imports,
  infrastructureManager,
  resources,
  workflows,
});
