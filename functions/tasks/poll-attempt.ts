import { pollAttempt } from '../../src/domain/deployments/attempting/poll-attempt.ts';
import { attemptInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import { tolerance } from '../../src/wiring/bounds.ts';
import { deployerOf } from '../../src/wiring/deployers.ts';
import { attempts, deployments, resources, timeline } from '../../src/wiring/deployments.ts';
import { files } from '../../src/wiring/files.ts';
import { clock } from '../../src/wiring/system.ts';

/** Polls once the infrastructure of an attempt. */
export const step = poll(attemptInput, pollAttempt);

export const handler = onLambda(step, {
  attempts,
  clock,
  deployments,
  files,
  deployerOf,
  resources,
  timeline,
  tolerance,
});
