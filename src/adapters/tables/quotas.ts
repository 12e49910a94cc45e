import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Bound, quotaReached } from '../../domain/quotas/quota.ts';
import { countIn } from './counters.ts';
import { holds, update } from './expressions.ts';
import { countKey, quotaKey } from './keys.ts';
import type { TablePorts } from './table.ts';
import type { TransactItems } from './write.ts';

/**
 * The writes that keep a creation within its quotas, for its transaction. The version is read before the deployments are counted, and the
 * transaction needs that it is the same: so no other creation of the scope comes in between, and what is counted can only have become less.
 * ConflictError when a quota is reached.
 */
export const quotaWrites = async (ports: TablePorts, bounds: readonly Bound[]): Promise<TransactItems> => {
  const writes: TransactItems[number][] = [];
  for (const bound of bounds) {
    const Key = quotaKey(bound.scope);
    const { client, table: TableName } = ports;
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    const version = Item === undefined ? undefined : Number(Item['version']);
    const used = await countIn(ports, countKey(bound.scope));
    if (used >= bound.most) throw quotaReached(bound, used);
    writes.push({
      Update: { TableName, Key, ...update({ version: (version ?? 0) + 1 }, [holds('version', version)]) },
    });
  }
  return writes;
};

/** How often a creation waits for others of its scope: about half a minute at most. */
export const quotaTries = 60;
