import { endAbandoned } from '../../src/domain/deployments/end-abandoned.ts';
import { executionEndedEvent } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { attempts, clock, deployments, describe, files, providers, resources, workflows } from '../../src/wiring.ts';

/** A workflow failed, timed out or was stopped: its operation must not stay in progress. */
export const step = task(executionEndedEvent, endAbandoned);

export const handler = onLambda(step, {
  attempts,
  clock,
  deployments,
  describe,
  files,
  providers,
  resources,
  workflows,
});
