/** What fire-schedule hands to its steps. An input holds ids, never a secret. */

import * as z from 'zod';

const event = { eventId: z.string(), deploymentId: z.string(), operationId: z.string() };

export const eventInput = z.object(event);
export const failedEventInput = z.object({
  ...event,
  failure: z.object({ Error: z.string(), Cause: z.string().default('') }),
});

export type EventRef = z.output<typeof eventInput>;
export type FailedEventRef = z.output<typeof failedEventInput>;
