import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { GetBucketNotificationConfigurationCommand, HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Check } from '../../domain/doctor/examination.ts';
import { type TableDefinition, tableDefinitions } from '../tables/keys.ts';

export type TableName = keyof typeof tableDefinitions;

/**
 * Checks that each table exists with the indexes that this release reads. Tables that the configuration names (`tables`) do
 * not get new indexes by themselves.
 */
export const tableChecks = (
  client: DynamoDBDocumentClient,
  tables: Readonly<Record<TableName, string>>,
): readonly Check[] =>
  (Object.keys(tableDefinitions) as TableName[]).map((which) => ({
    subject: `table ${tables[which]}`,
    run: async () => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName: tables[which] }));
      if (Table?.TableStatus !== 'ACTIVE') throw new Error(`it is ${Table?.TableStatus ?? 'in no state'}, not ACTIVE`);
      const definition: TableDefinition = tableDefinitions[which];
      const there = new Set((Table.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName));
      const missing = definition.indexes.filter(({ name }) => !there.has(name)).map(({ name }) => name);
      if (missing.length > 0) throw new Error(`it has no index ${missing.join(', ')}`);
      return `is active, with ${there.size} indexes`;
    },
    advice: 'a table that the configuration names (`tables`) gets its indexes by hand: docs/operations.md, Upgrade',
  }));

interface Bucket {
  readonly name: string;
  /** what it is for, in the words of the configuration */
  readonly use: string;
  /** whether it must send its events to EventBridge */
  readonly tells?: boolean;
  readonly client: S3Client;
}

/**
 * Checks that each bucket can be reached where the configuration says it is. A bucket that CloudFormation does not manage
 * must also send its events to EventBridge.
 */
export const bucketChecks = (buckets: readonly Bucket[]): readonly Check[] =>
  buckets.map(({ name, use, tells = false, client }) => ({
    subject: `bucket ${name}`,
    run: async () => {
      await reached(client, name);
      if (tells) await refuseSilence(client, name);
      return `can be reached (${use})`;
    },
    advice: tells
      ? 'a bucket of others must let this account in, and send its events to EventBridge: docs/operations.md, Buckets of others'
      : 'see that it is there, in its region, and that its policy and key let the roles of this account in',
  }));

/** S3 answers HEAD no reason was given, so the status is translated into one. */
const reached = async (client: S3Client, name: string): Promise<void> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket: name }));
  } catch (cause) {
    const { $metadata } = cause as { readonly $metadata?: { readonly httpStatusCode?: number } };
    const why = reasons[$metadata?.httpStatusCode ?? 0];
    throw why === undefined ? cause : new Error(why, { cause });
  }
};

const reasons: Readonly<Record<number, string>> = {
  301: 'it is in another region than the configuration says',
  400: 'it is in another region than the configuration says',
  403: 'it refuses this service',
  404: 'there is none of this name',
};

const refuseSilence = async (client: S3Client, name: string): Promise<void> => {
  const { EventBridgeConfiguration } = await client.send(
    new GetBucketNotificationConfigurationCommand({ Bucket: name }),
  );
  if (EventBridgeConfiguration === undefined)
    throw new Error('it sends no events to EventBridge: no file in it triggers a schedule');
};
