import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { LabelSweep } from '../../domain/deployments/record/sweep-queues.ts';
import { UnavailableError } from '../../foundation/errors.ts';
import { fromItem } from './deployment-item.ts';
import { conditions, holds } from './expressions.ts';
import { labelling, labellingKey, recordKey } from './keys.ts';
import { type EntryWrites, entriesOf, entryWrites, fitting, removal, stillLabelled } from './labels.ts';
import { itemsBefore } from './sparse-index.ts';
import type { TablePorts } from './table.ts';
import { type TransactItems, transact } from './write.ts';

/** How often another process may write in between. */
const mostTries = 50;

/**
 * Brings the entries of a deployment in line with the labels of its record, in as many transactions as that needs. Each of them
 * needs that the record still has these labels. Does nothing for a record that is being removed, or gone. UnavailableError.
 */
export const completeEntries = async (ports: TablePorts, id: string): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries++) {
    const deployment = await found(ports, id);
    if (deployment === undefined || deployment.leaving) return;
    const missing = entryWrites(ports, deployment, await entriesOf(ports, id));
    const check = checked(ports, deployment);
    if (missing.length === 0) {
      const done = { Delete: { TableName: ports.table, Key: labellingKey(id) } };
      if ((await transact(ports, [check, done])) === undefined) return;
    } else await transact(ports, lotOf(check, missing));
  }
  throw new UnavailableError(`the entries of deployment ${id} in the lists by label change all the time`);
};

const checked = ({ table: TableName }: TablePorts, deployment: Deployment): TransactItems[number] => ({
  ConditionCheck: { TableName, Key: recordKey(deployment.id), ...conditions(stillLabelled(deployment)) },
});

const lotOf = (check: TransactItems[number], writes: readonly EntryWrites[]) => {
  const lot = fitting(writes, 1);
  return (shard: string): TransactItems => [check, ...lot.flatMap((write) => write(shard))];
};

/**
 * Removes the entries of a deployment that is being removed by this operation, or, without one, whose record is gone. Returns whether
 * another operation owns the record.
 */
export const removeEntries = async (
  ports: TablePorts,
  deployment: Deployment,
  operationId?: string,
): Promise<boolean> => {
  const { table: TableName } = ports;
  const owned = operationId === undefined ? isGone : holds('deployment.operation.id', operationId);
  const check = { ConditionCheck: { TableName, Key: recordKey(deployment.id), ...conditions([owned]) } };
  for (let tries = 0; tries < mostTries; tries++) {
    const left = (await entriesOf(ports, deployment.id)).map((entry) => removal(TableName, deployment, entry));
    if (left.length === 0) return true;
    const refusals = await transact(ports, lotOf(check, left));
    if (refusals?.[0] !== undefined) return false;
  }
  throw new UnavailableError(`the entries of deployment ${deployment.id} in the lists by label change all the time`);
};

const isGone = holds('pk', undefined);

const found = async ({ client, table }: TablePorts, id: string): Promise<Deployment | undefined> => {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: recordKey(id), ConsistentRead: true }));
  return Item && fromItem(Item);
};

/** Finds deployments whose entries a process has left incomplete, as it died. */
export const labelSweep = (ports: TablePorts): LabelSweep => ({
  due: async (before, limit) =>
    (await itemsBefore(ports, { partition: labelling, since: 'acceptedAt' }, before, limit)).map(({ pk }) =>
      String(pk),
    ),
  complete: (id) => completeEntries(ports, id),
});
