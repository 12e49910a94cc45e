import { checkDependencies } from '../../src/domain/dependencies/check-dependencies.ts';
import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { dependencies, healthReport } from '../../src/wiring-upkeep.ts';

/** Every five minutes: asks what the installation depends on whether it is there, and takes our credentials. */
export const step = task(scheduledEvent, checkDependencies);

export const handler = onLambda(step, { dependencies, healthReport });
