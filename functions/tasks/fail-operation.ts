import { failOperation } from '../../src/domain/deployments/finishing/fail-operation.ts';
import { failedOperationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { attempts, deployments, resources, timeline, versions } from '../../src/wiring/deployments.ts';
import { notifyPorts } from '../../src/wiring/notifying.ts';
import { orphans } from '../../src/wiring/orphans.ts';
import { providers } from '../../src/wiring/providers.ts';
import { clock } from '../../src/wiring/system.ts';

/** Ends the operation as failed. */
export const step = task(failedOperationInput, failOperation);

export const handler = onLambda(step, {
  ...notifyPorts,
  attempts,
  clock,
  deployments,
  orphans,
  providers,
  resources,
  timeline,
  versions,
});
