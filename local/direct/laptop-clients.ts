/** The functions' clients of a laptop's own stores go without the SDK's middleware: most of what a creation costs was in there. */

import type { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { changeClients } from '../../src/adapters/aws/clients.ts';
import type { ObjectStorage, Store } from '../storage/storage.ts';
import { Connections } from './connections.ts';
import { directFiles } from './files.ts';
import { directTables } from './tables.ts';

interface OwnStores {
  readonly dynamoDb: Store;
  readonly s3: ObjectStorage;
}

/**
 * For clients that are made from now on. Returns what ends it and closes the connections. Of stores that the user has started, or has
 * named in the environment, we know only that the SDK's clients can talk to them.
 */
export const leadToStores = ({ dynamoDb, s3 }: OwnStores): (() => void) => {
  const ending: (() => void)[] = [];
  if (isUsed(dynamoDb, 'AWS_ENDPOINT_URL_DYNAMODB')) {
    const connections = new Connections(dynamoDb.endpoint);
    const change = (client: DynamoDBDocumentClient) => void directTables(client, dynamoDb.endpoint, { connections });
    ending.push(changeClients('DynamoDB', change), () => connections.close());
  }
  if (isUsed(s3, 'AWS_ENDPOINT_URL_S3')) {
    const change = (client: S3Client) => void directFiles(client, s3.endpoint, { connections: s3 });
    ending.push(changeClients('S3', change));
  }
  return () => {
    for (const end of ending) end();
  };
};

const isUsed = ({ endpoint, isOwn }: Store, variable: string): boolean => isOwn && process.env[variable] === endpoint;
