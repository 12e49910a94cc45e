/** The events of schedules in the stream of all events (docs/decisions/0078): each is written with what it tells of. */

import { cleanerFor } from '../../domain/deployments/record/disclosure.ts';
import type { ScheduleStreamEvent } from '../../domain/deployments/record/event-stream.ts';
import { timelineMessage } from '../../domain/deployments/reporting/timeline-message.ts';
import type { Backfill } from '../../domain/schedules/backfill.ts';
import { type Schedule, type ScheduleEvent, textOf } from '../../domain/schedules/schedule.ts';
import type { Identity } from '../../foundation/identity.ts';
import { digestOf } from './digest.ts';
import { placesInStream, streamItem } from './event-stream.ts';
import { scheduleStreamKey } from './schedule-stream-keys.ts';
import type { TablePorts } from './table.ts';
import type { TransactItems } from './write.ts';

/** The tables of schedules write into the stream, which is in the table of deployments. */
export interface ScheduleTablePorts extends TablePorts {
  /** name of the table of deployments */
  readonly deployments: string;
}

interface ScheduleMessage extends Pick<ScheduleStreamEvent, 'kind' | 'message' | 'file' | 'backfill'> {
  /** unique within the schedule, so a repeat is the same event */
  readonly name: string;
  readonly by?: Identity | undefined;
}

const created = 'created';

export const createdEvent = ({ fileExpression, createdBy: by }: Schedule): ScheduleMessage => ({
  ...{ name: created, kind: 'SCHEDULE_CREATED', by },
  message: `the schedule was created, for files that match ${fileExpression}`,
});

/** `by`: who asked for it; undefined: the service suspended it. */
export const changedEvent = (
  { status, statusReason, updatedAt }: Schedule,
  by: Identity | undefined,
): ScheduleMessage => ({
  ...{ name: `changed ${updatedAt} ${status}`, kind: 'SCHEDULE_CHANGED', by },
  message: `the schedule is ${status}${statusReason === undefined ? '' : `: ${statusReason}`}`,
});

export const removedEvent = (by: Identity | undefined): ScheduleMessage => ({
  ...{ name: 'deleted', kind: 'SCHEDULE_DELETED', by },
  message: 'the schedule is gone; the deployments that it made stay',
});

/** An event of a file ends badly once, since it never leaves STUCK. */
export const failedFileEvent = (event: ScheduleEvent, reason: string): ScheduleMessage => ({
  ...{ name: `file ${event.id}`, kind: 'FILE_FAILED' },
  message: `${textOf(event)}: ${reason}`,
  file: { event: event.id, scope: event.scope, name: event.name },
});

/** A backfill begins once, and ends once: `by` has asked for it, if somebody has. */
export const backfillEvent = (
  { id, scope, prefix, status, statusReason, matching, started }: Backfill,
  by: Identity | undefined,
): ScheduleMessage => {
  const files = `${scope}:${prefix}`;
  const outcome = `${status}${statusReason === undefined ? '' : `: ${statusReason}`}; ${started} of ${matching} files that match were new`;
  return {
    ...{ name: `backfill ${id} ${status === 'RUNNING' ? 'started' : 'ended'}`, by },
    kind: status === 'RUNNING' ? 'BACKFILL_STARTED' : 'BACKFILL_ENDED',
    message: status === 'RUNNING' ? `a backfill of ${files} was started` : `the backfill of ${files} is ${outcome}`,
    backfill: { uuid: id, status },
  };
};

/** The write of an event's item, without secrets: members of the group read it. */
export const scheduleStreamWrite = (
  ports: Pick<ScheduleTablePorts, 'clock' | 'deployments' | 'publishesEvents'>,
  schedule: Schedule,
  { name: nameOfEvent, kind, message, file, backfill, by }: ScheduleMessage,
): TransactItems[number] => {
  const { id, name, userGroup, createdBy, status } = schedule;
  const cleaned = cleanerFor(schedule);
  const writtenAt = ports.clock.now().toISOString();
  const streamed: ScheduleStreamEvent = {
    ...{ id: digestOf(id, nameOfEvent), kind, message: timelineMessage(message, cleaned), at: writtenAt, writtenAt },
    ...(by && { requestedBy: { issuer: by.issuer, subject: by.subject } }),
    ...(file && { file }),
    ...(backfill && { backfill }),
    schedule: {
      ...{ id, createdBy, status: kind === 'SCHEDULE_DELETED' ? 'DELETED' : status },
      ...(name !== undefined && { name: cleaned(name) }),
      ...(userGroup !== undefined && { userGroup }),
    },
  };
  const Item = streamItem(ports, scheduleStreamKey(id, streamed.id), placesInStream(schedule), streamed);
  return { Put: { TableName: ports.deployments, Item } };
};

/** Takes the event of a creation that is undone out of all lists, and off the list of what is to be told. What is left of its item expires now. */
export const unseenWrite = (
  { clock, deployments }: Pick<ScheduleTablePorts, 'clock' | 'deployments'>,
  { id }: Schedule,
): TransactItems[number] => {
  const expiresAt = Math.floor(clock.now().getTime() / 1_000);
  return { Put: { TableName: deployments, Item: { ...scheduleStreamKey(id, digestOf(id, created)), expiresAt } } };
};
