import {
  type AttributeValue,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { TooLargeError } from '../../foundation/errors.ts';
import { unavailable } from '../aws/unavailable.ts';
import { type BackOff, newToken, realBackOff, type TablePorts, tries } from './table.ts';

export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** An item as DynamoDB stores it: the document client does not translate the items in errors. */
export type StoredItem = Readonly<Record<string, AttributeValue>>;

/** The writes whose conditions did not hold, by position. Each has the item as it was, if the write asked for it. */
export type Refusals = readonly ({ readonly item: StoredItem | undefined } | undefined)[];

/**
 * Writes all items or none, and only once: DynamoDB recognises a repeat by its token, also when only the answer was lost.
 * Returns undefined when all are written, otherwise which conditions did not hold.
 */
export const transact = async (ports: TablePorts, items: TransactItems): Promise<Refusals | undefined> => {
  const command = new TransactWriteCommand({ TransactItems: items, ClientRequestToken: newToken(ports) });
  try {
    await withRetries(ports.backOff, () => ports.client.send(command));
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

const tooLarge = (cause: unknown): TooLargeError =>
  new TooLargeError(
    'the parameters and outputs of a deployment, or the metadata of a resource, come to more than 400 KB: ' +
      'make them smaller, and put large texts into a file that the template names',
    { cause },
  );
