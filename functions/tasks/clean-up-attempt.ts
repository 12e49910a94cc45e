import { cleanUpAttempt } from '../../src/domain/deployments/attempting/clean-up-attempt.ts';
import { destructionPauseSeconds } from '../../src/domain/deployments/record/pauses.ts';
import { failedAttemptInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import * as wiring from '../../src/wiring.ts';
import { orphans } from '../../src/wiring-upkeep.ts';

/** Records why an attempt failed and destroys what it made. */
export const step = poll(failedAttemptInput, cleanUpAttempt, { pause: destructionPauseSeconds });

export const handler = onLambda(step, {
  attempts: wiring.attempts,
  clock: wiring.clock,
  deployments: wiring.deployments,
  files: wiring.files,
  deployerOf: wiring.deployerOf,
  orphans,
  providers: wiring.providers,
  timeline: wiring.timeline,
  tolerance: wiring.tolerance,
});
