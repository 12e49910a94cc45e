import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { everyMinute } from '../../src/domain/schedules/every-minute.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';

/**
 * Runs every minute. Starts accepted operations and schedule events that have not started. Resumes or ends work whose
 * workflow has died.
 */
export const step = task(scheduledEvent, everyMinute);

const { clock, describe, deployments, attempts, resources, files, timeline, providers, replicas } = wiring;
const { watchedWorkflows: workflows, eventWorkflows, executions, scheduleEvents, sweeps, resumptions } = wiring;
const { operationsUnderWay, eventsUnderWay, actionsUnderWay, callbacksUnderWay, looksEarly } = wiring;

export const handler = onLambda(step, {
  ...{ clock, describe, deployments, attempts, resources, files, timeline, providers, replicas },
  ...{ workflows, eventWorkflows, executions, scheduleEvents, sweeps, resumptions },
  ...{ operationsUnderWay, eventsUnderWay, actionsUnderWay, callbacksUnderWay, looksEarly },
});
