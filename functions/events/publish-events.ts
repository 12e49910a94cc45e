import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { publishEvents } from '../../src/domain/publishing/publish-events.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { files } from '../../src/wiring/files.ts';
import { groupsSubscribe, groupWebhooks } from '../../src/wiring/group-webhooks.ts';
import { describeEvent, eventBus, eventOutbox, webhooks } from '../../src/wiring/publishing.ts';
import { callbackSweepQueue } from '../../src/wiring/sweeps.ts';
import { clock } from '../../src/wiring/system.ts';
import { workflows } from '../../src/wiring/workflows.ts';

/** Runs every minute, where somebody is told of events. */
export const step = task(scheduledEvent, publishEvents);

export const handler = onLambda(step, {
  ...{ callbackSweepQueue, clock, describeEvent, eventBus, eventOutbox },
  ...{ files, groupsSubscribe, groupWebhooks, webhooks, workflows },
});
