import { notificationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { sendCallback } from '../../src/domain/deployments/reporting/send-callback.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { callbackSweepQueue, callbacks, clock, files, timeline } from '../../src/wiring.ts';

/** Sends one queued callback. */
export const step = task(notificationInput, sendCallback);

export const handler = onLambda(step, { callbacks, callbackSweepQueue, clock, files, timeline });
