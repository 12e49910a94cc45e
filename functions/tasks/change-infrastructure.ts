import { operationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { changeInfrastructure } from '../../src/domain/deployments/updating/change-infrastructure.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import { tolerance } from '../../src/wiring/bounds.ts';
import { clusterCredentials } from '../../src/wiring/creation.ts';
import { sendingPorts } from '../../src/wiring/deployers.ts';
import { attempts, deployments, resources, timeline } from '../../src/wiring/deployments.ts';
import { notifyPorts } from '../../src/wiring/notifying.ts';
import { clock } from '../../src/wiring/system.ts';

/** Alters and removes machines where the new template needs it, then submits that template. */
export const step = poll(operationInput, changeInfrastructure);

export const handler = onLambda(step, {
  ...sendingPorts,
  ...notifyPorts,
  attempts,
  clock,
  clusterCredentials,
  deployments,
  resources,
  timeline,
  tolerance,
});
