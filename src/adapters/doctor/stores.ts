import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { GetBucketNotificationConfigurationCommand, HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Check } from '../../domain/doctor/examination.ts';
import { type TableDefinition, tableDefinitions } from '../tables/keys.ts';

export type TableName = keyof typeof tableDefinitions;

/** Whether each table is there, with the indexes that this release reads: those of `tables` in the configuration get none by themselves. */
export const tableChecks = (
  client: DynamoDBDocumentClient,
  tables: Readonly<Record<TableName, string>>,
): readonly Check[] =>
  (Object.keys(tableDefinitions) as TableName[]).map((which) => ({
    subject: `table ${tables[which]}`,
    look: async () => {
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
  /** what it is for, as the configuration calls it */
  readonly use: string;
  /** whether it has to send its events to EventBridge */
  readonly tells?: boolean;
  readonly client: S3Client;
}

/** Whether each bucket can be reached, where the configuration says it is; and tells of its files where that is not CloudFormation's affair. */
export const bucketChecks = (buckets: readonly Bucket[]): readonly Check[] =>
  buckets.map(({ name, use, tells = false, client }) => ({
    subject: `bucket ${name}`,
    look: async () => {
      await reached(client, name);
      if (tells) await refuseSilence(client, name);
      return `can be reached (${use})`;
    },
    advice: tells
      ? 'a bucket of others must let this account in, and send its events to EventBridge: docs/operations.md, Buckets of others'
      : 'see that it is there, in its region, and that its policy and key let the roles of this account in',
  }));

/** S3 answers HEAD without a word of why. */
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
