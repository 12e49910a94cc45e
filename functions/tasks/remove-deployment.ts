import { removeDeployment } from '../../src/domain/deployments/deleting/remove-deployment.ts';
import { removalInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';
import { orphans } from '../../src/wiring-upkeep.ts';

/** Removes all records and files of a deployment, except what is kept of ended deployments. */
export const step = task(removalInput, removeDeployment);

export const handler = onLambda(step, {
  ...wiring.notifyPorts,
  attempts: wiring.attempts,
  clock: wiring.clock,
  delegations: wiring.delegations,
  deployments: wiring.deployments,
  ended: wiring.ended,
  endedFiles: wiring.endedFiles,
  orphans,
  resources: wiring.resources,
  timeline: wiring.timeline,
});
