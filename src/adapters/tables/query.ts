import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { TablePorts } from './table.ts';

type Item = Readonly<Record<string, unknown>>;

/** Which items of one partition are read. */
export interface Selection {
  /** name and value of the partition key */
  readonly partition: readonly [name: string, value: string];
  /** the condition on the sort key; absent: all items of the partition */
  readonly sort?: readonly [name: string, comparison: 'begins with' | '<' | '>', value: string];
  /** absent: the table itself */
  readonly index?: string;
  /** most items of a page; absent: as many as DynamoDB gives */
  readonly pageSize?: number | undefined;
}

/** The items, page by page, in the order of the sort key. A read of the table includes all finished writes; an index may lag. */
export async function* pagesOf({ client, table }: TablePorts, selection: Selection): AsyncGenerator<readonly Item[]> {
  const { partition, sort, index, pageSize } = selection;
  const query = {
    TableName: table,
    ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
    KeyConditionExpression: sort ? `#0 = :0 AND ${compared[sort[1]]}` : '#0 = :0',
    ExpressionAttributeNames: { '#0': partition[0], ...(sort && { '#1': sort[0] }) },
    ExpressionAttributeValues: { ':0': partition[1], ...(sort && { ':1': sort[2] }) },
    ...(pageSize !== undefined && { Limit: pageSize }),
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) yield Items;
}

const compared = { 'begins with': 'begins_with(#1, :1)', '<': '#1 < :1', '>': '#1 > :1' } as const;

/** All items of a selection. */
export const itemsOf = async (ports: TablePorts, selection: Selection): Promise<readonly Item[]> => {
  const found: Item[] = [];
  for await (const page of pagesOf(ports, selection)) found.push(...page);
  return found;
};

/** All items under a `pk` of the table, or those whose `sk` begins with the prefix. */
export const itemsUnder = (ports: TablePorts, pk: string, prefix?: string): Promise<readonly Item[]> =>
  itemsOf(ports, { partition: ['pk', pk], ...(prefix !== undefined && { sort: ['sk', 'begins with', prefix] }) });
