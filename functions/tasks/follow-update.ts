import { followUpdate } from '../../src/domain/deployments/follow-update.ts';
import { operationInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { poll } from '../../src/poll.ts';
import * as wiring from '../../src/wiring.ts';

/** Looks once at an infrastructure that is being updated. */
export const step = poll(operationInput, followUpdate);

export const handler = onLambda(step, {
  attempts: wiring.attempts,
  clock: wiring.clock,
  clusterCredentials: wiring.clusterCredentials,
  deployments: wiring.deployments,
  describe: wiring.describe,
  files: wiring.files,
  infrastructureManager: wiring.infrastructureManager,
  resources: wiring.resources,
  timeline: wiring.timeline,
  tolerance: wiring.tolerance,
  workflows: wiring.watchedWorkflows,
});
