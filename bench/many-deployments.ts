/** Fills a table with deployments. */

import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { toItem } from '../src/adapters/tables/deployment-item.ts';
import { anyShard, countKey, firstShard } from '../src/adapters/tables/keys.ts';
import type { Deployment } from '../src/domain/deployments/record/deployment.ts';
import type { Labels } from '../src/domain/labels/labels.ts';
import type { Engine } from '../test/support/engine.ts';

const batch = 25;

interface Loaded {
  readonly busy?: boolean;
  /** of the deployment with this number */
  readonly labels?: (number: number) => Labels | undefined;
}

/**
 * Writes items in batches of 25 and sets the counters as `accept` would. One transaction per deployment would take minutes.
 * `busy`: writers have met, so the list has as many counters as it can have.
 */
export const load = async (
  { client, tables }: Engine,
  total: number,
  { busy = true, labels }: Loaded = {},
): Promise<void> => {
  const table = tables.deployments;
  for (let from = 0; from < total; from += batch) {
    const some = Array.from({ length: Math.min(batch, total - from) }, (_, index) => sample(from + index));
    const labelled = (one: Deployment, number: number): Deployment => {
      const own = labels?.(number);
      return own === undefined ? one : { ...one, labels: own };
    };
    const writes = some.map((one, index) => ({ PutRequest: { Item: toItem(labelled(one, from + index)) } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: writes } }));
  }
  const counters = (busy ? spread(total) : [[firstShard, total] as const]).map(([sk, count]) => ({
    PutRequest: { Item: { pk: countKey({ of: 'all' }), sk, count } },
  }));
  await client.send(new BatchWriteCommand({ RequestItems: { [table]: counters } }));
};

/** The counters of a list whose writers have met: the most there can be. */
const spread = (total: number): readonly (readonly [shard: string, count: number])[] => {
  const counts = new Map([[firstShard, 0]]);
  for (let number = 0; number < total; number++) {
    const shard = anyShard(`${number}`);
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }
  return [...counts];
};

/** One deployment out of this many has failed. */
export const failedEach = 10;

export const sample = (number: number): Deployment => {
  const id = `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
  const at = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
  return {
    id,
    createdAt: at,
    updatedAt: at,
    createdBy: { issuer: 'https://issuer.example', subject: `user-${number % 50}` },
    status: number % failedEach === 0 ? 'CREATE_FAILED' : 'CREATE_COMPLETE',
    task: 'NONE',
    outputs: { url: 'http://192.0.2.1/' },
    parameters: {},
    limits: { providerTimeoutMins: 14_400, keepLastAttempt: false },
    operation: { id, kind: 'CREATE', acceptedAt: at },
    templateOf: id,
  };
};
