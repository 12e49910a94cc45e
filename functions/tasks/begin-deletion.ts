import { beginDeletion } from '../../src/domain/deployments/deleting/begin-deletion.ts';
import { operationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { deployments, resources } from '../../src/wiring/deployments.ts';
import { clock } from '../../src/wiring/system.ts';

/** Starts the deletion and shows it on every resource. */
export const step = task(operationInput, beginDeletion);

export const handler = onLambda(step, { clock, deployments, resources });
