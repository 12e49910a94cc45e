import { pollAttempt } from '../../src/domain/deployments/poll-attempt.ts';
import { attemptInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { attempts, clock, deployments, files, infrastructureManager, resources, timeline } from '../../src/wiring.ts';

/** Looks once at what an attempt makes. */
export const step = task(attemptInput, pollAttempt);

export const handler = onLambda(step, {
  attempts,
  clock,
  deployments,
  files,
  infrastructureManager,
  resources,
  timeline,
});
