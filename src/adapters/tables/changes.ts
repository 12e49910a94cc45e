/**
 * Writes of a deployment's resources are counted on its record (docs/decisions/0020): one read of the record tells whether
 * anything of the deployment has changed.
 */

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { recordKey } from './keys.ts';
import type { TablePorts } from './table.ts';
import { patiently } from './write.ts';

/** One more write; as a part of a write command. It is refused where there is no such deployment. */
export const oneMore = (table: string, deploymentId: string) => ({
  TableName: table,
  Key: recordKey(deploymentId),
  UpdateExpression: 'SET #deployment.#changes = if_not_exists(#deployment.#changes, :none) + :one',
  ConditionExpression: 'attribute_exists(#deployment)',
  ExpressionAttributeNames: { '#deployment': 'deployment', '#changes': 'changes' },
  ExpressionAttributeValues: { ':none': 0, ':one': 1 },
});

/**
 * Counts what has just been written; a deployment that is gone, or not there yet, needs no count. To count twice, as when an
 * answer was lost, does no harm.
 */
export const countChange = async (ports: TablePorts, table: string, deploymentId: string): Promise<void> => {
  try {
    await patiently(ports.backOff, () => ports.client.send(new UpdateCommand(oneMore(table, deploymentId))));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
