import { completeDeployment } from '../../src/domain/deployments/finishing/complete-deployment.ts';
import { operationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';

/** Reads the outputs and marks the deployment as complete. */
export const step = task(operationInput, completeDeployment);

export const handler = onLambda(step, {
  ...wiring.notifyPorts,
  attempts: wiring.attempts,
  clock: wiring.clock,
  deployments: wiring.deployments,
  deployerOf: wiring.deployerOf,
  resources: wiring.resources,
  timeline: wiring.timeline,
  tolerance: wiring.tolerance,
});
