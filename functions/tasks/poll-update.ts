import { operationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { pollUpdate } from '../../src/domain/deployments/updating/poll-update.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import { tolerance } from '../../src/wiring/bounds.ts';
import { clusterCredentials } from '../../src/wiring/creation.ts';
import { sendingPorts } from '../../src/wiring/deployers.ts';
import { attempts, deployments, resources, timeline } from '../../src/wiring/deployments.ts';
import { notifyPorts } from '../../src/wiring/notifying.ts';
import { clock } from '../../src/wiring/system.ts';

/** Polls once an infrastructure that is being updated. */
export const step = poll(operationInput, pollUpdate);

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
