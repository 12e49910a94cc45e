import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { OperationSupersededError } from '../../foundation/errors.ts';
import { listAttempts } from './attempts.ts';
import { countWrites } from './counters.ts';
import { ownerOf } from './deployment-item.ts';
import { goneEvent, streamWrite } from './event-stream.ts';
import { expiryRemoval } from './expiries.ts';
import { conditions, holds } from './expressions.ts';
import { hoursRemoval } from './hours-runs.ts';
import { attemptKey, checkKey, labellingKey, recordKey } from './keys.ts';
import { removeEntries } from './labelling.ts';
import type { TablePorts } from './table.ts';
import { removeEvents } from './timeline.ts';
import { countedAs, usesReleased } from './uses.ts';
import { removeVersions } from './versions.ts';
import { transact, type Writes } from './write.ts';

/** A transaction takes 100 items: these attempts, the record, the state of its checks and of its labels, its end, its office hours, what tells of it, and a counter for each scope. */
const attemptsAtOnce = 89;

/** What the deployment uses was counted after it was read: it has to be read again. */
class CountedMeanwhile extends Error {}

/**
 * Removes the record, its attempts, the state of its checks and its count in one transaction, so that a process that dies removes all or nothing.
 * If one transaction cannot take all attempts, transactions before it remove some, first those that have nothing left at a
 * provider. Each of them requires that the operation still owns the deployment. In between, the remaining attempts name
 * every infrastructure that may exist, and a repeat continues from there. No attempt outlives its record.
 * Its entries in the lists by label are removed before, and those that a late write has added meanwhile after it.
 * A deployment that is `leaving` gets no new events, so its events are removed before the record.
 */
export const removeDeployment = async (
  ports: TablePorts,
  find: () => Promise<Deployment | undefined>,
  operationId: string,
): Promise<void> => {
  for (;;) {
    const deployment = await find();
    if (deployment === undefined) return;
    try {
      return await removeAsRead(ports, deployment, operationId);
    } catch (error) {
      if (!(error instanceof CountedMeanwhile)) throw error;
    }
  }
};

const removeAsRead = async (ports: TablePorts, deployment: Deployment, operationId: string): Promise<void> => {
  const { table } = ports;
  const { id } = deployment;
  const own = {
    TableName: table,
    Key: recordKey(id),
    ...conditions([holds('deployment.operation.id', operationId), countedAs(deployment.uses)]),
  };
  if (deployment.leaving) await removeEvents(ports, id);
  const owned = { ...own, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  const deletes = (await listAttempts(ports, id))
    .toSorted((a, b) => Number(b.state === 'DESTROYED') - Number(a.state === 'DESTROYED'))
    .map(({ number }) => ({ Delete: { TableName: table, Key: attemptKey(id, number) } }));
  while (deletes.length > attemptsAtOnce) {
    const lot = deletes.splice(0, attemptsAtOnce);
    if (!(await removed(ports, operationId, [{ ConditionCheck: owned }, ...lot]))) return;
  }
  await removeEntries(ports, deployment, operationId);
  await removed(ports, operationId, (shard) => [
    { Delete: owned },
    { Delete: { TableName: table, Key: checkKey(id) } },
    { Delete: { TableName: table, Key: labellingKey(id) } },
    expiryRemoval(ports, id),
    ...(deployment.officeHours ? [hoursRemoval(ports, id)] : []), // one that is set at this moment is removed by its next look
    ...deletes,
    ...(deployment.leaving
      ? [streamWrite(ports, deployment, goneEvent(deployment, ports.clock.now().toISOString()))]
      : []),
    ...countWrites(table, deployment, -1, shard),
    ...usesReleased(ports, deployment),
  ]);
  await removeEntries(ports, deployment);
  await removeVersions(ports, id);
  if (!deployment.leaving) await removeEvents(ports, id, true); // nobody ever saw this deployment: its acceptance is undone
};

/** False when the record, the first of the writes, was already gone. */
const removed = async (ports: TablePorts, operationId: string, writes: Writes): Promise<boolean> => {
  const refusals = await transact(ports, writes);
  if (refusals === undefined) return true;
  const owner = ownerOf(refusals[0]?.item);
  if (owner === undefined) return false;
  if (owner === operationId) throw new CountedMeanwhile();
  throw new OperationSupersededError(`operation ${operationId} has to stop: the deployment belongs to ${owner}`);
};
