import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { endAndKeep } from '../../src/domain/expiry/end-and-keep.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { expiryWarnings } from '../../src/wiring/bounds.ts';
import { attempts, deployments, describe, ended, resources, timeline, versions } from '../../src/wiring/deployments.ts';
import { endedFiles, files } from '../../src/wiring/files.ts';
import { claims, orphans } from '../../src/wiring/orphans.ts';
import { actionSweepQueue, callbackSweepQueue, expiries, hoursRuns } from '../../src/wiring/sweeps.ts';
import { pauses } from '../../src/wiring/switches.ts';
import { clock, ids } from '../../src/wiring/system.ts';
import { delegations } from '../../src/wiring/tokens.ts';
import { workflows } from '../../src/wiring/workflows.ts';

/**
 * Runs every five minutes. Tells the owners of deployments that end soon, and deletes those whose time is over. Starts and stops machines as
 * their office hours say.
 */
export const step = task(scheduledEvent, endAndKeep);

export const handler = onLambda(step, {
  ...{ actionSweepQueue, attempts, callbackSweepQueue, claims, clock, delegations, deployments, describe, ended },
  ...{
    endedFiles,
    expiries,
    expiryWarnings,
    files,
    hoursRuns,
    ids,
    orphans,
    pauses,
    resources,
    timeline,
    versions,
    workflows,
  },
});
