import { beginDeletion } from '../../src/domain/deployments/begin-deletion.ts';
import { operationInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { clock, deployments, resources } from '../../src/wiring.ts';

/** Begins the deletion and shows it on every resource. */
export const step = task(operationInput, beginDeletion);

export const handler = onLambda(step, { clock, deployments, resources });
