/**
 * A deployment's record counts the writes of its resources (docs/decisions/0020). So one read of the record shows whether
 * anything of the deployment has changed.
 */

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { recordKey } from './keys.ts';
import type { TablePorts } from './table.ts';
import { withRetries } from './write.ts';

/** The part of a write command that counts one more write. DynamoDB refuses it if the deployment does not exist. */
export const oneMore = (table: string, deploymentId: string) => ({
  TableName: table,
  Key: recordKey(deploymentId),
  UpdateExpression: 'SET #deployment.#changes = if_not_exists(#deployment.#changes, :none) + :one',
  ConditionExpression: 'attribute_exists(#deployment)',
  ExpressionAttributeNames: { '#deployment': 'deployment', '#changes': 'changes' },
  ExpressionAttributeValues: { ':none': 0, ':one': 1 },
});

/**
 * Counts a write that has just been made. A deployment that is gone, or does not exist yet, needs no count. Counting twice,
 * as after a lost answer, does no harm.
 */
export const countChange = async (ports: TablePorts, table: string, deploymentId: string): Promise<void> => {
  try {
    await withRetries(ports.backOff, () => ports.client.send(new UpdateCommand(oneMore(table, deploymentId))));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
