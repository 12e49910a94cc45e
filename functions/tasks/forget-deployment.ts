import { forgetDeployment } from '../../src/domain/deployments/deleting/forget-deployment.ts';
import { forgetInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';
import { orphans } from '../../src/wiring-upkeep.ts';

/** Removes all records and files of a deployment, except what is kept of ended deployments. */
export const step = task(forgetInput, forgetDeployment);

export const handler = onLambda(step, {
  attempts: wiring.attempts,
  clock: wiring.clock,
  deployments: wiring.deployments,
  describe: wiring.describe,
  ended: wiring.ended,
  endedFiles: wiring.endedFiles,
  files: wiring.entrustedFiles,
  orphans,
  resources: wiring.resources,
  timeline: wiring.timeline,
  workflows: wiring.watchedWorkflows,
});
