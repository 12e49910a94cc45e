/** The inputs that workflows pass to their steps, checked by schema. An input holds ids, never a secret. */

import * as v from 'valibot';

const operation = { deploymentId: v.string(), operationId: v.string() };
const failure = v.object({ Error: v.string(), Cause: v.optional(v.string(), '') });
const attempt = v.object({
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  providerId: v.string(),
  last: v.boolean(),
});

export const operationInput = v.object(operation);
/** `outcome`: how its attempt has ended; absent: the workflow goes on only if that was complete, as those of an update and of earlier releases */
export const completionInput = v.object({ ...operation, outcome: v.optional(v.string()) });
export const choiceInput = v.object({ ...operation, candidates: v.array(v.string()) });
export const attemptInput = v.object({ ...operation, attempt });
export const failedAttemptInput = v.object({ ...operation, attempt, failure });

const action = {
  deploymentId: v.string(),
  resourceId: v.string(),
  actionId: v.string(),
  type: v.picklist(['start', 'stop']),
  seenAt: v.string(),
};

export const actionInput = v.object(action);
export const failedActionInput = v.object({ ...action, failure });
export const failedOperationInput = v.object({ ...operation, failure });
export const removalInput = v.object({ ...operation, silently: v.optional(v.boolean(), false) });
export const notificationInput = v.object({ notificationId: v.string() });
export const failedNotificationInput = v.object({ notificationId: v.string(), failure });

/** EventBridge event `Step Functions Execution Status Change`; `input` is absent when it is too long. */
export const executionEndedEvent = v.object({
  detail: v.object({ name: v.string(), status: v.string(), input: v.nullish(v.string()) }),
});

/** A schedule's tick holds nothing that is needed. */
export const scheduledEvent = v.unknown();
