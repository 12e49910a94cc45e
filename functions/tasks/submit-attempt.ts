import { submitAttempt } from '../../src/domain/deployments/attempting/submit-attempt.ts';
import { attemptInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';
import { orphans } from '../../src/wiring-upkeep.ts';

/** Asks one provider for the infrastructure. */
export const step = task(attemptInput, submitAttempt);

export const handler = onLambda(step, {
  ...wiring.sendingPorts,
  ...wiring.notifyPorts,
  attempts: wiring.attempts,
  clock: wiring.clock,
  clusterCredentials: wiring.clusterCredentials,
  deployments: wiring.deployments,
  orphans,
  providers: wiring.providers,
  resources: wiring.resources,
  timeline: wiring.timeline,
  tolerance: wiring.tolerance,
});
