import { BatchGetCommand, BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unavailable } from '../aws/unavailable.ts';
import { realBackOff, type TablePorts, tries } from './table.ts';
import { withRetries } from './write.ts';

type Item = Record<string, unknown>;
export type Key = { readonly pk: string; readonly sk: string };
export type BatchWrite = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

/** DynamoDB's limits for one request. */
const getLimit = 100;
const writeLimit = 25;

interface BatchGetOptions {
  /** includes all finished writes */
  readonly consistent?: boolean;
  /** the attributes that are returned besides the key; absent: all */
  readonly attributes?: readonly string[];
}

/** Reads the items of these keys, in the order of the keys. Keys without an item are left out. */
export const batchGet = async (
  ports: TablePorts,
  keys: readonly Key[],
  { consistent = false, attributes }: BatchGetOptions = {},
): Promise<readonly Item[]> => {
  const found = new Map<string, Item>();
  const get = async (wanted: readonly Item[]): Promise<readonly Item[]> => {
    const request = { Keys: [...wanted], ConsistentRead: consistent, ...(attributes && projection(attributes)) };
    const answer = await ports.client.send(new BatchGetCommand({ RequestItems: { [ports.table]: request } }));
    for (const item of answer.Responses?.[ports.table] ?? []) found.set(nameOf(item), item);
    return answer.UnprocessedKeys?.[ports.table]?.Keys ?? [];
  };
  await Promise.all(chunks(keys, getLimit).map((chunk) => untilDone(ports, chunk, get)));
  return keys.map((key) => found.get(nameOf(key))).filter((item) => item !== undefined);
};

const projection = (attributes: readonly string[]) => {
  const names = Object.fromEntries(['pk', 'sk', ...attributes].map((name) => [`#${name}`, name]));
  return { ProjectionExpression: Object.keys(names).join(', '), ExpressionAttributeNames: names };
};

/** Writes all items, in any order and not atomically: a reader may see some of them before the others. */
export const batchWrite = async (ports: TablePorts, writes: readonly BatchWrite[]): Promise<void> => {
  const write = async (wanted: readonly BatchWrite[]): Promise<readonly BatchWrite[]> => {
    const command = new BatchWriteCommand({ RequestItems: { [ports.table]: [...wanted] } });
    const answer = await withRetries(ports.backOff, () => ports.client.send(command));
    return answer.UnprocessedItems?.[ports.table] ?? [];
  };
  for (const chunk of chunks(writes, writeLimit)) await untilDone(ports, chunk, write);
};

/**
 * `run` returns the part of the work that DynamoDB had no capacity for. That part is retried, after a longer wait each
 * time.
 */
const untilDone = async <T>(
  { backOff = realBackOff }: TablePorts,
  work: readonly T[],
  run: (work: readonly T[]) => Promise<readonly T[]>,
): Promise<void> => {
  let rest = await run(work);
  for (let attempt = 1; rest.length > 0; attempt++) {
    if (attempt === tries) throw unavailable('DynamoDB', new Error(`${rest.length} items were left unprocessed`));
    await backOff(attempt);
    rest = await run(rest);
  }
};

const nameOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

const chunks = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
