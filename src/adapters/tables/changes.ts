/**
 * A deployment's record counts the writes of its resources (docs/decisions/0020), and the item of the record counts what
 * happens around it (docs/decisions/0040). So one read of that item shows whether anything of the deployment has changed.
 */

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Grown, oneMoreThing } from './activity.ts';
import { recordKey } from './keys.ts';
import type { TablePorts } from './table.ts';
import { withRetries } from './write.ts';

/** The part of a write command that counts one more write. DynamoDB refuses it if the deployment is gone or leaving. */
export const oneMore = (table: string, deploymentId: string) => ({
  TableName: table,
  Key: recordKey(deploymentId),
  UpdateExpression: 'SET #deployment.#changes = if_not_exists(#deployment.#changes, :none) + :one',
  ConditionExpression: 'attribute_exists(#deployment) AND attribute_not_exists(#deployment.#leaving)',
  ExpressionAttributeNames: { '#deployment': 'deployment', '#changes': 'changes', '#leaving': 'leaving' },
  ExpressionAttributeValues: { ':none': 0, ':one': 1 },
});

/** Counts a write of resources that has just been made; false: the deployment is gone or leaving. */
export const countChange = (ports: TablePorts, table: string, deploymentId: string): Promise<boolean> =>
  count(ports, oneMore(table, deploymentId));

/** Counts something else that has just happened. */
export const countActivity = async (ports: TablePorts, deploymentId: string, grown?: Grown): Promise<void> => {
  await count(ports, oneMoreThing(ports.table, deploymentId, grown));
};

/**
 * A deployment that is gone, or does not exist yet, needs no count. Counting twice, as after a lost answer, does no harm.
 */
const count = async (ports: TablePorts, write: ConstructorParameters<typeof UpdateCommand>[0]): Promise<boolean> => {
  try {
    await withRetries(ports.backOff, () => ports.client.send(new UpdateCommand(write)));
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return false;
  }
};
