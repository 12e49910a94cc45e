import { sendCallback } from '../../src/domain/deployments/send-callback.ts';
import { notificationInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { callbacks, callbacksUnderWay, clock, files, timeline } from '../../src/wiring.ts';

/** Delivers one queued callback. */
export const step = task(notificationInput, sendCallback);

export const handler = onLambda(step, { callbacks, callbacksUnderWay, clock, files, timeline });
