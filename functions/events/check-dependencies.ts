import { checkDependencies } from '../../src/domain/dependencies/check-dependencies.ts';
import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { dependencies, dependencyReport } from '../../src/wiring/dependencies.ts';
import { dependencyStates } from '../../src/wiring/switches.ts';
import { clock } from '../../src/wiring/system.ts';

/** Runs every five minutes. Checks that each dependency of the installation answers, and accepts our credentials. */
export const step = task(scheduledEvent, checkDependencies);

export const handler = onLambda(step, { clock, dependencies, dependencyReport, dependencyStates });
