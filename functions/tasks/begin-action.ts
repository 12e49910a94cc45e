import { beginAction } from '../../src/domain/actions/begin-action.ts';
import { actionInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import { tolerance } from '../../src/wiring/bounds.ts';
import { deployerOf } from '../../src/wiring/deployers.ts';
import { deployments, resources } from '../../src/wiring/deployments.ts';
import { clock } from '../../src/wiring/system.ts';

/** Claims a resource for an action, and asks the provider to start or stop it. */
export const step = poll(actionInput, beginAction);

export const handler = onLambda(step, {
  clock,
  deployments,
  deployerOf,
  resources,
  tolerance,
});
