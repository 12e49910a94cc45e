/**
 * One page of ten by a label that every tenth deployment has, beside the filter that reads the list, at three sizes of the same table. Counts read units, so
 * it says the same on any machine.
 */

import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { deployments } from '../src/adapters/tables/deployments.ts';
import { entryWrites, labelList } from '../src/adapters/tables/labels.ts';
import type { PageRequest } from '../src/foundation/page.ts';
import { type Engine, startEngine } from '../test/support/engine.ts';
import { readsDuring, readsOf } from '../test/support/reads.ts';
import { load, sample } from './many-deployments.ts';
import type { Row } from './row.ts';

const sizes = [100, 2_000, 100_000] as const;
const labelledEach = 10;
const batch = 25;
const label = { name: 'team', value: 'physics' };
const all = { of: 'all' } as const;
const page: PageRequest = { page: 0, size: 10, sort: 'createdAt', direction: 'desc' };

/** Writes the entries and sets the counter as `accept` would. */
const loadEntries = async ({ client, tables }: Engine, total: number): Promise<void> => {
  const table = tables.deployments;
  const put = async (items: readonly object[]) => {
    const writes = items.map((Item) => ({ PutRequest: { Item: Item as never } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: writes } }));
  };
  const entries: object[] = [];
  for (let at = 0; at < total; at += labelledEach) {
    const one = { ...sample(at), labels: { [label.name]: label.value } };
    entries.push(
      ...entryWrites({ table }, one, []).flatMap((write) => write('').flatMap(({ Put }) => Put?.Item ?? [])),
    );
  }
  for (let from = 0; from < entries.length; from += batch) await put(entries.slice(from, from + batch));
  await put([{ pk: labelList(all, label).counters, sk: 'shard#0', count: Math.ceil(total / labelledEach) }]);
};

export const run = async function* (): AsyncIterable<Row> {
  for (const total of sizes) {
    const engine = await startEngine();
    try {
      const isLabelled = (number: number) => number % labelledEach === 0;
      await load(engine, total, {
        labels: (number) => (isLabelled(number) ? { [label.name]: label.value } : undefined),
      });
      await loadEntries(engine, total);
      const { list } = deployments({
        client: engine.client,
        table: engine.tables.deployments,
        clock: { now: () => new Date() },
      });
      const counted = readsOf(engine.client);
      const found = await list(all, page, undefined, [label]);
      if (found.content.length !== 10 || found.totalElements !== total / labelledEach || found.isTotalAtMost)
        throw new Error(`${found.content.length} of ${found.totalElements} deployments were found`);
      const byLabel = await readsDuring(counted, () => list(all, page, undefined, [label]));
      const filtered = await readsDuring(counted, () =>
        list(all, page, ({ labels }) => labels?.[label.name] === label.value),
      );
      yield {
        name: `read units of a page of ten by label, of ${total} deployments`,
        ratio: byLabel.units,
        budget: 60,
        detail: `${byLabel.reads} reads, total exact; the filter without an index took ${filtered.reads} reads, ${filtered.units} units`,
      };
    } finally {
      await engine.stop();
    }
  }
};
