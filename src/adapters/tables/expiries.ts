import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Expiries, Expiry } from '../../domain/expiry/expiry.ts';
import { deleteIf, updateIf } from './conditional-write.ts';
import { holds } from './expressions.ts';
import { expiry, expiryKey } from './keys.ts';
import { itemsBefore, type SweepPartition } from './sparse-index.ts';
import type { TablePorts } from './table.ts';
import type { TransactItems } from './write.ts';

const expiriesDue: SweepPartition = { partition: expiry, since: 'acceptedAt' };

/** Finds ends of deployments that are to be told, or have come. Each has an item beside its record, written with it. */
export const expiries = (ports: TablePorts): Expiries => ({
  // an instant that is due now counts
  due: async (now, limit) =>
    (await itemsBefore(ports, expiriesDue, new Date(now.getTime() + 1), limit)).map((item) => item['expiry'] as Expiry),
  replace: async (seen, { dueAt, told }) => {
    const changes = { 'expiry.dueAt': dueAt, 'expiry.told': told, acceptedAt: dueAt };
    await updateIf(ports, { key: expiryKey(seen.deploymentId), changes }, asSeen(seen));
  },
  remove: async (seen) => {
    await deleteIf(ports, expiryKey(seen.deploymentId), asSeen(seen));
  },
});

const asSeen = ({ expiresAt, setAt, dueAt, told }: Expiry) => [
  holds('expiry.expiresAt', expiresAt),
  holds('expiry.setAt', setAt),
  holds('expiry.dueAt', dueAt),
  holds('expiry.told', told),
];

/** The write of the item that belongs to the end of a record, for the transaction that sets this. The first look is made at once. */
export const expiryWrites = (
  { table: TableName, clock }: TablePorts,
  { id, expiresAt }: Pick<Deployment, 'id' | 'expiresAt'>,
): TransactItems => {
  if (expiresAt === undefined) return [];
  const now = clock.now().toISOString();
  const written: Expiry = { deploymentId: id, expiresAt, setAt: now, dueAt: now };
  return [{ Put: { TableName, Item: { ...expiryKey(id), notBegun: expiry, acceptedAt: now, expiry: written } } }];
};

export const expiryRemoval = ({ table: TableName }: Pick<TablePorts, 'table'>, id: string): TransactItems[number] => ({
  Delete: { TableName, Key: expiryKey(id) },
});
