import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Attempt, AttemptChanges } from '../../domain/deployments/record/attempt.ts';
import type { Attempts } from '../../domain/deployments/record/ports.ts';
import { NotFoundError, OperationSupersededError } from '../../foundation/errors.ts';
import { oneMoreThing } from './activity.ts';
import { countActivity } from './changes.ts';
import { updateIf } from './conditional-write.ts';
import { conditions, holds } from './expressions.ts';
import { attemptKey, attemptPrefix } from './keys.ts';
import { itemsUnder } from './query.ts';
import type { TablePorts } from './table.ts';
import { transact } from './write.ts';

/** Stores the attempts in the partition of their deployment. */
export const attempts = (ports: TablePorts): Attempts => ({
  findOrCreate: (attempt) => findOrCreate(ports, attempt),
  find: (deploymentId, number) => find(ports, deploymentId, number),
  list: (deploymentId) => listAttempts(ports, deploymentId),
  record: (deploymentId, number, changes) => record(ports, deploymentId, number, changes),
});

const findOrCreate = async (ports: TablePorts, attempt: Attempt): Promise<Attempt> => {
  const { deploymentId, operationId, number } = attempt;
  const { table: TableName } = ports;
  const owned = [holds('deployment.operation.id', operationId)];
  const isNew = conditions([holds('pk', undefined)]);
  const refusals = await transact(ports, [
    { Update: oneMoreThing(TableName, deploymentId, {}, owned) },
    { Put: { TableName, Item: { ...attemptKey(deploymentId, number), attempt }, ...isNew } },
  ]);
  if (refusals === undefined) return attempt;
  if (refusals[0]) {
    throw new OperationSupersededError(
      `operation ${operationId} has to stop: deployment ${deploymentId} is gone or belongs to another`,
    );
  }
  return (await find(ports, deploymentId, number)) ?? findOrCreate(ports, attempt);
};

const find = async (
  { client, table }: TablePorts,
  deploymentId: string,
  number: number,
): Promise<Attempt | undefined> => {
  const Key = attemptKey(deploymentId, number);
  const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
  return Item?.['attempt'] as Attempt | undefined;
};

export const listAttempts = async (ports: TablePorts, deploymentId: string): Promise<readonly Attempt[]> =>
  (await itemsUnder(ports, deploymentId, attemptPrefix)).map(({ attempt }) => attempt as Attempt);

/** The rest is for the workflow: a change of it alone is not worth reading again. */
const seenByReaders = [
  'state',
  'reason',
  'quotedLog',
  'blame',
  'said',
  'left',
  'infrastructureId',
  'deadline',
] as const;

/**
 * NotFoundError when the attempt was removed with its deployment. If the process dies before it counts, a repeat of its
 * step, or the end of the operation, counts.
 */
const record = async (
  ports: TablePorts,
  deploymentId: string,
  number: number,
  changes: AttemptChanges,
): Promise<Attempt> => {
  const paths = Object.entries(changes).map(([name, value]) => [`attempt.${name}`, value]);
  const isThere = holds('attempt.number', number);
  const write = { key: attemptKey(deploymentId, number), changes: Object.fromEntries(paths) };
  const outcome = await updateIf(ports, write, [isThere]);
  if ('written' in outcome) {
    if (seenByReaders.some((name) => Object.hasOwn(changes, name))) await countActivity(ports, deploymentId);
    return outcome.written['attempt'] as Attempt;
  }
  throw new NotFoundError(`deployment ${deploymentId} has no attempt ${number}`);
};
