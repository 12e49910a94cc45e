/** What the workflows hand to their steps, checked at the door. An input holds ids, never a secret. */

import * as z from 'zod';

const operation = { deploymentId: z.string(), operationId: z.string() };
const failure = z.object({ Error: z.string(), Cause: z.string().default('') });
const attempt = z.object({ number: z.int().positive(), providerId: z.string(), last: z.boolean() });

export const operationInput = z.object(operation);
export const choiceInput = z.object({ ...operation, candidates: z.array(z.string()) });
export const attemptInput = z.object({ ...operation, attempt });
export const failedAttemptInput = z.object({ ...operation, attempt, failure });
export const actionInput = z.object({
  deploymentId: z.string(),
  resourceId: z.string(),
  actionId: z.string(),
  type: z.enum(['start', 'stop']),
  seenAt: z.string(),
});
export const failedActionInput = actionInput.extend({ failure });
export const failedOperationInput = z.object({ ...operation, failure });
export const forgetInput = z.object({ ...operation, silently: z.boolean().default(false) });
export const notificationInput = z.object({ notificationId: z.string() });
export const failedNotificationInput = notificationInput.extend({ failure });

/** EventBridge, `Step Functions Execution Status Change`; `input` is absent when it is too long to be shown. */
export const executionEndedEvent = z.object({
  detail: z.object({ name: z.string(), status: z.string(), input: z.string().nullish() }),
});

/** A schedule's tick says nothing that is needed. */
export const scheduledEvent = z.unknown();
