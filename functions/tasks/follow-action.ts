import { actionInput } from '../../src/domain/deployments/step-inputs.ts';
import { followAction } from '../../src/domain/resources/follow-action.ts';
import { onLambda } from '../../src/lambda.ts';
import { poll } from '../../src/poll.ts';
import * as wiring from '../../src/wiring.ts';

/** Looks once at a machine that is being started or stopped. */
export const step = poll(actionInput, followAction);

export const handler = onLambda(step, {
  clock: wiring.clock,
  deployments: wiring.deployments,
  infrastructureManager: wiring.infrastructureManager,
  resources: wiring.resources,
  tolerance: wiring.tolerance,
});
