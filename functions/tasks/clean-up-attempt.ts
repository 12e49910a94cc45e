import { cleanUpAttempt } from '../../src/domain/deployments/attempting/clean-up-attempt.ts';
import { destructionPauseSeconds } from '../../src/domain/deployments/record/pauses.ts';
import { failedAttemptInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import { tolerance } from '../../src/wiring/bounds.ts';
import { deployerOf } from '../../src/wiring/deployers.ts';
import { attempts, deployments, timeline } from '../../src/wiring/deployments.ts';
import { files } from '../../src/wiring/files.ts';
import { claims, orphans } from '../../src/wiring/orphans.ts';
import { providers } from '../../src/wiring/providers.ts';
import { clock } from '../../src/wiring/system.ts';

/** Records why an attempt failed and destroys what it made. */
export const step = poll(failedAttemptInput, cleanUpAttempt, { pause: destructionPauseSeconds });

export const handler = onLambda(step, {
  attempts,
  claims,
  clock,
  deployments,
  files,
  deployerOf,
  orphans,
  providers,
  timeline,
  tolerance,
});
