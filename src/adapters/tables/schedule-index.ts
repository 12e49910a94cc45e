import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { ScheduleIndex } from '../../domain/schedules/ports.ts';
import type { Watch } from '../../domain/schedules/schedule.ts';
import { batchGet } from './batch.ts';
import { fragmentCount, fragmentPartition } from './schedule-keys.ts';
import type { TablePorts } from './table.ts';

/**
 * The watches by fragment. A file costs a look at the counts of its fragments, a hundred at a time, and a query for each
 * fragment that has watches; neither depends on how many schedules there are elsewhere.
 */
export const scheduleIndex = (ports: TablePorts): ScheduleIndex => ({
  counts: (fragments) => counts(ports, fragments),
  candidates: async (fragments) => {
    const filled = [...(await counts(ports, fragments))].filter(([, count]) => count > 0);
    const places = ['', ...filled.map(([fragment]) => fragment)];
    const watches = (await Promise.all(places.map((place) => watchesUnder(ports, place)))).flat();
    return [...new Map(watches.map((watch) => [watch.id, watch])).values()];
  },
});

const counts = async (ports: TablePorts, fragments: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const keys = fragments.map((fragment) => ({ pk: fragmentPartition(fragment), sk: fragmentCount }));
  const items = await batchGet(ports, keys, { consistent: true });
  return new Map(items.map(({ pk, count }) => [String(pk).slice(fragmentPartition('').length), Number(count)]));
};

const watchesUnder = async ({ client, table }: TablePorts, fragment: string): Promise<readonly Watch[]> => {
  const found: Watch[] = [];
  const query = {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: '#pk = :pk AND #sk > :count',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': fragmentPartition(fragment), ':count': fragmentCount },
  };
  for await (const { Items = [] } of paginateQuery({ client }, query))
    found.push(...Items.map(({ watch }) => watch as Watch));
  return found;
};
