import { GetCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { NotFoundError } from '../../domain/errors.ts';
import type { EventChanges, ScheduleEvents } from '../../domain/schedules/ports.ts';
import type { ScheduleEvent } from '../../domain/schedules/schedule.ts';
import { batchGet, batchWrite, type Key } from './batch.ts';
import { countWrite } from './counters.ts';
import { type Changes, conditions, holds, update } from './expressions.ts';
import { sortValue } from './keys.ts';
import { type Kind, listRecords } from './record-pages.ts';
import { eventKey, eventsOf, notBegun } from './schedule-keys.ts';
import type { TablePorts } from './table.ts';
import { conditionally, transact } from './write.ts';

/** The events in DynamoDB. UnavailableError from every call when it does not answer. */
export const scheduleEvents = (ports: TablePorts): ScheduleEvents => ({
  find: async (id) => (await findItem(ports, id))?.event,
  list: (scheduleId, page) => listRecords(ports, kind, eventsOf(scheduleId), page),
  record: (event) => record(ports, event),
  begin: (id) => change(ports, id, begun),
  change: (id, changes) => change(ports, id, touched(ports, id, changes)),
  notBegun: (recordedBefore) => findNotBegun(ports, recordedBefore),
  remove: (event) => remove(ports, event),
  removeAll: (scheduleId) => removeAll(ports, scheduleId),
});

const begun: Changes = { notBegun: undefined, recordedAt: undefined };

const read = (item: Readonly<Record<string, unknown>>): ScheduleEvent => item['event'] as ScheduleEvent;

const kind: Kind<ScheduleEvent> = { key: eventKey, read };

const findItem = async ({ client, table }: TablePorts, id: string) => {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: eventKey(id), ConsistentRead: true }));
  return Item && { event: read(Item), begun: hasBegun(Item) };
};

const hasBegun = (item: Readonly<Record<string, unknown>>): boolean => item['notBegun'] === undefined;

/** Read first: most repeats are of files that were recorded long ago, and a refused transaction costs more. */
const record = async (ports: TablePorts, event: ScheduleEvent): ReturnType<ScheduleEvents['record']> => {
  const there = await findItem(ports, event.id);
  if (there) return there;
  const { table } = ports;
  const { id, scheduleId, createdAt, updatedAt } = event;
  const refusals = await transact(ports, [
    {
      Put: {
        TableName: table,
        Item: {
          ...eventKey(id),
          schedule: scheduleId,
          created: sortValue(createdAt, id),
          updated: sortValue(updatedAt, id),
          ...notBegun(createdAt),
          event,
        },
        ...conditions([holds('pk', undefined)]),
      },
    },
    countWrite(table, eventsOf(scheduleId).counters, id, 1),
  ]);
  return refusals ? record(ports, event) : { event, begun: false };
};

/** Whoever changes an event works on it, even if its beginning failed: nobody need start it any more. */
const touched = ({ clock }: TablePorts, id: string, changes: EventChanges): Changes => {
  const now = clock.now().toISOString();
  return {
    ...begun,
    ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`event.${name}`, value])),
    'event.updatedAt': now,
    updated: sortValue(now, id),
  };
};

const change = async (ports: TablePorts, id: string, changes: Changes): Promise<ScheduleEvent> => {
  const isThere = holds('event.id', id);
  const command = new UpdateCommand({
    TableName: ports.table,
    Key: eventKey(id),
    ...update(changes, [isThere]),
    ReturnValues: 'ALL_NEW',
  });
  const outcome = await conditionally(ports, () => ports.client.send(command));
  if ('answer' in outcome) return read(outcome.answer.Attributes ?? {});
  throw new NotFoundError(`event ${id} is gone: its schedule was deleted`);
};

/** The index follows the events within a moment, so that each is read once more. */
const findNotBegun = async (ports: TablePorts, before: Date): Promise<readonly ScheduleEvent[]> => {
  const found: Key[] = [];
  const query = {
    TableName: ports.table,
    IndexName: 'notBegun',
    KeyConditionExpression: '#notBegun = :notBegun AND #recordedAt < :before',
    ExpressionAttributeNames: { '#notBegun': 'notBegun', '#recordedAt': 'recordedAt' },
    ExpressionAttributeValues: { ':notBegun': notBegun('').notBegun, ':before': before.toISOString() },
  };
  for await (const { Items = [] } of paginateQuery({ client: ports.client }, query))
    found.push(...Items.map(({ pk, sk }) => ({ pk, sk })));
  const items = await batchGet(ports, found, { consistent: true });
  return items.filter((item) => !hasBegun(item)).map(read);
};

const remove = async (ports: TablePorts, { id, scheduleId }: Pick<ScheduleEvent, 'id' | 'scheduleId'>) => {
  const { table } = ports;
  // refused when it is gone already, and then so is its count
  await transact(ports, [
    { Delete: { TableName: table, Key: eventKey(id), ...conditions([holds('event.id', id)]) } },
    countWrite(table, eventsOf(scheduleId).counters, id, -1),
  ]);
};

/** Nobody reads the counters of a schedule that is gone, so they go with its events. */
const removeAll = async (ports: TablePorts, scheduleId: string): Promise<void> => {
  const { client, table } = ports;
  const { index, partitionKey, counters } = eventsOf(scheduleId);
  const keysOf = (name: string, value: string, IndexName?: string) =>
    paginateQuery(
      { client },
      {
        TableName: table,
        ...(IndexName !== undefined && { IndexName }),
        KeyConditionExpression: '#partition = :partition',
        ExpressionAttributeNames: { '#partition': name },
        ExpressionAttributeValues: { ':partition': value },
      },
    );
  for (const pages of [keysOf(partitionKey, scheduleId, index), keysOf('pk', counters)])
    for await (const { Items = [] } of pages)
      await batchWrite(
        ports,
        Items.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
      );
};
