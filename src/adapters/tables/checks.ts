import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Check, Checks } from '../../domain/drift/check.ts';
import { deleteIf, putIf, updateIf } from './conditional-write.ts';
import { fromItem } from './deployment-item.ts';
import { holds } from './expressions.ts';
import { check, checkKey, recordKey, sortValue } from './keys.ts';
import { itemsBefore, type SweepPartition } from './sparse-index.ts';
import type { TablePorts } from './table.ts';

const checksDue: SweepPartition = { partition: check, since: 'acceptedAt' };

/** Stores the state of the checks in the partition of their deployment: one item, in the sparse index while a look is planned. */
export const checks = (ports: TablePorts): Checks => ({
  find: async (deploymentId) => {
    const Key = checkKey(deploymentId);
    const { Item } = await ports.client.send(new GetCommand({ TableName: ports.table, Key, ConsistentRead: true }));
    return Item && checkOf(Item);
  },
  due: async (before, limit) => (await itemsBefore(ports, checksDue, before, limit)).map(checkOf),
  replace: async (seen, next) => {
    const written = { ...next, version: (seen?.version ?? 0) + 1 };
    const { deploymentId, dueAt } = written;
    const place = dueAt === undefined ? {} : { notBegun: checksDue.partition, acceptedAt: dueAt };
    const item = { ...checkKey(deploymentId), ...place, check: written };
    const outcome = await putIf(ports, item, [holds('check.version', seen?.version)]);
    return 'written' in outcome ? written : undefined;
  },
  remove: async ({ deploymentId, version }) => {
    await deleteIf(ports, checkKey(deploymentId), [holds('check.version', version)]);
  },
  summarise: async (deploymentId, { summary, changes: asSeen }) => {
    const now = ports.clock.now().toISOString();
    const changes = {
      'deployment.drift': summary,
      'deployment.updatedAt': now,
      updated: sortValue(now, deploymentId),
    };
    const sameOperation = holds('deployment.operation.id', summary.operationId);
    const conditions = [sameOperation, holds('deployment.changes', asSeen)];
    const outcome = await updateIf(ports, { key: recordKey(deploymentId), changes }, conditions);
    return 'written' in outcome ? fromItem(outcome.written) : undefined;
  },
});

const checkOf = (item: Readonly<Record<string, unknown>>): Check => item['check'] as Check;
