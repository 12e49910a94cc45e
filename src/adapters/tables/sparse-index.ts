import { batchGet, type Key } from './batch.ts';
import { updateIf } from './conditional-write.ts';
import type { Condition } from './expressions.ts';
import { sweepIndex } from './keys.ts';
import { pagesOf } from './query.ts';
import type { TablePorts } from './table.ts';

/** One partition of a table's sparse index (keys.ts), which is sorted by instant. */
export interface SweepPartition {
  readonly partition: string;
  /** the index's sort key */
  readonly since: 'acceptedAt' | 'recordedAt';
}

type Item = Readonly<Record<string, unknown>>;

/**
 * The items whose instant is earlier than `before`, the oldest first, at most `limit`. The index may lag behind the items,
 * so each item is read to check that it still belongs there.
 */
export const itemsBefore = async (
  ports: TablePorts,
  { partition, since }: SweepPartition,
  before: Date,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly Item[]> => {
  const instant = before.toISOString();
  const keys: Key[] = [];
  const pages = pagesOf(ports, {
    partition: ['notBegun', partition],
    sort: [since, '<', instant],
    index: sweepIndex,
    pageSize: Number.isFinite(limit) ? limit : undefined,
  });
  for await (const page of pages) {
    keys.push(...page.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
    if (keys.length >= limit) break;
  }
  const items = await batchGet(ports, keys.slice(0, limit), { consistent: true });
  return items.filter((item) => item['notBegun'] === partition && String(item[since]) < instant);
};

/** Puts an item into the index at that instant; undefined removes it. Writes nothing if the condition does not hold. */
export const moveInIndex = async (
  ports: TablePorts,
  { partition, since }: SweepPartition,
  item: { readonly key: Key; readonly condition: Condition },
  at: Date | undefined,
): Promise<void> => {
  const changes = { notBegun: at && partition, [since]: at?.toISOString() };
  await updateIf(ports, { key: item.key, changes }, [item.condition]);
};
