import { removeDeployment } from '../../src/domain/deployments/deleting/remove-deployment.ts';
import { removalInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { attempts, deployments, ended, resources, timeline, versions } from '../../src/wiring/deployments.ts';
import { endedFiles } from '../../src/wiring/files.ts';
import { notifyPorts } from '../../src/wiring/notifying.ts';
import { claims, orphans } from '../../src/wiring/orphans.ts';
import { clock } from '../../src/wiring/system.ts';
import { delegations } from '../../src/wiring/tokens.ts';

/** Removes all records and files of a deployment, except what is kept of ended deployments. */
export const step = task(removalInput, removeDeployment);

export const handler = onLambda(step, {
  ...notifyPorts,
  attempts,
  claims,
  clock,
  delegations,
  deployments,
  ended,
  endedFiles,
  orphans,
  resources,
  timeline,
  versions,
});
