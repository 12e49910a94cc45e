import { pollAttempt } from '../../src/domain/deployments/attempting/poll-attempt.ts';
import { attemptInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import * as wiring from '../../src/wiring.ts';

/** Polls once the infrastructure of an attempt. */
export const step = poll(attemptInput, pollAttempt);

export const handler = onLambda(step, {
  attempts: wiring.attempts,
  clock: wiring.clock,
  deployments: wiring.deployments,
  files: wiring.files,
  deployerOf: wiring.deployerOf,
  resources: wiring.resources,
  timeline: wiring.timeline,
  tolerance: wiring.tolerance,
});
