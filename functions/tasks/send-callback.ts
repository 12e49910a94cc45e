import { notificationInput } from '../../src/domain/deployments/record/step-inputs.ts';
import { sendCallback } from '../../src/domain/deployments/telling/send-callback.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { callbacks, callbacksUnderWay, clock, files, timeline } from '../../src/wiring.ts';

/** Sends one queued callback. */
export const step = task(notificationInput, sendCallback);

export const handler = onLambda(step, { callbacks, callbacksUnderWay, clock, files, timeline });
