import { forgetDeployment } from '../../src/domain/deployments/forget-deployment.ts';
import { forgetInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import * as wiring from '../../src/wiring.ts';
import { orphans } from '../../src/wiring-upkeep.ts';

/** Removes all that is known of a deployment. */
export const step = task(forgetInput, forgetDeployment);

export const handler = onLambda(step, {
  attempts: wiring.attempts,
  clock: wiring.clock,
  deployments: wiring.deployments,
  describe: wiring.describe,
  files: wiring.entrustedFiles,
  orphans,
  resources: wiring.resources,
  workflows: wiring.watchedWorkflows,
});
