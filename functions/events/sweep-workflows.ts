import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { startAndSweep } from '../../src/domain/schedules/start-and-sweep.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';

/**
 * Runs every minute. Starts accepted operations and schedule events that have not started. Resumes or ends work whose
 * workflow has died.
 */
export const step = task(scheduledEvent, startAndSweep);

const { clock, describe, deployments, attempts, resources, files, timeline, providers, replicas } = wiring;
const { checkedWorkflows: workflows, eventWorkflows, executions, scheduleEvents, sweeps, resumptions } = wiring;
const { operationSweepQueue, eventSweepQueue, actionSweepQueue, callbackSweepQueue, checksEarly } = wiring;

export const handler = onLambda(step, {
  ...{ clock, describe, deployments, attempts, resources, files, timeline, providers, replicas },
  ...{ workflows, eventWorkflows, executions, scheduleEvents, sweeps, resumptions },
  ...{ operationSweepQueue, eventSweepQueue, actionSweepQueue, callbackSweepQueue, checksEarly },
});
