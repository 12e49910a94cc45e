/** Operations that wait for an approval: in the record, and in the list of each who may see it (docs/decisions/0082). */

import type { Approval, ApprovalPlace } from '../../domain/approvals/approval.ts';
import { approverGroup } from '../../domain/deployments/record/access.ts';
import type { Approvals } from '../../domain/deployments/record/approvals.ts';
import type { Deployment, Operation } from '../../domain/deployments/record/deployment.ts';
import { ConflictError } from '../../foundation/errors.ts';
import { batchGet } from './batch.ts';
import { updateIf } from './conditional-write.ts';
import { fromItem } from './deployment-item.ts';
import { type Changes, type Condition, holds, update } from './expressions.ts';
import { approvalKey, recordKey, sortValue, started } from './keys.ts';
import { itemsUnder } from './query.ts';
import type { TablePorts } from './table.ts';
import { type TransactItems, transact } from './write.ts';

/** Most that a list shows: the first of each place. */
const most = 200;

export const approvals = (ports: TablePorts): Approvals => ({
  waitingAt: async (places) => {
    const entries = await Promise.all(places.map((place) => itemsUnder(ports, approvalKey(place, '').pk)));
    const ids = [...new Set(entries.flat().map(({ sk }) => String(sk)))].slice(0, most);
    const found = (await batchGet(ports, ids.map(recordKey))).map(fromItem);
    return found
      .filter(({ operation }) => operation.approval?.state === 'waiting')
      .toSorted((a, b) => sinceOf(a).localeCompare(sinceOf(b)));
  },
});

const sinceOf = ({ operation }: Deployment): string => operation.approval?.since ?? '';

/** The entries stay until they expire: readers look at the record. A pause of the installation, in which no time passes for approvals, may be long. */
const entryDays = 90;

/** A transaction takes 100 items. */
const mostEntries = 95;

const entries = ({ table: TableName }: TablePorts, deployment: Deployment, approval: Approval): TransactItems => {
  const { id, createdBy, operation } = deployment;
  const groups = approval.rules.flatMap(({ approvers }) => approvers.map((one) => approverGroup(deployment, one)));
  const people = [createdBy, ...(operation.requestedBy ? [operation.requestedBy] : [])];
  const places: readonly ApprovalPlace[] = [
    { of: 'all' },
    ...people.map((owner) => ({ of: 'owner' as const, owner })),
    ...groups.map((group) => ({ of: 'group' as const, ...group })),
  ];
  const expiresAt = Math.floor(Date.parse(approval.expiresAt) / 1000) + entryDays * 24 * 3600;
  const keys = new Map(places.map((place) => [approvalKey(place, id).pk, approvalKey(place, id)]));
  return [...keys.values()].slice(0, mostEntries).map((key) => ({ Put: { TableName, Item: { ...key, expiresAt } } }));
};

/** The record and the entries in one transaction. The sweep looks soon: it sends the callback, and ends what expires. */
export const awaitApproval = async (ports: TablePorts, seen: Deployment, approval: Approval): Promise<void> => {
  const changes = { 'deployment.operation.approval': approval, 'deployment.task': 'APPROVAL', ...touched(ports, seen) };
  const Update = {
    ...{ TableName: ports.table, Key: recordKey(seen.id), ...update(changes, asSeen(seen)) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  const refusals = await transact(ports, [{ Update }, ...entries(ports, seen, approval)]);
  const key = refusals?.[0]?.item?.['deployment']?.M?.['operation']?.M?.['approval']?.M?.['key']?.S;
  if (refusals !== undefined && key !== approval.key)
    throw new ConflictError(`deployment ${seen.id} changed in the meantime: another process works on it`);
};

/** ConflictError when somebody else has decided meanwhile, or another operation owns the deployment. */
export const decideApproval = async (
  ports: TablePorts,
  seen: Deployment,
  { approval, interrupted, deadline }: Pick<Operation, 'approval' | 'interrupted' | 'deadline'>,
): Promise<Deployment> => {
  const changes = {
    ...{ 'deployment.operation.approval': approval, ...touched(ports, seen) },
    ...(interrupted !== seen.operation.interrupted && {
      'deployment.operation.interrupted': interrupted,
      'deployment.task': 'NONE',
    }),
    ...(deadline !== undefined && { 'deployment.operation.deadline': deadline }),
  };
  const outcome = await updateIf(ports, { key: recordKey(seen.id), changes }, asSeen(seen));
  if ('written' in outcome) return fromItem(outcome.written);
  throw new ConflictError(
    `deployment ${seen.id} changed in the meantime: read what waits for an approval again, then decide again`,
  );
};

const touched = ({ clock }: TablePorts, { id }: Deployment): Changes => {
  const now = clock.now().toISOString();
  return { 'deployment.updatedAt': now, updated: sortValue(now, id), notBegun: started, acceptedAt: now };
};

const asSeen = ({ operation }: Deployment): readonly Condition[] => [
  holds('deployment.operation.id', operation.id),
  holds('deployment.operation.approval.version', operation.approval?.version),
  holds('deployment.operation.interrupted.times', operation.interrupted?.times),
];
