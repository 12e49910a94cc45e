import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { failedCheckMins, nextCheck } from '../../domain/deployments/record/deadlines.ts';
import type { Deployment, Interrupted } from '../../domain/deployments/record/deployment.ts';
import { inProgress } from '../../domain/deployments/record/lifecycle.ts';
import type { DeploymentChanges, Deployments } from '../../domain/deployments/record/ports.ts';
import { requireRoom } from '../../domain/deployments/record/record-room.ts';
import type { Labels } from '../../domain/labels/labels.ts';
import type { Bound } from '../../domain/quotas/quota.ts';
import { ConflictError } from '../../foundation/errors.ts';
import { unavailable } from '../aws/unavailable.ts';
import { awaitApproval, decideApproval } from './approvals.ts';
import { updateIf } from './conditional-write.ts';
import { countIn, countWrites } from './counters.ts';
import { fromItem, labelled, ownerOf, toItem } from './deployment-item.ts';
import { deploymentListVersion, listDeployments } from './deployment-pages.ts';
import { expiryRemoval, expiryWrites } from './expiries.ts';
import { type Changes, type Condition, conditions, holds, ifAbsent, update } from './expressions.ts';
import { hoursRemoval, hoursSet, hoursWrites } from './hours-runs.ts';
import { countKey, notStarted, recordKey, sortValue, started } from './keys.ts';
import { completeEntries } from './labelling.ts';
import { type Entry, entriesBefore, entryWrites, fitting, toComplete } from './labels.ts';
import { quotaTries, quotaWrites } from './quotas.ts';
import { removeDeployment } from './removal.ts';
import { itemsBefore } from './sparse-index.ts';
import { realBackOff, type TablePorts } from './table.ts';
import { takenOver } from './taken-over.ts';
import { transferTo } from './transfers.ts';
import { asOftenInterrupted, changedMeanwhile, unchanged } from './unchanged.ts';
import { reserveUse, settleUse, usedBy } from './uses.ts';
import { expireOld, versionWrites } from './versions.ts';
import { type StoredItem, type TransactItems, transact } from './write.ts';

/** Stores the deployments in DynamoDB. Every call throws UnavailableError when DynamoDB does not answer. */
export const deployments = (ports: TablePorts): Deployments => ({
  find: (id) => find(ports, id),
  list: (scope, page, wanted, labels) => listDeployments(ports, scope, page, wanted, labels),
  listVersion: (scope) => deploymentListVersion(ports, scope),
  accept: (deployment, bounds = []) => acceptWithin(ports, deployment, bounds),
  count: (scope) => countIn(ports, countKey(scope)),
  usedBy: (scope) => usedBy(ports, scope),
  reserveUse: (deployment, operationId, use, bounds) => reserveUse(ports, deployment, operationId, use, bounds),
  settleUse: (id, operationId, amounts) => settleUse(ports, id, operationId, amounts),
  supersede: (seen, next) => supersede(ports, seen, next),
  protect: (seen, isProtected) => protect(ports, seen, isProtected),
  setEnd: (seen, expiresAt) => setEnd(ports, seen, expiresAt),
  setHours: (seen, officeHours) => setHours(ports, seen, officeHours),
  label: (seen, labels) => label(ports, seen, labels),
  setTransfer: (seen, transfer, declined) => {
    const mark = declined !== undefined && { 'deployment.transferDeclined': declined };
    return changeWith(ports, seen, { 'deployment.transfer': transfer, ...mark }, []);
  },
  transferTo: (seen, next, limits) => transferTo(ports, seen, next, limits, unchanged(seen)),
  markStarted: (id, operationId) =>
    change(ports, id, operationId, { notBegun: started, acceptedAt: firstCheck(ports) }),
  record: (id, operationId, changes, whileIn) => change(ports, id, operationId, touched(ports, id, changes), whileIn),
  awaitApproval: async (seen, approval) => {
    await awaitApproval(ports, seen, approval);
    return (await find(ports, seen.id)) ?? seen; // somebody may have decided, or deleted it, meanwhile
  },
  decideApproval: (seen, decided) => decideApproval(ports, seen, decided),
  interrupt: (seen, interrupted) => interrupt(ports, seen, interrupted),
  markRemoving: (id, operationId) => change(ports, id, operationId, { 'deployment.leaving': true }),
  remove: (id, operationId) => removeDeployment(ports, () => find(ports, id), operationId),
  notStarted: async (acceptedBefore) =>
    (await itemsBefore(ports, { partition: notStarted, since: 'acceptedAt' }, acceptedBefore)).map(fromItem),
});

const isNew: Condition = { expression: 'attribute_not_exists(#pk)', names: { '#pk': 'pk' }, values: {} };

const find = async ({ client, table }: TablePorts, id: string): Promise<Deployment | undefined> => {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: recordKey(id), ConsistentRead: true }));
  return Item && fromItem(Item);
};

