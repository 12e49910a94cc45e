import { paginateQuery, QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Page, PageRequest } from '../../domain/deployments/ports.ts';
import { batchGet, type Key } from './batch.ts';
import { countIn } from './counters.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Listed } from './keys.ts';
import type { TablePorts } from './table.ts';

/** One kind of record: where it stands, and how it is read. */
export interface Kind<T> {
  key(id: string): Key;
  read(item: Readonly<Record<string, unknown>>): T;
}

/**
 * One page of a list of records. With a cursor it costs the same at any depth; without one the keys before it are counted
 * off, from whichever end is nearer.
 *
 * Indexes follow the records within a moment, usually milliseconds: a record just made may be in the total and not yet
 * in the page, one just removed is left out of its page, and one that changes while a list sorted by change is walked may
 * be met twice.
 */
export const listRecords = async <T>(
  ports: TablePorts,
  kind: Kind<T>,
  listed: Listed,
  request: PageRequest,
): Promise<Page<T>> => {
  const list = orderedList(ports, kind, listed, request);
  if (request.cursor !== undefined) {
    const from = list.after(request.cursor);
    const [totalElements, keys] = await Promise.all([countIn(ports, listed.counters), list.read(from, request.size)]);
    return page(ports, kind, list, keys, totalElements);
  }
  const totalElements = await countIn(ports, listed.counters);
  return page(ports, kind, list, await keysOfPage(list, request, totalElements), totalElements);
};

type IndexKey = Key & Readonly<Record<string, string>>;

/** Keys in the asked order, and whether there are more behind them. */
interface Keys {
  readonly keys: readonly IndexKey[];
  readonly more: boolean;
}

const page = async <T>(
  ports: TablePorts,
  kind: Kind<T>,
  list: List,
  { keys, more }: Keys,
  totalElements: number,
): Promise<Page<T>> => {
  const items = await batchGet(
    ports,
    keys.map(({ pk, sk }) => ({ pk, sk })),
  );
  const last = keys.at(-1)?.[list.sortKey];
  return {
    content: items.map((item) => kind.read(item)),
    totalElements,
    ...(more && last && { cursor: writeCursor(last) }),
  };
};

const keysOfPage = async (list: List, { page, size }: PageRequest, total: number): Promise<Keys> => {
  const before = page * size;
  if (before >= total) return { keys: [], more: false };
  if (before <= total / 2) return list.read(await list.skip(before), size);
  const behind = Math.max(0, total - before - size);
  const start = await list.reversed.skip(behind);
  const { keys } = await list.reversed.read(start, total - before - behind);
  return { keys: keys.toReversed(), more: behind > 0 };
};

/** A key to read on after; or none is left behind it. */
type Place = Readonly<Record<string, unknown>> | 'start' | 'end';

interface Walk {
  /** the place after so many elements; `end` when the index has fewer: it has yet to follow the total */
  skip(elements: number): Promise<Place>;
  read(after: Place, size: number): Promise<Keys>;
}

interface List extends Walk {
  readonly sortKey: string;
  readonly reversed: Walk;
  after(cursor: string): Place;
}

const orderedList = (
  { client, table }: TablePorts,
  kind: Pick<Kind<unknown>, 'key'>,
  { index, partitionKey, partition }: Listed,
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
  return { sortKey, after, ...walk(client, query(ascending)), reversed: walk(client, query(!ascending)) };
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
