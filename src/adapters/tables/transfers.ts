import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { NewOwner } from '../../domain/deployments/record/ports.ts';
import type { Limits } from '../../domain/quotas/quota.ts';
import { exceededBy, exceededText } from '../../domain/quotas/use-bounds.ts';
import { ConflictError } from '../../foundation/errors.ts';
import { unavailable } from '../aws/unavailable.ts';
import { countWrite, ownScopesOf } from './counters.ts';
import { placesInLists } from './deployment-item.ts';
import { type Changes, type Condition, update } from './expressions.ts';
import { countKey, recordKey } from './keys.ts';
import { completeEntries } from './labelling.ts';
import { entriesBefore, entryWrites, fitting, toComplete } from './labels.ts';
import { quotaTries, quotaWrites } from './quotas.ts';
import { realBackOff, type TablePorts } from './table.ts';
import { countedAs, usedBy, usesMoved } from './uses.ts';
import { type TransactItems, transact } from './write.ts';

/**
 * Makes a deployment somebody else's: record, lists, counters and what is used of quotas in one transaction, and as many entries of labels as fit; the
 * same process completes the others, or the sweep does. False when a condition of `unchanged` did not hold. ConflictError where a quota is reached.
 */
export const transferTo = async (
  ports: TablePorts,
  seen: Deployment,
  { owner, transferred, email }: NewOwner,
  limits: Limits,
  unchanged: readonly Condition[],
): Promise<boolean> => {
  const { callback: _, transfer: __, ...rest } = seen;
  const updatedAt = ports.clock.now().toISOString();
  const next: Deployment = { ...rest, createdBy: owner, transferred, updatedAt };
  const changes: Changes = {
    ...{ 'deployment.createdBy': owner, 'deployment.transferred': transferred, 'deployment.updatedAt': updatedAt },
    ...{ 'deployment.callback': undefined, 'deployment.transfer': undefined },
    ...(seen.origin && { 'deployment.origin.email': email }),
    ...(seen.uses && { 'uses.version': seen.uses.version + 1 }),
    ...placesInLists(next),
  };
  const Update = {
    ...{ TableName: ports.table, Key: recordKey(seen.id), ...update(changes, [...unchanged, countedAs(seen.uses)]) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  const outcome = await written(ports, { seen, next, limits, record: { Update } });
  if (outcome === 'changed') return false;
  if (outcome === 'incomplete') await completeEntries(ports, seen.id);
  return true;
};

interface Move {
  readonly seen: Deployment;
  readonly next: Deployment;
  readonly limits: Limits;
  readonly record: TransactItems[number];
}

/** `incomplete`: entries of labels are still those of the owner before. */
const written = async (ports: TablePorts, move: Move): Promise<'changed' | 'complete' | 'incomplete'> => {
  let isWithLabels = true;
  for (let tries = 1; tries <= quotaTries; tries += 1) {
    const { counted, labels, later } = await writesOf(ports, move, isWithLabels);
    const together = (shard: string): TransactItems => [
      ...[move.record, ...counted, ...counters(ports, move, shard)],
      ...[...labels.flatMap((write) => write(shard)), ...later],
    ];
    const refusals = await transact(ports, together);
    if (refusals === undefined) return later.length === 0 ? 'complete' : 'incomplete';
    const found = refusals[0]?.item?.['deployment']?.M?.['transferred']?.M?.['id']?.S;
    if (refusals[0] !== undefined) return found === move.next.transferred?.id ? 'incomplete' : 'changed';
    const isOfQuotas = refusals.slice(1, 1 + counted.length).some((one) => one !== undefined);
    // else the entries of an earlier change are not complete yet
    if (!isOfQuotas) isWithLabels = false;
    else await (ports.backOff ?? realBackOff)(Math.min(tries, 5));
  }
  throw unavailable('DynamoDB', new Error('too many deployments at once change what is used of a quota'));
};

/** ConflictError where a quota of the new owner is reached. */
const writesOf = async (ports: TablePorts, { seen, next, limits }: Move, isWithLabels: boolean) => {
  const scope = { of: 'owner' as const, owner: next.createdBy };
  const { deployments: most } = limits;
  const within = most === undefined ? [] : await quotaWrites(ports, [{ scope, most }]);
  const more = { more: seen.uses?.amounts, starts: 0 };
  if (more.more) {
    const exceeded = exceededBy({ scope, limits }, await usedBy(ports, scope), { ...more, more: more.more });
    if (exceeded) throw new ConflictError(exceededText(exceeded));
  }
  const counted = [...within, ...usesMoved(ports, seen, { scope, limits })];
  const all = entryWrites(ports, next, entriesBefore(seen));
  const labels = isWithLabels ? fitting(all, counted.length + 6) : [];
  return { counted, labels, later: labels.length < all.length ? [toComplete(ports, seen.id)] : [] };
};

/** Out of the lists of the owner before, and into those of the new one. */
const counters = ({ table }: TablePorts, { seen, next }: Move, shard: string): TransactItems => [
  ...ownScopesOf(seen).map((scope) => countWrite(table, countKey(scope), shard, -1)),
  ...ownScopesOf(next).map((scope) => countWrite(table, countKey(scope), shard, 1)),
];
