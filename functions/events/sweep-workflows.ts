import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { startAndSweep } from '../../src/domain/schedules/start-and-sweep.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';
import { backfillSweepQueue, backfills, backfillWorkflows } from '../../src/wiring-backfills.ts';

/**
 * Runs every minute. Starts accepted operations and schedule events that have not started. Resumes or ends work whose
 * workflow has died.
 */
export const step = task(scheduledEvent, startAndSweep);

// each by its own name: esbuild would keep all of a namespace that is taken apart
export const handler = onLambda(step, {
  ...{ clock: wiring.clock, describe: wiring.describe, deployments: wiring.deployments, attempts: wiring.attempts },
  ...{ resources: wiring.resources, files: wiring.files, timeline: wiring.timeline },
  ...{ providers: wiring.providers, replicas: wiring.replicas, workflows: wiring.workflows },
  ...{ eventWorkflows: wiring.eventWorkflows, executions: wiring.executions, scheduleEvents: wiring.scheduleEvents },
  ...{ sweeps: wiring.sweeps, resumptions: wiring.resumptions },
  ...{ operationSweepQueue: wiring.operationSweepQueue, eventSweepQueue: wiring.eventSweepQueue },
  ...{ actionSweepQueue: wiring.actionSweepQueue, callbackSweepQueue: wiring.callbackSweepQueue },
  ...{ backfills, backfillSweepQueue },
  ...{ backfillWorkflows, checksEarly: wiring.checksEarly },
});
