import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { PossibleOrphan, PossibleOrphans } from '../../domain/deployments/record/possible-orphans.ts';
import { deleteIf, updateIf } from './conditional-write.ts';
import { holds } from './expressions.ts';
import { orphan, orphanKey } from './keys.ts';
import { itemsBefore, type SweepPartition } from './sparse-index.ts';
import type { TablePorts } from './table.ts';

const orphans: SweepPartition = { partition: orphan, since: 'acceptedAt' };

/**
 * In seconds. Possible orphans that the sweep has not searched for in this time expire. The sweep gives up each search
 * earlier.
 */
const keptSeconds = 60 * 24 * 60 * 60;

/**
 * Stores possible orphans in the table of deployments: an item for each attempt, which outlives its deployment. Only the
 * sweep removes it.
 */
export const possibleOrphans = (ports: TablePorts): PossibleOrphans => ({
  register: async (all, from) => {
    const place = { notBegun: orphans.partition, acceptedAt: from.toISOString(), expiresAt: expiry(from) };
    const put = (one: PossibleOrphan) => {
      const Item = { ...orphanKey(one.deploymentId, one.number), ...place, orphan: one };
      return ports.client.send(new PutCommand({ TableName: ports.table, Item }));
    };
    await Promise.all(all.map(put));
  },
  due: async (before, limit) =>
    (await itemsBefore(ports, orphans, before, limit)).map((item) => item['orphan'] as PossibleOrphan),
  setNextCheck: async (one, at) => {
    if (at !== undefined) return move(ports, one, at, one.looks + 1);
    await deleteIf(ports, orphanKey(one.deploymentId, one.number), [asSeen(one)]);
  },
  postpone: (one, at) => move(ports, one, at, one.looks),
});

const move = async (ports: TablePorts, one: PossibleOrphan, at: Date, checks: number): Promise<void> => {
  const changes = { acceptedAt: at.toISOString(), expiresAt: expiry(at), 'orphan.looks': checks };
  await updateIf(ports, { key: orphanKey(one.deploymentId, one.number), changes }, [asSeen(one)]);
};

/** If an orphan was watched anew, the search for it starts again, and an older search must not change it. */
const asSeen = ({ looks }: PossibleOrphan) => holds('orphan.looks', looks);

const expiry = (from: Date): number => Math.floor(from.getTime() / 1_000) + keptSeconds;
