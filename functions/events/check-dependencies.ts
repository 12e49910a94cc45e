import { scheduledEvent } from '../../src/domain/deployments/step-inputs.ts';
import { checkDependencies } from '../../src/domain/health/check-dependencies.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { dependencies, healthReport } from '../../src/wiring-upkeep.ts';

/** Every five minutes: asks what the installation depends on whether it is there, and takes our credentials. */
export const step = task(scheduledEvent, checkDependencies);

export const handler = onLambda(step, { dependencies, healthReport });
