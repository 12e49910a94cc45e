/** The inputs that fire-schedule passes to its steps. An input holds ids, never a secret. */

import * as v from 'valibot';

const event = { eventId: v.string(), deploymentId: v.string(), operationId: v.string() };

export const eventInput = v.object(event);
/** `replicated`: the answer of the step before; absent in executions of earlier releases, which go on only if it was done */
export const replicatedEventInput = v.object({ ...event, replicated: v.optional(v.string()) });
export const failedEventInput = v.object({
  ...event,
  failure: v.object({ Error: v.string(), Cause: v.optional(v.string(), '') }),
});

export type ReplicatedEventRef = v.InferOutput<typeof replicatedEventInput>;
export type EventRef = v.InferOutput<typeof eventInput>;
export type FailedEventRef = v.InferOutput<typeof failedEventInput>;
