import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ProviderRecord } from '../../domain/providers/ports.ts';
import { providerRecordKey } from './keys.ts';
import type { TablePorts } from './table.ts';

/** More failures in a row than this count as this many, so that the item stays small. */
const mostKept = 100;

/** Failures in a row of each provider, as a set of its attempts. So a repeated write changes nothing. */
export const providerRecord = ({ client, table: TableName }: TablePorts): ProviderRecord => ({
  failed: async (providerId, { deploymentId, number }) => {
    const command = new UpdateCommand({
      TableName,
      Key: providerRecordKey(providerId),
      UpdateExpression: 'ADD #failed :attempt',
      ConditionExpression: 'attribute_not_exists(#failed) OR size(#failed) < :most',
      ExpressionAttributeNames: { '#failed': 'failed' },
      ExpressionAttributeValues: { ':attempt': new Set([`${deploymentId}#${number}`]), ':most': mostKept },
      ReturnValues: 'ALL_NEW',
    });
    try {
      const { Attributes = {} } = await client.send(command);
      return (Attributes['failed'] as ReadonlySet<string>).size;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return mostKept;
      throw error;
    }
  },
  succeeded: async (providerId) => {
    await client.send(
      new UpdateCommand({
        TableName,
        Key: providerRecordKey(providerId),
        UpdateExpression: 'REMOVE #failed',
        ExpressionAttributeNames: { '#failed': 'failed' },
      }),
    );
  },
});
