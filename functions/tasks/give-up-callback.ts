import { giveUpCallback } from '../../src/domain/deployments/give-up-callback.ts';
import { failedNotificationInput } from '../../src/domain/deployments/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { callbacksUnderWay, clock, files, timeline } from '../../src/wiring.ts';

/** Tells that a callback will not be delivered. */
export const step = task(failedNotificationInput, giveUpCallback);

export const handler = onLambda(step, { callbacksUnderWay, clock, files, timeline });
