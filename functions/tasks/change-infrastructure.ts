import { operationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { changeInfrastructure } from '../../src/domain/deployments/updating/change-infrastructure.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import * as wiring from '../../src/wiring.ts';

/** Alters and removes machines where the new template needs it, then submits that template. */
export const step = poll(operationInput, changeInfrastructure);

export const handler = onLambda(step, {
  ...wiring.sendingPorts,
  ...wiring.notifyPorts,
  attempts: wiring.attempts,
  clock: wiring.clock,
  clusterCredentials: wiring.clusterCredentials,
  deployments: wiring.deployments,
  resources: wiring.resources,
  timeline: wiring.timeline,
  tolerance: wiring.tolerance,
});
