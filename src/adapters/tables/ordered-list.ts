/** One key of a list, as an index returns it. The kind of record does not matter. */

import { paginateQuery, QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { PageRequest } from '../../foundation/page.ts';
import type { Key } from './batch.ts';
import { readCursor } from './cursor.ts';
import type { Indexed } from './keys.ts';
import type { Kind } from './kind.ts';
import type { TablePorts } from './table.ts';

type IndexKey = Key & Readonly<Record<string, string>>;

/** Keys in the requested order, and whether more keys follow. */
export interface Keys {
  readonly keys: readonly IndexKey[];
  readonly more: boolean;
}

/** The key after which to read on, the start, or the end, after which no key follows. */
export type Place = Readonly<Record<string, unknown>> | 'start' | 'end';

export interface Walk {
  /** place after this many elements; `end` when the index has fewer, because it has not caught up with the total yet */
  skip(elements: number): Promise<Place>;
  read(after: Place, size: number): Promise<Keys>;
}

export interface List extends Walk {
  /** number of elements that the index has now */
  count(): Promise<number>;
  readonly sortKey: string;
  readonly reversed: Walk;
  after(cursor: string): Place;
  /** whether an element with this sort value comes after the cursor */
  isAfter(sorted: string, cursor: string): boolean;
}

/** The keys of a list in the requested order, and in the reverse order. */
export const orderedList = (
  { client, table }: TablePorts,
  kind: Pick<Kind<unknown>, 'key'>,
  { index, partitionKey, partition }: Indexed,
  { sort, direction }: PageRequest,
): List => {
  const sortKey = sort === 'updatedAt' ? 'updated' : 'created';
  const query = (forward: boolean): QueryCommandInput => ({
    TableName: table,
    IndexName: sort === 'updatedAt' ? `${index}Updated` : index,
    KeyConditionExpression: '#partition = :partition',
    ExpressionAttributeNames: { '#partition': partitionKey },
    ExpressionAttributeValues: { ':partition': partition },
    ScanIndexForward: forward,
  });
  const after = (cursor: string): Place => {
    const { sorted, id } = readCursor(cursor);
    return { ...kind.key(id), [partitionKey]: partition, [sortKey]: sorted };
  };
  const ascending = direction === 'asc';
  const isAfter = (sorted: string, cursor: string): boolean => {
    const { sorted: left } = readCursor(cursor);
    return ascending ? sorted > left : sorted < left;
  };
  const count = () => countOf(client, query(true));
  return {
    sortKey,
    count,
    after,
    isAfter,
    ...walk(client, query(ascending)),
    reversed: walk(client, query(!ascending)),
  };
};

const countOf = async (client: TablePorts['client'], query: QueryCommandInput): Promise<number> => {
  let count = 0;
  for await (const { Count = 0 } of paginateQuery({ client }, { ...query, Select: 'COUNT' })) count += Count;
  return count;
};

const walk = (client: TablePorts['client'], query: QueryCommandInput): Walk => ({
  async skip(elements) {
    let place: Place = 'start';
    for (let left = elements; left > 0 && place !== 'end'; ) {
      const step: QueryCommandInput = { ...query, ...startingAt(place), Select: 'COUNT', Limit: left };
      const answer: QueryCommandOutput = await client.send(new QueryCommand(step));
      left -= answer.Count ?? 0;
      place = answer.LastEvaluatedKey ?? 'end';
    }
    return place;
  },
  async read(after, size) {
    const keys: IndexKey[] = [];
    if (after === 'end') return { keys, more: false };
    const { ExclusiveStartKey: startingToken } = startingAt(after);
    const pages = paginateQuery({ client, startingToken }, { ...query, Limit: size + 1 });
    for await (const { Items = [] } of pages) {
      keys.push(...(Items as IndexKey[]));
      if (keys.length > size) break;
    }
    return { keys: keys.slice(0, size), more: keys.length > size };
  },
});

const startingAt = (place: Place) => (typeof place === 'string' ? {} : { ExclusiveStartKey: place });
