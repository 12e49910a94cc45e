import { destroyInfrastructures } from '../../src/domain/deployments/deleting/destroy-infrastructures.ts';
import { destructionPauseSeconds } from '../../src/domain/deployments/record/pauses.ts';
import { operationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import * as wiring from '../../src/wiring.ts';

/** One step of destroying every infrastructure that was ever submitted. */
export const step = poll(operationInput, destroyInfrastructures, { pause: destructionPauseSeconds });

export const handler = onLambda(step, {
  attempts: wiring.attempts,
  clock: wiring.clock,
  deployments: wiring.deployments,
  files: wiring.files,
  deployerOf: wiring.deployerOf,
  providers: wiring.providers,
  timeline: wiring.timeline,
  tolerance: wiring.tolerance,
});
