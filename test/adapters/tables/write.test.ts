import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { batchGet, batchWrite } from '../../../src/adapters/tables/batch.ts';
import { deleteIf, putIf, updateIf } from '../../../src/adapters/tables/conditional-write.ts';
import { holds } from '../../../src/adapters/tables/expressions.ts';
import { firstShard } from '../../../src/adapters/tables/keys.ts';
import { jitter, tries } from '../../../src/adapters/tables/table.ts';
import { transact } from '../../../src/adapters/tables/write.ts';
import { TooLargeError, UnavailableError } from '../../../src/foundation/errors.ts';
import { settableClock } from './samples.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-south-1' }));
const dynamoDb = mockClient(client);
let waits: number[];
const ports = {
  client,
  table: 'table',
  clock: settableClock(),
  backOff: async (attempt: number) => {
    waits.push(attempt);
  },
};

beforeEach(() => {
  dynamoDb.reset();
  waits = [];
});

const cancelled = (...codes: readonly string[]) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
const validation = (message: string) => Object.assign(new Error(message), { name: 'ValidationException' });
const put = () => putIf({ ...ports, newToken: () => 'mine' }, {}, [holds('pk', undefined)]);

describe('a transaction', () => {
  it('is repeated, each time a little later, when it met another', async () => {
    dynamoDb
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('None', 'TransactionConflict'))
      .rejectsOnce(cancelled('ThrottlingError'))
      .resolves({});
    expect(await transact(ports, [])).toBeUndefined();
    expect(waits).toEqual([1, 2]);
    const tokens = dynamoDb.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.ClientRequestToken);
    expect(tokens).toEqual([expect.any(String), tokens[0], tokens[0]]);
  });

  it('that counts is repeated on another counter when it met another, and only then', async () => {
    const inProgress = new TransactionInProgressException({ message: '', $metadata: {} });
    const met = cancelled('None', 'TransactionConflict');
    dynamoDb
      .on(TransactWriteCommand)
      .rejectsOnce(inProgress)
      .rejectsOnce(met)
      .rejectsOnce(cancelled('ThrottlingError'))
      .resolves({});
    await transact(ports, (shard) => [
      { Update: { TableName: 'table', Key: { pk: 'count#', sk: shard }, UpdateExpression: 'ADD #count :by' } },
    ]);
    const sent = dynamoDb.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input);
    const shards = sent.map(({ TransactItems: [write] = [] }) => write?.Update?.Key?.['sk']);
    expect(shards).toEqual([firstShard, firstShard, expect.stringMatching(/^shard#[0-9a-f]$/), shards[2]]);
    const tokens = sent.map(({ ClientRequestToken }) => ClientRequestToken);
    expect(tokens).toEqual([tokens[0], tokens[0], tokens[2], tokens[2]]);
    expect(tokens[2]).not.toBe(tokens[0]);
  });

  it('is waited for while it is still at work, after its answer was lost', async () => {
    const inProgress = new TransactionInProgressException({ message: '', $metadata: {} });
    dynamoDb.on(TransactWriteCommand).rejectsOnce(inProgress).resolves({});
    expect(await transact(ports, [])).toBeUndefined();
    expect(waits).toEqual([1]);
  });

  it('is given up as unavailable when it never gets through', async () => {
    dynamoDb.on(TransactWriteCommand).rejects(cancelled('TransactionConflict'));
    await expect(transact(ports, [])).rejects.toThrow(UnavailableError);
    expect(dynamoDb.calls()).toHaveLength(tries);
  });

  it('tells which condition did not hold, even if it met another as well', async () => {
    dynamoDb.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed', 'TransactionConflict'));
    expect(await transact(ports, [])).toEqual([undefined, { item: undefined }, undefined]);
    expect(waits).toEqual([]);
  });

  it('says which item is too large', async () => {
    const reason = { Code: 'ValidationError', Message: 'Item size has exceeded the maximum allowed size' };
    const error = new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons: [reason] });
    dynamoDb.on(TransactWriteCommand).rejects(error);
    await expect(transact(ports, [])).rejects.toThrow(TooLargeError);
  });

  it('passes on every other error as it is', async () => {
    dynamoDb.on(TransactWriteCommand).rejects(cancelled('AccessDenied'));
    await expect(transact(ports, [])).rejects.toThrow(TransactionCanceledException);
  });
});

describe('an error that only sounds like a large item', () => {
  it.each([
    Object.assign(new Error('Item size has exceeded the maximum allowed size'), { name: 'InternalServerError' }),
    new Error('away'),
  ])('is passed on as it is: %s', async (error) => {
    dynamoDb.on(TransactWriteCommand).rejects(error);
    await expect(transact(ports, [])).rejects.toBe(error);
    expect(waits).toEqual([]);
  });
});

describe('a deletion on a condition', () => {
  const remove = () => deleteIf(ports, { pk: 'p', sk: 's' }, [holds('state', 'seen')]);

  it('is done, or answers what was there instead', async () => {
    const Item = { state: { S: 'other' } };
    dynamoDb
      .on(DeleteCommand)
      .resolvesOnce({})
      .rejects(new ConditionalCheckFailedException({ message: '', $metadata: {}, Item }));
    expect(await remove()).toEqual({ written: {} });
    expect(await remove()).toEqual({ refused: Item });
  });

  it('is not taken for its own by an item without a token', async () => {
    dynamoDb.on(DeleteCommand).rejects(new ConditionalCheckFailedException({ message: '', $metadata: {} }));
    expect(await remove()).toEqual({ refused: undefined });
  });
});

