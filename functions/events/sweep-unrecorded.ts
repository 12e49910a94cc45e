import { sweepUnrecorded } from '../../src/domain/deployments/accepting/sweep-unrecorded.ts';
import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';
import { fileOwners } from '../../src/wiring-upkeep.ts';

/** Runs every day. Removes what is left of creations that were never recorded. */
export const step = task(scheduledEvent, sweepUnrecorded);

export const handler = onLambda(step, {
  clock: wiring.clock,
  delegations: wiring.delegations,
  deployments: wiring.deployments,
  fileOwners,
  files: wiring.files,
  resources: wiring.resources,
  schedules: wiring.schedules,
});
