import { pollAction } from '../../src/domain/actions/poll-action.ts';
import { actionInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import { tolerance } from '../../src/wiring/bounds.ts';
import { deployerOf } from '../../src/wiring/deployers.ts';
import { deployments, resources } from '../../src/wiring/deployments.ts';
import { clock } from '../../src/wiring/system.ts';

/** Polls once a machine that is being started or stopped. */
export const step = poll(actionInput, pollAction);

export const handler = onLambda(step, {
  clock,
  deployments,
  deployerOf,
  resources,
  tolerance,
});
