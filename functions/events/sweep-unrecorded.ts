import { sweepUnrecorded } from '../../src/domain/deployments/accepting/sweep-unrecorded.ts';
import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { deployments, resources } from '../../src/wiring/deployments.ts';
import { files } from '../../src/wiring/files.ts';
import { fileOwners } from '../../src/wiring/orphans.ts';
import { schedules } from '../../src/wiring/schedules.ts';
import { clock } from '../../src/wiring/system.ts';
import { delegations } from '../../src/wiring/tokens.ts';

/** Runs every day. Removes what is left of creations that were never recorded. */
export const step = task(scheduledEvent, sweepUnrecorded);

export const handler = onLambda(step, {
  clock,
  delegations,
  deployments,
  fileOwners,
  files,
  resources,
  schedules,
});