describe('a write on a condition', () => {
  it('answers what was there instead', async () => {
    const Item = { status: { S: 'DELETE_IN_PROGRESS' } };
    dynamoDb.on(PutCommand).rejects(new ConditionalCheckFailedException({ message: '', $metadata: {}, Item }));
    expect(await put()).toEqual({ refused: Item });
  });

  it('is written when what is there bears its token: only the answer was lost', async () => {
    const refusal = (token: string) => {
      const Item = { pk: { S: 'p' }, count: { N: '1' }, writeToken: { S: token } };
      return new ConditionalCheckFailedException({ message: '', $metadata: {}, Item });
    };
    dynamoDb.on(PutCommand).rejectsOnce(refusal('mine')).rejects(refusal('another'));
    dynamoDb.on(UpdateCommand).rejects(refusal('mine'));
    expect(await put()).toEqual({ written: { pk: 'p', count: 1, writeToken: 'mine' } });
    expect(await put()).toMatchObject({ refused: { writeToken: { S: 'another' } } });
    const write = { key: { pk: 'p', sk: 's' }, changes: { count: 1 } };
    const updated = await updateIf({ ...ports, newToken: () => 'mine' }, write, [holds('count', 0)]);
    expect(updated).toMatchObject({ written: { count: 1 } });
  });

  it('bears the same token in each of its repeats, and another one the next time', async () => {
    dynamoDb
      .on(PutCommand)
      .rejectsOnce(new TransactionConflictException({ message: '', $metadata: {} }))
      .resolves({});
    await putIf(ports, {}, [holds('pk', undefined)]);
    await putIf(ports, {}, [holds('pk', undefined)]);
    const [first, repeat, other] = dynamoDb
      .commandCalls(PutCommand)
      .map(({ args }) => args[0].input.Item?.['writeToken'] as string);
    expect(first).toMatch(/^[\w-]{20,}$/);
    expect(repeat).toBe(first);
    expect(other).not.toBe(first);
  });

  it('says when the item is too large, and passes on any other fault', async () => {
    dynamoDb
      .on(PutCommand)
      .rejectsOnce(validation('Item size to update has exceeded the maximum allowed size'))
      .rejects(validation('an expression is wrong'));
    await expect(put()).rejects.toThrow(TooLargeError);
    await expect(put()).rejects.toThrow('an expression is wrong');
  });
});

describe('a batch', () => {
  const key = (sk: string) => ({ pk: 'p', sk });
  const deleteOf = (sk: string) => ({ DeleteRequest: { Key: key(sk) } });

  it('is written to the end, whatever is left unprocessed', async () => {
    dynamoDb
      .on(BatchWriteCommand)
      .resolvesOnce({ UnprocessedItems: { table: [deleteOf('1'), deleteOf('2')] } })
      .resolvesOnce({ UnprocessedItems: { table: [deleteOf('2')] } })
      .resolves({});
    await batchWrite(ports, [deleteOf('0'), deleteOf('1'), deleteOf('2')]);
    const sent = dynamoDb
      .commandCalls(BatchWriteCommand)
      .map(({ args }) => args[0].input.RequestItems?.['table']?.length);
    expect(sent).toEqual([3, 2, 1]);
    expect(waits).toEqual([1, 2]);
  });

  it('is given up as unavailable when nothing moves', async () => {
    dynamoDb.on(BatchWriteCommand).resolves({ UnprocessedItems: { table: [deleteOf('1')] } });
    await expect(batchWrite(ports, [deleteOf('1')])).rejects.toThrow(UnavailableError);
  });

  it('is read in the order of its keys, whatever comes first', async () => {
    dynamoDb
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { table: [key('3')] }, UnprocessedKeys: { table: { Keys: [key('1'), key('2')] } } })
      .resolves({ Responses: { table: [key('1')] } });
    expect(await batchGet(ports, ['1', '2', '3'].map(key))).toEqual([key('1'), key('3')]);
  });

  it('is written 25 at a time, each once', async () => {
    dynamoDb.on(BatchWriteCommand).resolves({});
    const all = Array.from({ length: 60 }, (_, index) => deleteOf(`${index}`));
    await batchWrite(ports, all);
    const sent = dynamoDb
      .commandCalls(BatchWriteCommand)
      .map(({ args }) => args[0].input.RequestItems?.['table'] ?? []);
    expect(sent.map(({ length }) => length)).toEqual([25, 25, 10]);
    expect(sent.flat()).toEqual(all);
  });

  it('is read 100 at a time, each once, and with every finished write only where that is asked for', async () => {
    dynamoDb.on(BatchGetCommand).resolves({});
    const all = Array.from({ length: 150 }, (_, index) => key(`${index}`));
    expect(await batchGet(ports, all)).toEqual([]);
    await batchGet(ports, [key('1')], { consistent: true });
    const sent = dynamoDb.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.['table']);
    expect(sent.map((one) => [one?.Keys?.length, one?.ConsistentRead])).toEqual([
      [100, false],
      [50, false],
      [1, true],
    ]);
    expect(sent.slice(0, 2).flatMap((one) => one?.Keys)).toEqual(all);
  });

  it('sends nothing for nothing', async () => {
    await batchWrite(ports, []);
    expect(await batchGet(ports, [])).toEqual([]);
    expect(dynamoDb.calls()).toHaveLength(0);
  });
});

describe('the waits between repeats', () => {
  it('double up to a second, and are drawn at random below that', async () => {
    const slept: number[] = [];
    const backOff = jitter(
      async (ms) => {
        slept.push(ms);
      },
      () => 0.5,
    );
    for (let attempt = 1; attempt < tries; attempt++) await backOff(attempt);
    expect(slept).toEqual([20, 40, 80, 160, 320, 500, 500]);
  });
});
