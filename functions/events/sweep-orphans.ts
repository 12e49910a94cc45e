import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { sweepOrphans } from '../../src/domain/orphans/sweep-orphans.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';
import { orphanReport, orphans } from '../../src/wiring-upkeep.ts';

/** Runs every five minutes. Looks for orphans, and asks for their destruction. */
export const step = task(scheduledEvent, sweepOrphans);

export const handler = onLambda(step, {
  attempts: wiring.attempts,
  clock: wiring.clock,
  deployments: wiring.deployments,
  files: wiring.files,
  deployerOf: wiring.deployerOf,
  orphanReport,
  orphans,
  providers: wiring.providers,
  timeline: wiring.timeline,
});
