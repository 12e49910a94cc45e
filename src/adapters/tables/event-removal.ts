import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ScheduleEvents } from '../../domain/schedules/ports.ts';
import { batchWrite } from './batch.ts';
import { removal } from './keys.ts';
import { pagesOf } from './query.ts';
import { arrivalsOf, eventsOf, removalKey } from './schedule-keys.ts';
import { itemsBefore, type SweepPartition } from './sparse-index.ts';
import type { TablePorts } from './table.ts';

type Removal = Pick<ScheduleEvents, 'removeAll' | 'startRemoval' | 'removalsDue' | 'endRemoval'>;

const removing: SweepPartition = { partition: removal, since: 'recordedAt' };

/** Removes the events of a schedule, of which there may be more than one request or one run of the sweep can remove. */
export const eventRemoval = (ports: TablePorts): Removal => {
  const { client, table: TableName } = ports;
  return {
    removeAll: (scheduleId, until) => removeAll(ports, scheduleId, until),
    startRemoval: async (scheduleId, nextCheck) => {
      const Item = { ...removalKey(scheduleId), notBegun: removal, recordedAt: nextCheck.toISOString() };
      await client.send(new PutCommand({ TableName, Item }));
    },
    removalsDue: async (before) => (await itemsBefore(ports, removing, before)).map(({ pk }) => String(pk)),
    endRemoval: async (scheduleId) => {
      await client.send(new DeleteCommand({ TableName, Key: removalKey(scheduleId) }));
    },
  };
};

/** So many events take about a second. */
const pageSize = 1_000;

/** Nobody reads the counters and the backfills of a removed schedule, so they are removed with its events. */
const removeAll = async (ports: TablePorts, scheduleId: string, until?: Date): Promise<boolean> => {
  const { index, partitionKey, counters } = eventsOf(scheduleId);
  let removed = 0;
  for await (const items of pagesOf(ports, { partition: [partitionKey, scheduleId], index, pageSize })) {
    if (until && removed > 0 && items.length > 0 && ports.clock.now() >= until) return false;
    await removeItems(ports, items);
    removed += items.length;
  }
  for (const pk of [counters, arrivalsOf(scheduleId), scheduleId])
    for await (const items of pagesOf(ports, { partition: ['pk', pk] }))
      await removeItems(
        ports,
        items.filter(({ sk }) => sk !== removalKey(scheduleId).sk),
      );
  return true;
};

const removeItems = (ports: TablePorts, items: readonly Readonly<Record<string, unknown>>[]): Promise<void> =>
  batchWrite(
    ports,
    items.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  );
