/** Schemas of what tells how an operation goes: events, attempts, and the ranking of providers. */

import * as v from 'valibot';
import { attemptStates } from '../../domain/deployments/record/attempt.ts';
import { statuses } from '../../domain/deployments/record/deployment.ts';
import { deploymentKinds, scheduleKinds } from '../../domain/deployments/record/event-stream.ts';
import { timelineKinds } from '../../domain/deployments/record/timeline.ts';
import { installationKinds } from '../../domain/operators/switches.ts';
import { backfillStatuses } from '../../domain/schedules/backfill.ts';
import { scheduleStatuses } from '../../domain/schedules/schedule.ts';
import { described, identity, instant, text, uuid, whole } from './parts.ts';

const eventMembers = {
  message: v.string(),
  at: instant,
  operation: described(text, 'id of the operation that it belongs to, as far as it is known'),
  attempt: described(v.optional(whole), 'number of the attempt that it is about'),
  provider: described(text, 'id of the provider that it is about'),
  node: described(text, 'name of the node that it is about'),
  requestedBy: described(v.optional(identity), 'who asked for it; only of what somebody asked for'),
};

export const event = described(
  v.strictObject({ name: v.string(), kind: v.picklist(timelineKinds), ...eventMembers }),
  'one thing that happened to a deployment',
);

const subject = { uuid, name: text, userGroup: text, createdBy: identity };

const writtenWith = <const Statuses extends readonly string[]>(all: Statuses) =>
  described(v.picklist(all), 'when the event was written');

const streamed = {
  id: described(v.string(), 'the same, however often it is told'),
  writtenAt: described(instant, 'the order of the stream; `at` may be earlier'),
};

export const deploymentStreamEvent = described(
  v.strictObject({
    ...streamed,
    kind: v.picklist(deploymentKinds),
    ...eventMembers,
    providerName: described(text, 'what people call the provider; absent: its id is its name, or it is not known'),
    deployment: v.strictObject({ ...subject, status: writtenWith([...statuses, 'DELETE_COMPLETE']) }),
  }),
  'one thing that happened to a deployment, without secrets',
);

const { message, at, requestedBy } = eventMembers;

export const scheduleStreamEvent = described(
  v.strictObject({
    ...streamed,
    kind: v.picklist(scheduleKinds),
    ...{ message, at, requestedBy },
    file: described(
      v.optional(
        v.strictObject({
          event: described(v.string(), 'uuid of the event of the schedule'),
          scope: v.string(),
          name: v.string(),
        }),
      ),
      'the file that failed, with FILE_FAILED',
    ),
    backfill: described(
      v.optional(v.strictObject({ uuid, status: v.picklist(backfillStatuses) })),
      'the backfill, with BACKFILL_STARTED and BACKFILL_ENDED',
    ),
    schedule: v.strictObject({ ...subject, status: writtenWith([...scheduleStatuses, 'DELETED']) }),
  }),
  'one thing that happened to a schedule, without secrets',
);

export const installationStreamEvent = described(
  v.strictObject({
    ...streamed,
    kind: v.picklist(installationKinds),
    ...{ message, at, requestedBy },
    provider: described(text, 'id of the provider that drains, or no longer does'),
    installation: v.boolean(),
  }),
  'what an administrator has switched, for administrators',
);

export const streamEvent = described(
  v.union([deploymentStreamEvent, scheduleStreamEvent, installationStreamEvent]),
  'one thing that happened to any deployment or schedule, or to the installation',
);

export const attempt = described(
  v.strictObject({
    number: whole,
    operation: described(v.string(), 'id of the operation'),
    cloudProviderName: described(v.string(), 'id of the provider'),
    physicalId: described(text, 'id of the infrastructure'),
    state: described(
      v.picklist(attemptStates),
      'DESTROYED: nothing is left of it; FAILED: something may still exist at the provider, and `left` says why',
    ),
    providerState: described(text, 'what the provider said last of it'),
    startedAt: instant,
    deadline: instant,
    cause: described(text, 'why it failed, in a line'),
    reason: described(text, 'why it failed; for owner and administrators with the end of the log'),
    left: described(
      v.optional(v.picklist(['kept', 'given-up'])),
      'kept: as `keepLastAttempt` asked for; given-up: the provider did not destroy it',
    ),
  }),
  'one provider that was tried',
);

export const ranking = described(
  v.strictObject({
    operation: described(text, 'id of the operation; absent: nothing is ranked yet'),
    candidates: described(
      v.array(v.strictObject({ id: v.string(), name: v.string(), score: described(text, 'why it has this place') })),
      'the providers that may be tried, best first',
    ),
    dropped: described(
      v.array(v.strictObject({ id: v.string(), name: v.string(), reason: v.string() })),
      'the providers that may not be tried',
    ),
    notes: v.array(v.string()),
  }),
  'which providers may be tried',
);
