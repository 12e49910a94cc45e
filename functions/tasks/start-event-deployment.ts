import { startEventDeployment } from '../../src/domain/schedules/start-event-deployment.ts';
import { replicatedEventInput } from '../../src/domain/schedules/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { deployments } from '../../src/wiring/deployments.ts';
import { workflows } from '../../src/wiring/workflows.ts';

/** Starts the workflow of an event's deployment. */
export const step = task(replicatedEventInput, startEventDeployment);

export const handler = onLambda(step, { deployments, workflows });
