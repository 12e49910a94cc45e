import { pollAction } from '../../src/domain/actions/poll-action.ts';
import { actionInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import * as wiring from '../../src/wiring.ts';

/** Polls once a machine that is being started or stopped. */
export const step = poll(actionInput, pollAction);

export const handler = onLambda(step, {
  clock: wiring.clock,
  deployments: wiring.deployments,
  deployerOf: wiring.deployerOf,
  resources: wiring.resources,
  tolerance: wiring.tolerance,
});
