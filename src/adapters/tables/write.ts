import {
  type AttributeValue,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { tooLarge as tooLargeText } from '../../domain/deployments/record/record-room.ts';
import { TooLargeError } from '../../foundation/errors.ts';
import { unavailable } from '../aws/unavailable.ts';
import { anyShard, firstShard } from './keys.ts';
import { type BackOff, newToken, realBackOff, type TablePorts, tries } from './table.ts';

export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** An item as DynamoDB stores it: the document client does not translate the items in errors. */
export type StoredItem = Readonly<Record<string, AttributeValue>>;

/** The writes whose conditions did not hold, by position. Each has the item as it was, if the write asked for it. */
export type Refusals = readonly ({ readonly item: StoredItem | undefined } | undefined)[];

/** The writes of a transaction. Those that count records get the counter to write to. */
export type Writes = TransactItems | ((shard: string) => TransactItems);

/**
 * Writes all items or none, and only once: DynamoDB recognises a repeat by its token, also when only the answer was lost.
 * Returns undefined when all are written, otherwise which conditions did not hold.
 * A transaction that counts, and was cancelled because it met another one, is sent again with another counter, and so with
 * another token. If an earlier copy of it was only late and arrives in between, its condition refuses the second one.
 * So every transaction that counts needs a condition that holds only once, and its caller must recognise its own record.
 */
export const transact = async (ports: TablePorts, writes: Writes): Promise<Refusals | undefined> => {
  const commandOn = (items: TransactItems, token: string) =>
    new TransactWriteCommand({ TransactItems: items, ClientRequestToken: token });
  let command = commandOn(typeof writes === 'function' ? writes(firstShard) : writes, newToken(ports));
  const send = async (): Promise<void> => {
    try {
      await ports.client.send(command);
    } catch (error) {
      const token = newToken(ports);
      if (typeof writes === 'function' && metAnother(error)) command = commandOn(writes(anyShard(token)), token);
      throw error;
    }
  };
  try {
    await withRetries(ports.backOff, send);
    return undefined;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const refusals = (error.CancellationReasons ?? []).map(({ Code, Item: item }) =>
      Code === 'ConditionalCheckFailed' ? { item } : undefined,
    );
    if (refusals.some((refusal) => refusal !== undefined)) return refusals;
    throw error;
  }
};

/**
 * Retries writes that met another transaction. UnavailableError when the retries do not help, TooLargeError for an item
 * over 400 KB.
 */
export const withRetries = async <Answer>(
  backOff: BackOff = realBackOff,
  write: () => Promise<Answer>,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (isTooLarge(error)) throw tooLarge(error);
      if (!isPassing(error)) throw error;
      if (attempt === tries) throw unavailable('DynamoDB', error);
      await backOff(attempt);
    }
  }
};

/** Whether DynamoDB cancelled the transaction because another one was writing the same item. */
const metAnother = (error: unknown): boolean => reasons(error).some(({ Code }) => Code === 'TransactionConflict');

/** The SDK retries throttled requests, but never a cancelled transaction, whatever the reason. */
const passing = /^(TransactionConflict|ThrottlingError|ProvisionedThroughputExceeded)$/;

/** "In progress" is the answer to a repeat whose first transaction is not done yet; the answer to the first was lost. */
const isPassing = (error: unknown): boolean => {
  if (error instanceof TransactionConflictException || error instanceof TransactionInProgressException) return true;
  const codes = reasons(error).map(({ Code }) => Code ?? 'None');
  return !codes.includes('ConditionalCheckFailed') && codes.some((code) => passing.test(code));
};

const isTooLarge = (error: unknown): boolean =>
  [
    error as { name?: string; message?: string },
    ...reasons(error).map(({ Code, Message }) => ({ name: Code, message: Message })),
  ]
    .filter(({ name }) => name === 'ValidationException' || name === 'ValidationError')
    .some(({ message }) => /item size/i.test(message ?? ''));

const reasons = (error: unknown) =>
  error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];

const tooLarge = (cause: unknown): TooLargeError => new TooLargeError(tooLargeText, { cause });
