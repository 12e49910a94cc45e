import { changeInfrastructure } from '../../src/domain/deployments/change-infrastructure.ts';
import { operationInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { poll } from '../../src/poll.ts';
import * as wiring from '../../src/wiring.ts';

/** Removes what is to go, and asks for what the new template wants. */
export const step = poll(operationInput, changeInfrastructure);

export const handler = onLambda(step, {
  attempts: wiring.attempts,
  clock: wiring.clock,
  clusterCredentials: wiring.clusterCredentials,
  deployments: wiring.deployments,
  describe: wiring.describe,
  files: wiring.files,
  infrastructureManager: wiring.infrastructureManager,
  resources: wiring.resources,
  workflows: wiring.watchedWorkflows,
  timeline: wiring.timeline,
  tolerance: wiring.tolerance,
});
