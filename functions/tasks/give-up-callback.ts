import { failedNotificationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { giveUpCallback } from '../../src/domain/deployments/reporting/give-up-callback.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { timeline } from '../../src/wiring/deployments.ts';
import { files } from '../../src/wiring/files.ts';
import { webhookDeliveries } from '../../src/wiring/group-webhooks.ts';
import { callbackSweepQueue } from '../../src/wiring/sweeps.ts';
import { clock } from '../../src/wiring/system.ts';

/** Records in the timeline that a callback will not be delivered. */
export const step = task(failedNotificationInput, giveUpCallback);

export const handler = onLambda(step, { callbackSweepQueue, clock, files, timeline, webhookDeliveries });
