import { executionEndedEvent } from '../../src/domain/deployments/step-inputs.ts';
import { endAbandonedWorkflow } from '../../src/domain/schedules/end-abandoned-workflow.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import * as wiring from '../../src/wiring.ts';

/** A workflow failed, timed out or was stopped: nothing of it must stay in progress. */
export const step = task(executionEndedEvent, endAbandonedWorkflow);

export const handler = onLambda(step, {
  attempts: wiring.attempts,
  clock: wiring.clock,
  deployments: wiring.deployments,
  describe: wiring.describe,
  files: wiring.files,
  providers: wiring.providers,
  replicas: wiring.replicas,
  resources: wiring.resources,
  scheduleEvents: wiring.scheduleEvents,
  workflows: wiring.workflows,
  timeline: wiring.timeline,
});
