import { operationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { pollUpdate } from '../../src/domain/deployments/updating/poll-update.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import * as wiring from '../../src/wiring.ts';

/** Polls once an infrastructure that is being updated. */
export const step = poll(operationInput, pollUpdate);

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
