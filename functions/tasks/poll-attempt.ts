import { pollAttempt } from '../../src/domain/deployments/poll-attempt.ts';
import { attemptInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { poll } from '../../src/poll.ts';
import * as wiring from '../../src/wiring.ts';

/** Looks once at what an attempt makes. */
export const step = poll(attemptInput, pollAttempt);

export const handler = onLambda(step, {
  attempts: wiring.attempts,
  clock: wiring.clock,
  deployments: wiring.deployments,
  files: wiring.files,
  infrastructureManager: wiring.infrastructureManager,
  resources: wiring.resources,
  timeline: wiring.timeline,
  tolerance: wiring.tolerance,
});
