import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { sweepOrphans } from '../../src/domain/orphans/sweep-orphans.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { deployerOf } from '../../src/wiring/deployers.ts';
import { attempts, deployments, timeline } from '../../src/wiring/deployments.ts';
import { files } from '../../src/wiring/files.ts';
import { claims, orphanReport, orphans } from '../../src/wiring/orphans.ts';
import { providers } from '../../src/wiring/providers.ts';
import { clock } from '../../src/wiring/system.ts';

/** Runs every five minutes. Looks for orphans, and asks for their destruction. */
export const step = task(scheduledEvent, sweepOrphans);

export const handler = onLambda(step, {
  attempts,
  claims,
  clock,
  deployments,
  files,
  deployerOf,
  orphanReport,
  orphans,
  providers,
  timeline,
});
