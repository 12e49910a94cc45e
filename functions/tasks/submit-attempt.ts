import { attemptInput } from '../../src/domain/deployments/step-inputs.ts';
import { submitAttempt } from '../../src/domain/deployments/submit-attempt.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import {
  attempts,
  clock,
  deployments,
  describe,
  files,
  infrastructureManager,
  providers,
  resources,
  workflows,
} from '../../src/wiring.ts';

/** Asks one provider for the infrastructure. */
export const step = task(attemptInput, submitAttempt);

export const handler = onLambda(step, {
  attempts,
  clock,
  deployments,
  describe,
  files,
  infrastructureManager,
  providers,
  resources,
  workflows,
});
