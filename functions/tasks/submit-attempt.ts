import { submitAttempt } from '../../src/domain/deployments/attempting/submit-attempt.ts';
import { attemptInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { tolerance } from '../../src/wiring/bounds.ts';
import { clusterCredentials } from '../../src/wiring/creation.ts';
import { sendingPorts } from '../../src/wiring/deployers.ts';
import { attempts, deployments, resources, timeline } from '../../src/wiring/deployments.ts';
import { notifyPorts } from '../../src/wiring/notifying.ts';
import { claims, orphans } from '../../src/wiring/orphans.ts';
import { providers } from '../../src/wiring/providers.ts';
import { clock } from '../../src/wiring/system.ts';

/** Asks one provider for the infrastructure. */
export const step = task(attemptInput, submitAttempt);

export const handler = onLambda(step, {
  ...sendingPorts,
  ...notifyPorts,
  attempts,
  claims,
  clock,
  clusterCredentials,
  deployments,
  orphans,
  providers,
  resources,
  timeline,
  tolerance,
});
