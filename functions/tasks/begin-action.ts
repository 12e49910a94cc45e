import { beginAction } from '../../src/domain/actions/begin-action.ts';
import { actionInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import * as wiring from '../../src/wiring.ts';

/** Claims a resource for an action, and asks the provider to start or stop it. */
export const step = poll(actionInput, beginAction);

export const handler = onLambda(step, {
  clock: wiring.clock,
  deployments: wiring.deployments,
  deployerOf: wiring.deployerOf,
  resources: wiring.resources,
  tolerance: wiring.tolerance,
});
