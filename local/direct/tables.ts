/**
 * DynamoDB without the SDK's middleware: the same commands, the same answers, the same errors. What is not answered the SDK sends again,
 * with its pauses: as it does with requests of its own.
 */

import * as dynamoDb from '@aws-sdk/client-dynamodb';
import * as documents from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { answeredOr, Connections, type DirectAnswer, type DirectOptions } from './connections.ts';

type Fields = { readonly [name: string]: unknown };
type Stored = Parameters<typeof unmarshall>[0];

/** Other commands go through the SDK. */
const direct: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [documents.GetCommand, 'GetItem'],
  [documents.PutCommand, 'PutItem'],
  [documents.UpdateCommand, 'UpdateItem'],
  [documents.DeleteCommand, 'DeleteItem'],
  [documents.QueryCommand, 'Query'],
  [documents.ScanCommand, 'Scan'],
  [documents.BatchGetCommand, 'BatchGetItem'],
  [documents.BatchWriteCommand, 'BatchWriteItem'],
  [documents.TransactWriteCommand, 'TransactWriteItems'],
]);

/** Sends what it can without the SDK; `close` ends the connections. */
export const directTables = (
  client: documents.DynamoDBDocumentClient,
  endpoint: string,
  { connections: given, detour }: DirectOptions = {},
): { readonly client: documents.DynamoDBDocumentClient; close(): void } => {
  const own = new Connections(endpoint);
  const connections = given ?? own;
  const send = client.send.bind(client) as (command: object) => Promise<unknown>;
  const sent = async (command: { readonly input: object }): Promise<unknown> => {
    const operation = direct.get(command.constructor);
    if (operation === undefined) return send(command);
    const body = JSON.stringify(written(command.input as Fields));
    const headers = { ...signed, 'x-amz-target': `DynamoDB_20120810.${operation}` };
    const request = { method: 'POST', path: '/', headers, body } as const;
    const bySdk = () => send(command);
    return detour?.(request, bySdk) ?? answeredOr(bySdk, async () => answerOf(await connections.request(request)));
  };
  return { client: Object.assign(client, { send: sent as typeof client.send }), close: () => own.close() };
};

/** The engine wants a signature, and does not check it. */
const signed = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/eu-south-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

const items = new Set(['Item', 'Key', 'ExpressionAttributeValues', 'ExclusiveStartKey']);

/** The input with its items as DynamoDB stores them, however deep they are in it. */
const written = (fields: Fields): Fields =>
  mapped(fields, (name, value) => {
    if (items.has(name)) return marshall(value, { removeUndefinedValues: true });
    if (name === 'Keys') return (value as unknown[]).map((key) => marshall(key));
    return nested(value, written);
  });

const nested = (value: unknown, within: (fields: Fields) => Fields): unknown => {
  if (Array.isArray(value)) return value.map((each) => nested(each, within));
  return typeof value === 'object' && value !== null ? within(value as Fields) : value;
};

const mapped = (fields: Fields, change: (name: string, value: unknown) => unknown): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, change(name, value)]])),
  );

const answerOf = ({ status, body }: DirectAnswer): Fields => {
  const said = JSON.parse(body.toString()) as Fields;
  if (status !== 200) throw errorOf(status, said);
  return { $metadata: { httpStatusCode: status }, ...read(said) };
};

const read = (said: Fields): Fields =>
  mapped(said, (name, value) => {
    if (name === 'Item' || name === 'Attributes' || name === 'LastEvaluatedKey') return unmarshall(value as Stored);
    if (name === 'Items') return allRead(value);
    if (name === 'Responses') return mapped(value as Fields, (_, of) => allRead(of));
    if (name === 'UnprocessedKeys' || name === 'UnprocessedItems') return nested(value, readUnprocessed);
    return value;
  });

const readUnprocessed = (fields: Fields): Fields =>
  mapped(fields, (name, value) => {
    if (name === 'Item' || name === 'Key') return unmarshall(value as Stored);
    return name === 'Keys' ? allRead(value) : nested(value, readUnprocessed);
  });

const allRead = (value: unknown): unknown => (value as Stored[]).map((each) => unmarshall(each));

type ErrorClass = new (given: object) => Error;

/** Of the SDK's own class for it. The document client, too, leaves the items in errors as they are stored. */
const errorOf = (httpStatusCode: number, { message, Message, __type, ...more }: Fields): Error => {
  const name = String(__type).split('#').at(-1) ?? '';
  const known = (dynamoDb as unknown as Readonly<Record<string, ErrorClass | undefined>>)[name];
  const Made: ErrorClass = known ?? (dynamoDb.DynamoDBServiceException as never);
  const $fault = httpStatusCode < 500 ? 'client' : 'server';
  const about = { ...more, name, $fault, message: message ?? Message, $metadata: { httpStatusCode } };
  return Object.assign(new Made(about), { __type });
};
