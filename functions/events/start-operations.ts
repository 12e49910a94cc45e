import { startOperations } from '../../src/domain/deployments/start-operations.ts';
import { scheduledEvent } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { clock, deployments, workflows } from '../../src/wiring.ts';

/** Every minute: starts accepted operations that no workflow has begun. */
export const step = task(scheduledEvent, startOperations);

export const handler = onLambda(step, { clock, deployments, workflows });
