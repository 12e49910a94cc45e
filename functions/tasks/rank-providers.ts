import { rankProviders } from '../../src/domain/deployments/attempting/rank-providers.ts';
import { operationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';

/** Starts the creation and ranks the providers that may be tried. */
export const step = task(operationInput, rankProviders);

export const handler = onLambda(step, {
  clock: wiring.clock,
  clusterCredentials: wiring.clusterCredentials,
  deployments: wiring.deployments,
  files: wiring.files,
  ids: wiring.ids,
  imports: wiring.imports,
  providers: wiring.providers,
  resources: wiring.resources,
  timeline: wiring.timeline,
  tolerance: wiring.tolerance,
});
