/** The direct client of the tables tells a test what the SDK's would have told it. */

import * as documents from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../../src/foundation/errors.ts';
import { directEngine, type Engine, startEngine } from '../../support/engine.ts';

/** one engine for each, so that both see the same */
let usual: Engine;
let direct: Engine;
beforeAll(async () => {
  [usual, direct] = await Promise.all([startEngine(), directEngine()]);
});
afterAll(() => Promise.all([usual.stop(), direct.stop()]));

/** An answer, or all that an error says, but for what differs from call to call and from engine to engine. */
const told = async (call: () => Promise<unknown>, { tables }: Engine) => {
  const text = await call().then(
    (answer) => JSON.stringify({ answer }),
    (error: Error) => JSON.stringify({ error: { ...error, is: error.constructor.name, message: error.message } }),
  );
  return JSON.parse(text.replaceAll(tables.resources, 'TABLE'), (name, value) =>
    ['$metadata', '$response', '$retryable'].includes(name) ? undefined : value,
  ) as { readonly answer?: unknown; readonly error?: unknown };
};

type Command = Parameters<documents.DynamoDBDocumentClient['send']>[0];

const bothTell = async (make: (table: string) => object) => {
  const from = (engine: Engine) => told(() => engine.client.send(make(engine.tables.resources) as Command), engine);
  const got = await from(direct);
  expect(got).toEqual(await from(usual));
  return got;
};

const key = (n: number) => ({ pk: `deployment ${n % 2}`, sk: `record ${n}` });
const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.array(fc.string({ unit: 'grapheme' })),
  fc.dictionary(fc.string({ minLength: 1 }), fc.oneof(fc.integer(), fc.string(), fc.constant(undefined))),
);
const n = fc.nat(5);
const isNew = 'attribute_not_exists(pk)';
const stored = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

const commands = fc.oneof(
  n.map((at) => (TableName: string) => new documents.GetCommand({ TableName, Key: key(at) })),
  fc.tuple(n, value, fc.constantFrom(undefined, isNew)).map(
    ([at, v, ConditionExpression]) =>
      (TableName: string) =>
        new documents.PutCommand({ TableName, Item: { ...key(at), v }, ConditionExpression, ...stored }),
  ),
  fc.tuple(n, fc.string(), fc.boolean()).map(
    ([at, v, conditional]) =>
      (TableName: string) =>
        new documents.UpdateCommand({
          ...{ TableName, Key: key(at), UpdateExpression: 'SET v = :v', ExpressionAttributeValues: { ':v': v } },
          ...(conditional && { ConditionExpression: 'attribute_exists(pk)', ...stored }),
          ReturnValues: 'ALL_NEW',
        }),
  ),
  fc.tuple(n, fc.boolean()).map(
    ([at, isRefused]) =>
      (TableName: string) =>
        new documents.DeleteCommand({
          ...{ TableName, Key: key(at), ReturnValues: 'ALL_OLD' },
          ...(isRefused && { ConditionExpression: isNew, ...stored }),
        }),
  ),
  fc.tuple(n, fc.constantFrom(1, 10)).map(
    ([at, Limit]) =>
      (TableName: string) =>
        new documents.QueryCommand({
          ...{ TableName, Limit, KeyConditionExpression: 'pk = :pk', ConsistentRead: true },
          ExpressionAttributeValues: { ':pk': key(at).pk },
        }),
  ),
  fc.tuple(n, n).map(
    ([at, from]) =>
      (TableName: string) =>
        new documents.QueryCommand({
          ...{ TableName, Limit: 1, KeyConditionExpression: 'pk = :pk' },
          ExpressionAttributeValues: { ':pk': key(at).pk },
          ExclusiveStartKey: { pk: key(at).pk, sk: key(from).sk },
        }),
  ),
  fc
    .constantFrom(1, 10)
    .map((Limit) => (TableName: string) => new documents.ScanCommand({ TableName, Limit, ConsistentRead: true })),
  n.map(
    (at) => (TableName: string) =>
      new documents.BatchGetCommand({ RequestItems: { [TableName]: { Keys: [key(at)], ConsistentRead: true } } }),
  ),
  fc.tuple(n, value).map(
    ([at, v]) =>
      (TableName: string) =>
        new documents.BatchWriteCommand({
          RequestItems: {
            [TableName]: [{ PutRequest: { Item: { ...key(at), v } } }, { DeleteRequest: { Key: key(at + 1) } }],
          },
        }),
  ),
  fc.tuple(n, n, value).map(
    ([one, other, v]) =>
      (TableName: string) =>
        new documents.TransactWriteCommand({
          TransactItems: [
            { Put: { TableName, Item: { ...key(one), v }, ConditionExpression: isNew, ...stored } },
            { Delete: { TableName, Key: key(other) } },
          ],
        }),
  ),
);

describe('tables without the SDK', () => {
  it('answer and refuse as with it, whatever is written and read', () =>
    fc.assert(
      fc.asyncProperty(fc.array(commands, { minLength: 20, maxLength: 40 }), async (all) => {
        for (const make of all) await bothTell(make);
      }),
      { numRuns: 10 },
    ));

  it('throw the errors of the SDK, with the items as they are stored', async () => {
    const Item = { ...key(1), v: 1 };
    await bothTell((TableName) => new documents.PutCommand({ TableName, Item }));
    const again = { Item, ConditionExpression: isNew, ...stored };
    const refused = await bothTell((TableName) => new documents.PutCommand({ TableName, ...again }));
    expect(refused.error).toMatchObject({ name: 'ConditionalCheckFailedException', Item: { v: { N: '1' } } });
    const cancelled = await bothTell(
      (TableName) => new documents.TransactWriteCommand({ TransactItems: [{ Put: { TableName, ...again } }] }),
    );
    expect(cancelled.error).toMatchObject({ CancellationReasons: [{ Code: 'ConditionalCheckFailed' }] });
    const wrong = await bothTell((TableName) => new documents.PutCommand({ TableName, Item: { v: 1 } }));
    expect(wrong.error).toMatchObject({ name: 'ValidationException' });
  });

  it('say that the service did not answer once it is gone, also when it was there before', async () => {
    const engine = await directEngine();
    const get = () => engine.client.send(new documents.GetCommand({ TableName: engine.tables.resources, Key: key(1) }));
    expect(await get()).not.toHaveProperty('Item');
    await engine.stop();
    await expect(get()).rejects.toThrow(UnavailableError);
  });
});
