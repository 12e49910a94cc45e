import { notificationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { sendCallback } from '../../src/domain/deployments/reporting/send-callback.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { callbacks } from '../../src/wiring/callbacks.ts';
import { timeline } from '../../src/wiring/deployments.ts';
import { files } from '../../src/wiring/files.ts';
import { subscribedAddress, webhookDeliveries } from '../../src/wiring/group-webhooks.ts';
import { callbackSweepQueue } from '../../src/wiring/sweeps.ts';
import { clock } from '../../src/wiring/system.ts';

/** Sends one queued callback. */
export const step = task(notificationInput, sendCallback);

export const handler = onLambda(step, {
  ...{ callbacks, callbackSweepQueue, clock, files, subscribedAddress, timeline },
  webhookDeliveries,
});
