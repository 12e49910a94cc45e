import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { startAndSweep } from '../../src/domain/schedules/start-and-sweep.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { backfillWorkflows } from '../../src/wiring/backfills.ts';
import { checksEarly, dailyChecks, resumptions } from '../../src/wiring/bounds.ts';
import { driftChecks } from '../../src/wiring/checks.ts';
import { attempts, deployments, describe, resources, timeline, versions } from '../../src/wiring/deployments.ts';
import { files } from '../../src/wiring/files.ts';
import { backfillSweepQueue, backfills } from '../../src/wiring/kept-backfills.ts';
import { orphans } from '../../src/wiring/orphans.ts';
import { providers } from '../../src/wiring/providers.ts';
import { replicas } from '../../src/wiring/replicas.ts';
import { scheduleEvents, schedules } from '../../src/wiring/schedules.ts';
import {
  actionSweepQueue,
  callbackSweepQueue,
  eventSweepQueue,
  labelSweep,
  operationSweepQueue,
  sweeps,
} from '../../src/wiring/sweeps.ts';
import { pauses } from '../../src/wiring/switches.ts';
import { clock } from '../../src/wiring/system.ts';
import { eventWorkflows, executions, workflows } from '../../src/wiring/workflows.ts';

/**
 * Runs every minute. Starts accepted operations and schedule events that have not started. Resumes or ends work whose
 * workflow has died.
 */
export const step = task(scheduledEvent, startAndSweep);

// each by its own name: esbuild would keep all of a namespace that is taken apart
export const handler = onLambda(step, {
  ...{ clock, describe, deployments, attempts },
  ...{ resources, files, timeline, versions },
  ...{ orphans, providers, replicas, workflows },
  ...{ eventWorkflows, executions, scheduleEvents, schedules },
  ...{ sweeps, resumptions, operationSweepQueue, eventSweepQueue },
  ...{ actionSweepQueue, callbackSweepQueue, labelSweep },
  ...{ backfills, backfillSweepQueue, backfillWorkflows, pauses },
  ...{ checksEarly, driftChecks, dailyChecks },
});
