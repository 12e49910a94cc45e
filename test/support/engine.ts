/** The real stores' engines for tests: dynoxide and fauxqs, with the tables that the cloud has. */

import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { directFiles } from '../../local/direct/files.ts';
import { directTables } from '../../local/direct/tables.ts';
import { startDynamoDb, startS3 } from '../../local/storage/storage.ts';
import { s3Client } from '../../src/adapters/aws/s3.ts';
import { dynamoDbClient } from '../../src/adapters/tables/client.ts';
import { type TableDefinition, tableDefinitions } from '../../src/adapters/tables/keys.ts';

export interface Engine {
  readonly client: DynamoDBDocumentClient;
  readonly s3: S3Client;
  /** names of freshly made, empty tables */
  readonly tables: { readonly [T in keyof typeof tableDefinitions]: string };
  /** name of a freshly made, empty bucket */
  readonly bucket: string;
  readonly endpoints: { readonly dynamoDb: string; readonly s3: string };
  stop(): Promise<void>;
}

/** For any engine on loopback; no request leaves the machine. */
export const localAws = {
  region: 'eu-south-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

/** Use in beforeAll, with `stop` in afterAll: `engine = await startEngine()`. Takes about 0.1 s. */
export const startEngine = async (): Promise<Engine> => {
  const [dynamoDb, s3Store] = await Promise.all([startDynamoDb(), startS3()]);
  const client = dynamoDbClient({ ...localAws, endpoint: dynamoDb.endpoint });
  const s3 = s3Client({ ...localAws, endpoint: s3Store.endpoint, forcePathStyle: true });
  const run = randomUUID().slice(0, 8);
  const named = Object.entries(tableDefinitions).map(
    ([name, definition]) => [name, `${name}-${run}`, definition] as const,
  );
  for (const [, table, definition] of named) await createTable(dynamoDb.endpoint, table, definition);
  const tables = Object.fromEntries(named.map(([name, table]) => [name, table])) as Engine['tables'];
  const bucket = `files-${run}`;
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  const stop = async () => {
    client.destroy();
    s3.destroy();
    await Promise.all([dynamoDb.stop(), s3Store.stop()]);
  };
  return { client, s3, tables, bucket, endpoints: { dynamoDb: dynamoDb.endpoint, s3: s3Store.endpoint }, stop };
};

/** The same, but its clients send most commands without the SDK's middleware: for tests whose subject is not the SDK. */
export const directEngine = async (): Promise<Engine> => {
  const engine = await startEngine();
  const tables = directTables(engine.client, engine.endpoints.dynamoDb);
  const files = directFiles(engine.s3, engine.endpoints.s3);
  for (const { middlewareStack } of [tables.client, files.client]) middlewareStack.add = unheard;
  const stop = async () => {
    tables.close();
    files.close();
    await engine.stop();
  };
  return { ...engine, client: tables.client, s3: files.client, stop };
};

/** A test that listens there would hear of no command, and pass. */
const unheard = (): never => {
  throw new Error('the direct engine sends commands without middleware; to listen to them, use startEngine');
};

const createTable = async (endpoint: string, name: string, definition: TableDefinition): Promise<void> => {
  const keyNames = [definition, ...definition.indexes].flatMap((keys) => [keys.partitionKey, keys.sortKey]);
  const client = new DynamoDBClient({ ...localAws, endpoint });
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...new Set(keyNames)].map((key) => ({ AttributeName: key, AttributeType: 'S' })),
      KeySchema: keySchema(definition),
      ...(definition.indexes.length > 0 && {
        GlobalSecondaryIndexes: definition.indexes.map((index) => ({
          IndexName: index.name,
          KeySchema: keySchema(index),
          Projection: { ProjectionType: 'KEYS_ONLY' },
        })),
      }),
    }),
  );
  client.destroy();
};

const keySchema = ({ partitionKey, sortKey }: { readonly partitionKey: string; readonly sortKey: string }) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];
