import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { ListVersion } from '../../foundation/page.ts';
import { countIn } from './counters.ts';
import type { Listed } from './keys.ts';
import type { TablePorts } from './table.ts';

/**
 * Tells whether a list has changed, without reading it: the newest entry of its index by last change, and its counters, which tell
 * a removal. Nothing is written for it. Indexes follow the records within a moment (docs/decisions/0020).
 */
export const listVersion = async (ports: TablePorts, listed: Listed): Promise<ListVersion> => {
  const [changed, totalElements] = await Promise.all([newestIn(ports, listed), countIn(ports, listed.counters)]);
  return { totalElements, ...(changed !== undefined && { changed }) };
};

const newestIn = async (
  { client, table }: TablePorts,
  { index, partitionKey, partition }: Listed,
): Promise<string | undefined> => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: `${index}Updated`,
      KeyConditionExpression: '#partition = :partition',
      ExpressionAttributeNames: { '#partition': partitionKey },
      ExpressionAttributeValues: { ':partition': partition },
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  const newest: unknown = Items[0]?.['updated'];
  return typeof newest === 'string' ? newest : undefined;
};