/** Creations of a scope with a quota come one after the other: each that meets another one waits and counts again. */
const acceptWithin = async (ports: TablePorts, deployment: Deployment, bounds: readonly Bound[]): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    if (await accept(ports, deployment, await quotaWrites(ports, bounds))) return;
    if (tries === quotaTries)
      throw unavailable('DynamoDB', new Error('too many creations at once change what is used of a quota'));
    await (ports.backOff ?? realBackOff)(Math.min(tries, 5));
  }
};

/** False: another creation has come in between. */
const accept = async (ports: TablePorts, deployment: Deployment, within: TransactItems): Promise<boolean> => {
  requireRoom(deployment);
  const { table } = ports;
  const brought = versionWrites(ports, deployment);
  const beside = [...expiryWrites(ports, deployment), ...hoursWrites(ports, deployment)];
  const { now, later } = entriesToWrite(
    ports,
    deployment,
    [],
    countWrites(table, deployment, 1, '').length + 4 + within.length,
  );
  const refusals = await transact(ports, (shard) => [
    {
      Put: {
        TableName: table,
        Item: toItem(deployment),
        ...conditions([isNew]),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    ...brought,
    ...beside,
    ...countWrites(table, deployment, 1, shard),
    ...now.flatMap((write) => write(shard)),
    ...later,
    ...within,
  ]);
  // or our own write, repeated
  if (refusals === undefined || ownerOf(refusals[0]?.item) === deployment.operation.id) {
    if (later.length > 0) await completeEntries(ports, deployment.id);
    return true;
  }
  if (within.length > 0 && refusals[0] === undefined && refusals.slice(-within.length).some(Boolean)) return false;
  throw new ConflictError(`there is a deployment ${deployment.id} already: repeat the request to get another id`);
};

/** The entries in the lists by label that fit into the transaction of the record, beside `others` items; the sweep may complete the rest. */
const entriesToWrite = (ports: TablePorts, deployment: Deployment, before: readonly Entry[], others: number) => {
  const all = entryWrites(ports, deployment, before);
  const now = fitting(all, others + 1);
  return { now, later: now.length < all.length ? [toComplete(ports, deployment.id)] : [] };
};

const supersede = async (ports: TablePorts, seen: Deployment, next: Deployment): Promise<void> => {
  if (next.operation.kind !== 'DELETE') requireRoom(next); // a deletion adds nothing, and must always be possible
  // an update, not a put: it keeps what is counted beside the record
  const { pk, sk, ...changes } = toItem(next);
  const refused = await writtenWithVersion(ports, next, { key: { pk, sk }, changes }, unchanged(seen));
  if (refused === 'written' || ownerOf(refused) === next.operation.id) return; // its workflow may have written since
  throw changedMeanwhile(seen, refused);
};

const protect = async (ports: TablePorts, seen: Deployment, isProtected: boolean): Promise<void> => {
  const now = ports.clock.now().toISOString();
  const changes = {
    'deployment.protected': isProtected ? true : undefined,
    'deployment.updatedAt': now,
    updated: sortValue(now, seen.id),
  };
  const outcome = await updateIf(ports, { key: recordKey(seen.id), changes }, unchanged(seen));
  if ('refused' in outcome) throw changedMeanwhile(seen, outcome.refused);
};

/** The record and the item that the sweep finds in one transaction. */
const setEnd = (ports: TablePorts, seen: Deployment, expiresAt: string | undefined): Promise<void> =>
  changeWith(ports, seen, { 'deployment.expiresAt': expiresAt }, [
    ...(expiresAt === undefined ? [expiryRemoval(ports, seen.id)] : expiryWrites(ports, { id: seen.id, expiresAt })),
  ]);

/** The same of office hours: those that are set hold at once. */
const setHours = (ports: TablePorts, seen: Deployment, officeHours: Deployment['officeHours']): Promise<void> =>
  changeWith(ports, seen, { 'deployment.officeHours': officeHours }, [
    ...(officeHours === undefined ? [hoursRemoval(ports, seen.id)] : hoursSet(ports, seen.id)),
  ]);

const changeWith = async (ports: TablePorts, seen: Deployment, set: Changes, beside: TransactItems): Promise<void> => {
  const updatedAt = ports.clock.now().toISOString();
  const changes = { ...set, 'deployment.updatedAt': updatedAt, updated: sortValue(updatedAt, seen.id) };
  const Update = {
    ...{ TableName: ports.table, Key: recordKey(seen.id), ...update(changes, unchanged(seen)) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  const refusals = await transact(ports, [{ Update }, ...beside]);
  if (refusals !== undefined) throw changedMeanwhile(seen, refusals[0]?.item);
};

/** The record and its entries in one transaction, as far as they fit. */
const label = async (ports: TablePorts, seen: Deployment, labels: Labels): Promise<void> => {
  const updatedAt = ports.clock.now().toISOString();
  const { labels: _, ...rest } = seen;
  const next: Deployment = { ...rest, updatedAt, ...(Object.keys(labels).length > 0 && { labels }) };
  requireRoom(next);
  const changes = {
    'deployment.labels': next.labels,
    'deployment.updatedAt': updatedAt,
    ...{ labelled: labelled(next).labelled, updated: sortValue(updatedAt, seen.id) },
  };
  const Update = {
    ...{ TableName: ports.table, Key: recordKey(seen.id), ...update(changes, unchanged(seen)) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  const { now, later } = entriesToWrite(ports, next, entriesBefore(seen), 1);
  const together = (shard: string) => [{ Update }, ...now.flatMap((write) => write(shard)), ...later];
  let refusals = await transact(ports, together);
  let isWhole = later.length === 0;
  if (refusals !== undefined && refusals[0] === undefined) {
    // the entries of earlier labels are not complete yet
    refusals = await transact(ports, [{ Update }, toComplete(ports, seen.id)]);
    isWhole = false;
  }
  const found = refusals?.[0]?.item;
  const isOurs =
    found?.['labelled']?.S === changes.labelled && found?.['deployment']?.M?.['updatedAt']?.S === updatedAt;
  if (refusals !== undefined && !isOurs) throw changedMeanwhile(seen, found);
  if (!isWhole) await completeEntries(ports, seen.id);
};

/** 'written', or the item as it is. A version is written in the same transaction, or neither is. */
const writtenWithVersion = async (
  ports: TablePorts,
  next: Deployment,
  { key: Key, changes }: { readonly key: ReturnType<typeof recordKey>; readonly changes: Changes },
  all: readonly Condition[],
): Promise<'written' | StoredItem | undefined> => {
  const brought = versionWrites(ports, next);
  if (brought.length === 0) {
    const outcome = await updateIf(ports, { key: Key, changes }, all);
    return 'written' in outcome ? 'written' : outcome.refused;
  }
  await expireOld(ports, next);
  const Update = {
    ...{ TableName: ports.table, Key, ...update(changes, all) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  const refusals = await transact(ports, [{ Update }, ...brought]);
  return refusals === undefined ? 'written' : refusals[0]?.item;
};

/** A write of a workflow. It succeeds only while its operation owns the deployment, and the status is as asked for. */
const change = async (
  ports: TablePorts,
  id: string,
  operationId: string,
  changes: Changes,
  whileIn?: Deployment['status'],
): Promise<Deployment> => {
  const ownedByIt = holds('deployment.operation.id', operationId);
  const inStatus = whileIn === undefined ? [] : [holds('deployment.status', whileIn)];
  const outcome = await updateIf(ports, { key: recordKey(id), changes }, [ownedByIt, ...inStatus]);
  if ('written' in outcome) return fromItem(outcome.written);
  const owner = ownerOf(outcome.refused);
  const now = owner === operationId ? await find(ports, id) : undefined;
  // the answer of this same write was lost, or another process has written the same end
  if (now?.operation.id === operationId && now.status === changes['deployment.status']) return now;
  throw takenOver(id, operationId, owner);
};

/**
 * Keeps the record in the index partition of started operations. So if the process dies before it starts the next
 * execution, the sweep continues the operation.
 */
const interrupt = async (ports: TablePorts, seen: Deployment, interrupted: Interrupted): Promise<Deployment> => {
  const acceptedAt = nextCheck(ports.clock.now(), failedCheckMins).toISOString();
  const changes = { 'deployment.operation.interrupted': interrupted, notBegun: started, acceptedAt };
  const all = [holds('deployment.operation.id', seen.operation.id), asOftenInterrupted(seen)];
  const outcome = await updateIf(ports, { key: recordKey(seen.id), changes }, all);
  if ('written' in outcome) return fromItem(outcome.written);
  const owner = ownerOf(outcome.refused);
  if (owner === seen.operation.id)
    throw new ConflictError(`another process has already resumed operation ${owner} of deployment ${seen.id}`);
  throw takenOver(seen.id, seen.operation.id, owner);
};

const touched = (ports: TablePorts, id: string, { outputs, parameters, ...changes }: DeploymentChanges): Changes => {
  const now = ports.clock.now().toISOString();
  const paths = Object.entries(changes).map(([name, value]) => [`deployment.${name}`, value]);
  return {
    ...Object.fromEntries(paths),
    ...(outputs !== undefined && { 'deployment.outputs': JSON.stringify(outputs) }),
    ...(parameters !== undefined && { 'deployment.parameters': JSON.stringify(parameters) }),
    'deployment.updatedAt': now,
    updated: sortValue(now, id),
    ...sweepPlace(changes.status, firstCheck(ports)),
  };
};

const firstCheck = ({ clock }: TablePorts): string => nextCheck(clock.now()).toISOString();

/**
 * Until an operation ends, the sweep checks now and then whether its workflow is alive. An entry that exists stays as it
 * is, so that not every step writes to the index. An operation without an entry, started under a release that did no such
 * checks, gets one. The sweep checks an ended operation once more: the process that wrote the end may have died before it
 * queued the callback, or something may still be running.
 */
const sweepPlace = (status: Deployment['status'] | undefined, at: string): Changes => {
  if (status === undefined || inProgress(status)) return { notBegun: ifAbsent(started), acceptedAt: ifAbsent(at) };
  return { notBegun: started, acceptedAt: at };
};
