/**
 * What deployments use, summed for each scope that they count in (docs/decisions/0081). The sums change only in one transaction with what is
 * counted of a deployment, which is beside its record, and only within the quotas.
 */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { type Amounts, counters, difference, each, largest, nothing, type Uses } from '../../domain/quotas/amounts.ts';
import type { Bound, Bounds } from '../../domain/quotas/quota.ts';
import { type Exceeded, exceededBy, mostOf, type Used } from '../../domain/quotas/use-bounds.ts';
import type { Scope } from '../../foundation/scope.ts';
import { unavailable } from '../aws/unavailable.ts';
import { scopesOf } from './counters.ts';
import { type Condition, conditions, holds, update } from './expressions.ts';
import { type quotaKey, recordKey, startedKey, usedKey } from './keys.ts';
import { quotaTries } from './quotas.ts';
import { realBackOff, type TablePorts } from './table.ts';
import { takenOver } from './taken-over.ts';
import { type TransactItems, transact } from './write.ts';

export const usesOf = (item: Readonly<Record<string, unknown>>): { readonly uses?: Uses } =>
  item['uses'] === undefined ? {} : { uses: item['uses'] as Uses };

const itemAt = async ({ client, table: TableName }: TablePorts, Key: ReturnType<typeof quotaKey>) =>
  (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item ?? {};

export const usedBy = async (ports: TablePorts, scope: Scope): Promise<Used> => {
  const [sums, today] = await Promise.all([
    itemAt(ports, usedKey(scope)),
    itemAt(ports, startedKey(scope, dayOf(ports))),
  ]);
  return {
    amounts: each((one) => Number(sums[one] ?? 0)),
    startedToday: Number(today['starts'] ?? 0),
    backfillsToday: Number(today['backfills'] ?? 0),
  };
};

const dayOf = ({ clock }: TablePorts): string => clock.now().toISOString().slice(0, 10);

export interface Reservation {
  readonly running: Amounts;
  readonly starts: number;
}

/**
 * Counts what an operation will use, on top of what is counted of the deployment only what is more. All or nothing: the quota that does not
 * allow it, else undefined. A repeat counts nothing twice. OperationSupersededError.
 */
export const reserveUse = async (
  ports: TablePorts,
  seen: Pick<Deployment, 'id'>,
  operationId: string,
  { running, starts }: Reservation,
  bounds: readonly Bounds[],
): Promise<Exceeded | undefined> => {
  for (let tries = 1; tries <= quotaTries; tries += 1) {
    const deployment = await ownedBy(ports, seen.id, operationId);
    const before = deployment.uses;
    const isCounted = before?.operation === operationId;
    const amounts = largest(before?.amounts ?? nothing, running);
    const wanted = { more: difference(amounts, before?.amounts ?? nothing), starts: isCounted ? 0 : starts };
    if (isCounted && counters.every((one) => wanted.more[one] === 0)) return undefined;
    const own = recordWrite(ports, deployment, operationId, amounts);
    const sums = bounds.flatMap((one) => sumWrites(ports, one, wanted));
    if (sums.every((one) => one !== 'too much')) {
      const refusals = await transact(ports, [own, ...(sums as TransactItems)]);
      if (refusals === undefined) return undefined;
      if (refusals[0] !== undefined) continue; // another process has counted meanwhile, or another operation has begun
    }
    for (const one of bounds) {
      const exceeded = exceededBy(one, await usedBy(ports, one.scope), wanted);
      if (exceeded) return exceeded;
    }
    await (ports.backOff ?? realBackOff)(Math.min(tries, 5)); // something was given back meanwhile
  }
  throw unavailable('DynamoDB', new Error('too many operations at once change what is used of a quota'));
};

/** Sets what an ended operation has left, and gives the rest back. Nothing where nothing was counted. OperationSupersededError. */
export const settleUse = async (
  ports: TablePorts,
  id: string,
  operationId: string,
  amounts: Amounts,
): Promise<void> => {
  for (let tries = 1; tries <= quotaTries; tries += 1) {
    const deployment = await ownedBy(ports, id, operationId);
    if (deployment.uses === undefined) return;
    const more = difference(amounts, deployment.uses.amounts);
    if (counters.every((one) => more[one] === 0)) return;
    const sums = scopesCounted(deployment).map((scope) => addition(ports, scope, more));
    if ((await transact(ports, [recordWrite(ports, deployment, operationId, amounts), ...sums])) === undefined) return;
  }
  throw unavailable('DynamoDB', new Error('what a deployment uses changes too often'));
};

/** The writes that give back all that a deployment uses, for the transaction that removes it. */
export const usesReleased = (ports: TablePorts, deployment: Deployment): TransactItems => {
  const { uses } = deployment;
  if (uses === undefined || counters.every((one) => uses.amounts[one] === 0)) return [];
  return scopesCounted(deployment).map((scope) => addition(ports, scope, difference(nothing, uses.amounts)));
};

/** The writes that count all that a deployment uses for another owner, within that one's quotas, instead of for its own. */
export const usesMoved = (ports: TablePorts, deployment: Deployment, to: Bounds): TransactItems => {
  const { uses, createdBy: owner } = deployment;
  if (uses === undefined || counters.every((one) => uses.amounts[one] === 0)) return [];
  const room = roomFor(to.limits, uses.amounts);
  return [
    addition(ports, to.scope, uses.amounts, room),
    addition(ports, { of: 'owner', owner }, difference(nothing, uses.amounts)),
  ];
};

/** What holds while nobody else has counted for the deployment. */
export const countedAs = (uses: Uses | undefined): Condition => holds('uses.version', uses?.version);

/** The scopes that quotas can be set for. */
const scopesCounted = (deployment: Deployment): readonly Scope[] =>
  scopesOf(deployment).filter(({ of }) => of !== 'owner-in-group');

const ownedBy = async (ports: TablePorts, id: string, operationId: string): Promise<Deployment> => {
  const item = await itemAt(ports, recordKey(id));
  const found = item['deployment'] as Deployment | undefined;
  if (found?.operation.id === operationId) return { ...found, ...usesOf(item) };
  throw takenOver(id, operationId, found?.operation.id);
};

const recordWrite = (
  { table: TableName }: TablePorts,
  { id, uses }: Deployment,
  operationId: string,
  amounts: Amounts,
): TransactItems[number] => {
  const next: Uses = { amounts, operation: operationId, version: (uses?.version ?? 0) + 1 };
  return {
    Update: {
      TableName,
      Key: recordKey(id),
      ...update({ uses: next }, [holds('deployment.operation.id', operationId), countedAs(uses)]),
    },
  };
};

/** Adds to the sums of a scope, and what starts to those of today; each only within the quotas. */
const sumWrites = (
  ports: TablePorts,
  { scope, limits }: Bounds,
  { more, starts }: { readonly more: Amounts; readonly starts: number },
): readonly (TransactItems[number] | 'too much')[] => {
  const room = roomFor(limits, more);
  const most = mostOf(limits, 'starts');
  const isTooMuch = room.some(({ left }) => left < 0) || (most !== undefined && starts > most);
  if (isTooMuch) return ['too much'];
  const sums = addition(ports, scope, more, room);
  if (starts === 0) return [sums];
  const roomToday = most === undefined ? [] : [{ name: 'starts', left: most - starts }];
  return [sums, additionTo(ports, startedKey(scope, dayOf(ports)), { starts }, roomToday, daysKept(ports))];
};

const roomFor = (limits: Bounds['limits'], more: Amounts): Room =>
  counters.flatMap((one) => {
    const most = more[one] > 0 ? mostOf(limits, one) : undefined;
    return most === undefined ? [] : [{ name: one, left: most - more[one] }];
  });

/** seconds since 1970: nobody asks for a day that is over */
const daysKept = ({ clock }: TablePorts): number => Math.floor(clock.now().getTime() / 1000) + 3 * 24 * 3600;

/** The write that counts one more backfill today, only within the quota, which allows one at least. */
export const backfillCounted = (ports: TablePorts, { scope, most }: Bound): TransactItems[number] =>
  additionTo(
    ports,
    startedKey(scope, dayOf(ports)),
    { backfills: 1 },
    [{ name: 'backfills', left: most - 1 }],
    daysKept(ports),
  );

type Room = readonly { readonly name: string; readonly left: number }[];

const addition = (ports: TablePorts, scope: Scope, more: Amounts, room: Room = []): TransactItems[number] =>
  additionTo(ports, usedKey(scope), more, room);

const additionTo = (
  { table: TableName }: TablePorts,
  Key: ReturnType<typeof usedKey>,
  more: Readonly<Record<string, number>>,
  room: Room,
  expiresAt?: number,
): TransactItems[number] => {
  const added = Object.entries(more);
  const held = room.length === 0 ? undefined : conditions(room.map(within));
  return {
    Update: {
      TableName,
      Key,
      UpdateExpression: `ADD ${added.map(([name]) => `#${name} :add_${name}`).join(', ')}${expiresAt === undefined ? '' : ' SET #expiresAt = :expiresAt'}`,
      ...(held && { ConditionExpression: held.ConditionExpression }),
      ExpressionAttributeNames: {
        ...held?.ExpressionAttributeNames,
        ...Object.fromEntries(added.map(([name]) => [`#${name}`, name])),
        ...(expiresAt !== undefined && { '#expiresAt': 'expiresAt' }),
      },
      ExpressionAttributeValues: {
        ...held?.ExpressionAttributeValues,
        ...Object.fromEntries(added.map(([name, amount]) => [`:add_${name}`, amount])),
        ...(expiresAt !== undefined && { ':expiresAt': expiresAt }),
      },
    },
  };
};

const within = ({ name, left }: Room[number]): Condition => ({
  expression: `(attribute_not_exists(#${name}) OR #${name} <= :room_${name})`,
  names: { [`#${name}`]: name },
  values: { [`:room_${name}`]: left },
});
