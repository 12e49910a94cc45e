import { completeDeployment } from '../../src/domain/deployments/finishing/complete-deployment.ts';
import { completionInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { tolerance } from '../../src/wiring/bounds.ts';
import { deployerOf } from '../../src/wiring/deployers.ts';
import { attempts, deployments, resources, timeline } from '../../src/wiring/deployments.ts';
import { notifyPorts } from '../../src/wiring/notifying.ts';
import { orphans } from '../../src/wiring/orphans.ts';
import { clock } from '../../src/wiring/system.ts';

/** Reads the outputs and marks the deployment as complete. */
export const step = task(completionInput, completeDeployment);

export const handler = onLambda(step, {
  ...notifyPorts,
  attempts,
  clock,
  deployments,
  deployerOf,
  orphans,
  resources,
  timeline,
  tolerance,
});
