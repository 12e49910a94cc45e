import { scheduledEvent } from '../../src/domain/deployments/step-inputs.ts';
import { startWaiting } from '../../src/domain/schedules/start-waiting.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { clock, deployments, eventWorkflows, scheduleEvents, workflows } from '../../src/wiring.ts';

/** Every minute: starts accepted operations, and events of schedules, that no workflow has begun. */
export const step = task(scheduledEvent, startWaiting);

export const handler = onLambda(step, { clock, deployments, eventWorkflows, scheduleEvents, workflows });
