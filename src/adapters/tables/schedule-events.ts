import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { nextCheck } from '../../domain/deployments/record/deadlines.ts';
import type { EventChanges, ScheduleEvents } from '../../domain/schedules/ports.ts';
import { hourOf, type Schedule, type ScheduleEvent } from '../../domain/schedules/schedule.ts';
import { NotFoundError } from '../../foundation/errors.ts';
import { updateIf } from './conditional-write.ts';
import { countIn, countWrite } from './counters.ts';
import { eventRemoval } from './event-removal.ts';
import { type Changes, conditions, holds, ifAbsent, update } from './expressions.ts';
import { notStarted, sortValue, started } from './keys.ts';
import type { Kind } from './kind.ts';
import { listVersion } from './list-version.ts';
import { listRecords } from './record-pages.ts';
import { arrivalsOf, eventKey, eventsOf } from './schedule-keys.ts';
import { failedFileEvent, type ScheduleTablePorts, scheduleStreamWrite } from './schedule-stream.ts';
import { itemsBefore } from './sparse-index.ts';
import type { TablePorts } from './table.ts';
import { type TransactItems, transact } from './write.ts';

/** Stores the schedule events in DynamoDB. Every call throws UnavailableError when DynamoDB does not answer. */
export const scheduleEvents = (ports: ScheduleTablePorts): ScheduleEvents => ({
  find: async (id) => (await findItem(ports, id))?.event,
  list: (scheduleId, page) => listRecords(ports, kind, eventsOf(scheduleId), page),
  listVersion: (scheduleId) => listVersion(ports, eventsOf(scheduleId)),
  record: (event) => record(ports, event),
  arrivals: (scheduleId, hour) => countIn(ports, arrivalsOf(scheduleId), `${hour}#`),
  markStarted: (id) => change(ports, id, { notBegun: started, recordedAt: firstCheck(ports) }),
  change: (id, changes) => change(ports, id, touched(ports, id, changes)),
  fail: (event, reason, schedule) => fail(ports, event, reason, schedule),
  notStarted: async (recordedBefore, limit) =>
    (await itemsBefore(ports, { partition: notStarted, since: 'recordedAt' }, recordedBefore, limit)).map(read),
  remove: (event) => remove(ports, event),
  ...eventRemoval(ports),
});

const firstCheck = ({ clock }: TablePorts): string => nextCheck(clock.now()).toISOString();

const read = (item: Readonly<Record<string, unknown>>): ScheduleEvent => item['event'] as ScheduleEvent;

const kind: Kind<ScheduleEvent> = { key: eventKey, attributes: ['event'], read };

const findItem = async ({ client, table }: TablePorts, id: string) => {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: eventKey(id), ConsistentRead: true }));
  return Item && { event: read(Item), begun: hasStarted(Item) };
};

const hasStarted = (item: Readonly<Record<string, unknown>>): boolean => item['notBegun'] !== notStarted;

/**
 * Reads first: most repeats are for files that were recorded long ago, and a refused transaction costs more than a read.
 */
const record = async (ports: TablePorts, event: ScheduleEvent): ReturnType<ScheduleEvents['record']> => {
  const there = await findItem(ports, event.id);
  if (there) return there;
  const { table } = ports;
  const { id, scheduleId, createdAt, updatedAt } = event;
  const refusals = await transact(ports, (shard) => [
    {
      Put: {
        TableName: table,
        Item: {
          ...eventKey(id),
          schedule: scheduleId,
          created: sortValue(createdAt, id),
          updated: sortValue(updatedAt, id),
          notBegun: notStarted,
          recordedAt: createdAt,
          event,
        },
        ...conditions([holds('pk', undefined)]),
      },
    },
    countWrite(table, eventsOf(scheduleId).counters, shard, 1),
    ...(event.backfillId === undefined ? [arrivalWrite(table, event, shard)] : []),
  ]);
  return refusals ? record(ports, event) : { event, begun: false };
};

/** Seconds that a counter of an hour is kept after the hour began. */
const keptSeconds = 7_200;

/** Counts a file that arrived, with the event and so exactly once. Many at once use several counters. */
const arrivalWrite = (
  table: string,
  { scheduleId, createdAt }: ScheduleEvent,
  shard: string,
): TransactItems[number] => {
  const hour = hourOf(createdAt);
  return {
    Update: {
      TableName: table,
      Key: { pk: arrivalsOf(scheduleId), sk: `${hour}#${shard}` },
      UpdateExpression: 'SET #expiresAt = :expiresAt ADD #count :one',
      ExpressionAttributeNames: { '#expiresAt': 'expiresAt', '#count': 'count' },
      ExpressionAttributeValues: { ':one': 1, ':expiresAt': Date.parse(`${hour}:00:00Z`) / 1_000 + keptSeconds },
    },
  };
};

/**
 * A process that changes an event works on it, even if `begin` failed. So nothing needs to start the event any more. Until
 * its replicas exist, the sweep checks now and then whether its workflow is alive. It also checks a STUCK event, since the
 * workflow may die before it has cleaned up.
 */
const touched = (ports: TablePorts, id: string, changes: EventChanges): Changes => {
  const now = ports.clock.now().toISOString();
  const isDone = changes.replicationStatus === 'OK';
  return {
    notBegun: isDone ? undefined : started,
    recordedAt: isDone ? undefined : ifAbsent(firstCheck(ports)),
    ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`event.${name}`, value])),
    'event.updatedAt': now,
    updated: sortValue(now, id),
  };
};

const change = async (ports: TablePorts, id: string, changes: Changes): Promise<ScheduleEvent> => {
  const isThere = holds('event.id', id);
  const outcome = await updateIf(ports, { key: eventKey(id), changes }, [isThere]);
  if ('written' in outcome) return read(outcome.written);
  throw isGone(id);
};

const fail = async (
  ports: ScheduleTablePorts,
  event: ScheduleEvent,
  reason: string,
  schedule: Schedule,
): Promise<void> => {
  const { id } = event;
  const changes = touched(ports, id, { replicationStatus: 'STUCK', reason });
  const inProgress = [holds('event.id', id), holds('event.replicationStatus', 'REPLICATING')];
  const refusals = await transact(ports, [
    { Update: { TableName: ports.table, Key: eventKey(id), ...update(changes, inProgress) } },
    scheduleStreamWrite(ports, schedule, failedFileEvent(event, reason)),
  ]);
  if (refusals && (await findItem(ports, id)) === undefined) throw isGone(id);
};

const isGone = (id: string): NotFoundError => new NotFoundError(`event ${id} is gone: its schedule was deleted`);

const remove = async (ports: TablePorts, { id, scheduleId }: Pick<ScheduleEvent, 'id' | 'scheduleId'>) => {
  const { table } = ports;
  // if the event is already gone, this is refused, and its count is gone too
  await transact(ports, (shard) => [
    { Delete: { TableName: table, Key: eventKey(id), ...conditions([holds('event.id', id)]) } },
    countWrite(table, eventsOf(scheduleId).counters, shard, -1),
  ]);
};
