import type { Filing } from '../../domain/schedules/fragments.ts';
import type { ScheduleIndex } from '../../domain/schedules/ports.ts';
import type { IndexedSchedule, Schedule } from '../../domain/schedules/schedule.ts';
import { batchGet } from './batch.ts';
import { itemsOf } from './query.ts';
import { fragmentCount, fragmentPartition } from './schedule-keys.ts';
import type { TablePorts } from './table.ts';
import type { TransactItems } from './write.ts';

/**
 * The watches by fragment. Matching a file costs two kinds of reads: the counts of its fragments, a hundred in a request,
 * and a query for each fragment that has more watches than its count keeps. Neither depends on the number of schedules
 * under other fragments.
 */
export const scheduleIndex = (ports: TablePorts): ScheduleIndex => ({
  counts: async (fragments) =>
    new Map((await places(ports, fragments)).map(({ fragment, count }) => [fragment, count])),
  candidates: async (fragments) => {
    const filled = (await places(ports, ['', ...fragments])).filter(({ count }) => count > 0);
    const found = await Promise.all(
      filled.map(({ fragment, count, kept }) => (kept.length === count ? kept : schedulesUnder(ports, fragment))),
    );
    return [...new Map(found.flat().map((watch) => [watch.id, watch])).values()];
  },
});

/**
 * A fragment, the number of its watches, and those watches that its count keeps. If both numbers are equal, the kept
 * watches are all.
 */
interface Place {
  readonly fragment: string;
  readonly count: number;
  readonly kept: readonly IndexedSchedule[];
}

/**
 * How many watches a count keeps, and how long each may be in bytes. Reading the count then reads all of them. Up to 4 KB
 * cost no more than the number alone.
 */
const mostKept = 3;
const longestKept = 1_000;
const keptAs = (id: string): string => `watch#${id}`;

const places = async (ports: TablePorts, fragments: readonly string[]): Promise<readonly Place[]> => {
  const keys = fragments.map((fragment) => ({ pk: fragmentPartition(fragment), sk: fragmentCount }));
  const items = await batchGet(ports, keys, { consistent: true });
  return items.map(({ pk, count, ...rest }) => ({
    fragment: String(pk).slice(fragmentPartition('').length),
    count: Number(count),
    kept: Object.entries(rest).flatMap(([name, value]) =>
      name.startsWith(keptAs('')) ? [value as IndexedSchedule] : [],
    ),
  }));
};

const schedulesUnder = async (ports: TablePorts, fragment: string): Promise<readonly IndexedSchedule[]> => {
  const partition = ['pk', fragmentPartition(fragment)] as const;
  return (await itemsOf(ports, { partition, sort: ['sk', '>', fragmentCount] })).map(
    ({ watch }) => watch as IndexedSchedule,
  );
};

/**
 * Files the schedule under each fragment. A read of the counts decides which of them keep the watch; one kept watch too
 * many is harmless.
 */
export const filingWrites = async (ports: TablePorts, schedule: Schedule, filed: Filing): Promise<TransactItems> => {
  const { id, fileExpression, reader } = schedule;
  const watch: IndexedSchedule = { id, fileExpression, reader };
  const isShort = Buffer.byteLength(JSON.stringify(watch)) <= longestKept;
  const counts = new Map((await places(ports, filed)).map(({ fragment, count }) => [fragment, count]));
  return filed.flatMap((fragment) => {
    const keep = isShort && (counts.get(fragment) ?? 0) < mostKept;
    const Item = { pk: fragmentPartition(fragment), sk: id, watch };
    return [{ Put: { TableName: ports.table, Item } }, countUpdate(ports, fragment, id, 1, keep ? watch : undefined)];
  });
};

/** Removes the schedule from each fragment. */
export const unfilingWrites = (ports: TablePorts, { id }: Pick<Schedule, 'id'>, filed: Filing): TransactItems =>
  filed.flatMap((fragment) => [
    { Delete: { TableName: ports.table, Key: { pk: fragmentPartition(fragment), sk: id } } },
    countUpdate(ports, fragment, id, -1),
  ]);

const countUpdate = (
  { table }: TablePorts,
  fragment: string,
  id: string,
  by: 1 | -1,
  keep?: IndexedSchedule,
): TransactItems[number] => {
  const kept = by === -1 ? 'REMOVE #kept ' : keep ? 'SET #kept = :kept ' : '';
  return {
    Update: {
      TableName: table,
      Key: { pk: fragmentPartition(fragment), sk: fragmentCount },
      UpdateExpression: `${kept}ADD #count :by`,
      ExpressionAttributeNames: { '#count': 'count', ...(kept !== '' && { '#kept': keptAs(id) }) },
      ExpressionAttributeValues: { ':by': by, ...(keep && { ':kept': keep }) },
    },
  };
};
