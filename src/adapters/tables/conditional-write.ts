import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Key } from './batch.ts';
import { type Changes, type Condition, conditions, update } from './expressions.ts';
import { newToken, type TablePorts } from './table.ts';
import { type StoredItem, withRetries } from './write.ts';

/*
 * A write can take effect although its answer is lost. The SDK then sends the write again, without our code noticing. The
 * repeat fails, because the first write has changed what the condition compares. So every conditional write stores a token.
 * If a write is refused and the item holds its token, that same write made the item. Equal content would prove nothing,
 * since another process may have written the same. A transaction has its own token, by which DynamoDB recognises a repeat
 * (docs/decisions/0017).
 */

type Item = Readonly<Record<string, unknown>>;

/** The item as written. Or, when a condition did not hold, the item that is stored; undefined when there is none. */
export type Outcome = { readonly written: Item } | { readonly refused: StoredItem | undefined };

/** The attribute with the token of the last conditional write. */
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

/**
 * Deletes an item if all conditions hold. A refusal without an item means that it is already gone, perhaps by this very
 * call.
 */
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
    return { written: await withRetries(ports.backOff, write) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const isOurs = stamp !== undefined && error.Item?.[tokenAttribute]?.S === stamp;
    return isOurs ? { written: unmarshall(error.Item ?? {}) } : { refused: error.Item };
  }
};
