import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Key } from './batch.ts';
import { type Changes, type Condition, conditions, update } from './expressions.ts';
import { newToken, type TablePorts } from './table.ts';
import { patiently, type StoredItem } from './write.ts';

/*
 * A write can take effect while its answer is lost. The SDK then sends it again, below all of our code, and the repeat finds the
 * condition untrue that the write itself has changed. So every write on a condition bears a token: an item that holds the
 * token of a refused write was written by that write. Equal content would be no proof, since somebody else may have written the
 * same. A transaction has its own token, by which DynamoDB knows a repeat (docs/decisions/0017).
 */

type Item = Readonly<Record<string, unknown>>;

/** The item as it is written, or, where a condition did not hold, the item that is there; undefined: there is none. */
export type Outcome = { readonly written: Item } | { readonly refused: StoredItem | undefined };

/** The attribute with the token of the last write on a condition. */
export const tokenAttribute = 'writeToken';

/** Puts an item if all conditions hold. */
export const putIf = (ports: TablePorts, item: Item, all: readonly Condition[]): Promise<Outcome> => {
  const stamp = newToken(ports);
  const Item = { ...item, [tokenAttribute]: stamp };
  const command = new PutCommand({ TableName: ports.table, Item, ...conditions(all), ...andTheItem });
  return conditionally(ports, stamp, async () => {
    await ports.client.send(command);
    return Item;
  });
};

/** Changes an item if all conditions hold. */
export const updateIf = (
  ports: TablePorts,
  { key: Key, changes }: { readonly key: Key; readonly changes: Changes },
  all: readonly Condition[],
): Promise<Outcome> => {
  const stamp = newToken(ports);
  const changed = update({ ...changes, [tokenAttribute]: stamp }, all);
  const wanted = { ...changed, ...andTheItem, ReturnValues: 'ALL_NEW' } as const;
  const command = new UpdateCommand({ TableName: ports.table, Key, ...wanted });
  return conditionally(ports, stamp, async () => (await ports.client.send(command)).Attributes ?? {});
};

/** Deletes an item if all conditions hold. Refused without an item: it is gone, by this call or before. */
export const deleteIf = (ports: TablePorts, Key: Key, all: readonly Condition[]): Promise<Outcome> => {
  const command = new DeleteCommand({ TableName: ports.table, Key, ...conditions(all), ...andTheItem });
  return conditionally(ports, undefined, async () => {
    await ports.client.send(command);
    return {};
  });
};

const andTheItem = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

const conditionally = async (
  ports: TablePorts,
  stamp: string | undefined,
  write: () => Promise<Item>,
): Promise<Outcome> => {
  try {
    return { written: await patiently(ports.backOff, write) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const isOurs = stamp !== undefined && error.Item?.[tokenAttribute]?.S === stamp;
    return isOurs ? { written: unmarshall(error.Item ?? {}) } : { refused: error.Item };
  }
};
