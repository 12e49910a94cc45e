import { endAbandoned } from '../../src/domain/deployments/end-abandoned.ts';
import { executionEndedEvent } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import * as wiring from '../../src/wiring.ts';

/** A workflow failed, timed out or was stopped: its operation must not stay in progress. */
export const step = task(executionEndedEvent, endAbandoned);

export const handler = onLambda(step, {
  attempts: wiring.attempts,
  clock: wiring.clock,
  deployments: wiring.deployments,
  describe: wiring.describe,
  files: wiring.files,
  providers: wiring.providers,
  resources: wiring.resources,
  workflows: wiring.workflows,
  timeline: wiring.timeline,
});
