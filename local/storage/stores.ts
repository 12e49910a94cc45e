/** Makes the template's tables and buckets where they do not exist. */

import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, HeadBucketCommand, NotFound, S3Client } from '@aws-sdk/client-s3';
import { LaptopError } from '../machine/laptop-error.ts';
import type { Cloud, Table } from '../template/cloud.ts';

/** Makes what is missing. The environment points the clients to the local stores. */
export const makeStores = async ({ tables, buckets }: Pick<Cloud, 'tables' | 'buckets'>): Promise<void> => {
  const dynamoDb = new DynamoDBClient();
  const s3 = new S3Client();
  try {
    await Promise.all([
      ...tables.map((table) => makeTable(dynamoDb, table)),
      ...buckets.map((name) => makeBucket(s3, name)),
    ]);
  } finally {
    dynamoDb.destroy();
    s3.destroy();
  }
};

const makeTable = async (client: DynamoDBClient, { create, timeToLive }: Table): Promise<void> => {
  const { TableName } = create;
  const there = await indexesOf(client, TableName);
  if (there === undefined) {
    await client.send(new CreateTableCommand(create));
    if (timeToLive === undefined) return;
    const TimeToLiveSpecification = { AttributeName: timeToLive, Enabled: true };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
    return;
  }
  const wanted = indexNames(create.GlobalSecondaryIndexes);
  if (there !== wanted)
    throw new LaptopError(
      `the table ${TableName} has the indexes ${there}, and this version wants ${wanted}: its data is of another version; npm start -- --fresh deletes the data and starts`,
    );
};

const indexesOf = async (client: DynamoDBClient, TableName: string): Promise<string | undefined> => {
  try {
    const { Table: found } = await client.send(new DescribeTableCommand({ TableName }));
    return indexNames(found?.GlobalSecondaryIndexes);
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

const indexNames = (indexes: readonly { readonly IndexName?: string | undefined }[] = []): string =>
  indexes
    .map(({ IndexName }) => IndexName)
    .sort()
    .join(', ') || 'none';

const makeBucket = async (client: S3Client, Bucket: string): Promise<void> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await client.send(new CreateBucketCommand({ Bucket }));
  }
};
