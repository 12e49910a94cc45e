import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Attempt } from '../../domain/deployments/attempt.ts';
import type { Deployment } from '../../domain/deployments/deployment.ts';
import { OperationSupersededError } from '../../domain/errors.ts';
import { batchWrite, type Key } from './batch.ts';
import { countWrites } from './counters.ts';
import { ownerOf } from './deployment-item.ts';
import { conditions, holds } from './expressions.ts';
import { attemptPrefix, recordKey } from './keys.ts';
import type { TablePorts } from './table.ts';
import { type TransactItems, transact } from './write.ts';

/** A transaction takes 100 items: these, the record, and a counter for each scope. */
const attemptsAtOnce = 90;

/**
 * Removes the record, its attempts and its count in one transaction, so that a process that dies leaves all or nothing.
 * More attempts than fit go before, those first that have nothing left at a provider, each lot only while the operation
 * still owns the deployment: what is left of it in between knows of every infrastructure that may stand, and a repeat
 * goes on from there. `deployment` is the record as just read; undefined: gone, and a repeat only sweeps up.
 */
export const removeDeployment = async (
  ports: TablePorts,
  deployment: Deployment | undefined,
  id: string,
  operationId: string,
): Promise<void> => {
  const attempts = await attemptKeys(ports, id);
  if (deployment === undefined) return sweep(ports, attempts);
  const { table } = ports;
  const own = { TableName: table, Key: recordKey(id), ...conditions([holds('deployment.operation.id', operationId)]) };
  const owned = { ...own, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  const deletes = attempts.map((Key) => ({ Delete: { TableName: table, Key } }));
  while (deletes.length > attemptsAtOnce) {
    const lot = deletes.splice(0, attemptsAtOnce);
    if (!(await removed(ports, operationId, [{ ConditionCheck: owned }, ...lot]))) return;
  }
  await removed(ports, operationId, [{ Delete: owned }, ...deletes, ...countWrites(table, deployment, -1)]);
};

/** False when the record, the first of the writes, was gone already. */
const removed = async (ports: TablePorts, operationId: string, writes: TransactItems): Promise<boolean> => {
  const refusals = await transact(ports, writes);
  if (refusals === undefined) return true;
  const owner = ownerOf(refusals[0]?.item);
  if (owner === undefined) return false;
  throw new OperationSupersededError(`operation ${operationId} has to stop: the deployment belongs to ${owner}`);
};

const sweep = (ports: TablePorts, keys: readonly Key[]): Promise<void> =>
  batchWrite(
    ports,
    keys.map((Key) => ({ DeleteRequest: { Key } })),
  );

/** Destroyed ones first. */
const attemptKeys = async ({ client, table }: TablePorts, id: string): Promise<Key[]> => {
  const found: { readonly key: Key; readonly destroyed: boolean }[] = [];
  const query = {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :prefix)',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': id, ':prefix': attemptPrefix },
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) {
    for (const { pk, sk, attempt } of Items) {
      found.push({ key: { pk, sk }, destroyed: (attempt as Attempt).state === 'DESTROYED' });
    }
  }
  return found.sort((a, b) => Number(b.destroyed) - Number(a.destroyed)).map(({ key }) => key);
};
