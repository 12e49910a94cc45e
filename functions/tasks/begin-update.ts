import { operationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { beginUpdate } from '../../src/domain/deployments/updating/begin-update.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import * as wiring from '../../src/wiring.ts';

/** Starts an update and shows on every resource what will happen to it. */
export const step = poll(operationInput, beginUpdate);

export const handler = onLambda(step, {
  attempts: wiring.attempts,
  clock: wiring.clock,
  clusterCredentials: wiring.clusterCredentials,
  deployments: wiring.deployments,
  files: wiring.files,
  ids: wiring.ids,
  imports: wiring.imports,
  providers: wiring.providers,
  plannerOf: wiring.plannerOf,
  resources: wiring.resources,
  timeline: wiring.timeline,
  tolerance: wiring.tolerance,
});
