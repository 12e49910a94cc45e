/**
 * Pages of a list at 100 and at 10,000 deployments: the first, a middle and the last one by number, and a walk by `next`.
 * What a page costs is counted in items and index entries read, which no other load on the machine changes; the time
 * stands beside it.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { BatchGetCommand, BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { toItem } from '../src/adapters/tables/deployment-item.ts';
import { deployments } from '../src/adapters/tables/deployments.ts';
import { countKey, countShard } from '../src/adapters/tables/keys.ts';
import type { Deployment } from '../src/domain/deployments/deployment.ts';
import type { Deployments, Page, PageRequest } from '../src/domain/deployments/ports.ts';
import { type Engine, startEngine } from '../test/support/engine.ts';
import { median, type Row } from './row.ts';

const sizes = [100, 10_000] as const;
const pageSize = 10;
const all = { of: 'all' } as const;
const newest: PageRequest = { page: 0, size: pageSize, sort: 'createdAt', direction: 'desc' };

export const run = async (): Promise<readonly Row[]> => {
  const [few, many] = [await measured(sizes[0]), await measured(sizes[1])];
  return (['first', 'middle', 'last', 'next'] as const).map((name) => {
    const [small, large] = [few[name], many[name]];
    // a page in the middle, asked for by number, has to be counted off: only following `next` is the same at any depth
    const budget = name === 'middle' ? sizes[1] / sizes[0] : 1.5;
    const shown = ({ reads, ms }: Cost) => `${reads.toFixed(0)} reads, ${ms.toFixed(1)} ms`;
    return {
      name: `${name === 'next' ? 'a page by next' : `the ${name} page`}, ${sizes[1]} / ${sizes[0]} deployments`,
      ratio: large.reads / small.reads,
      budget,
      detail: `${shown(large)} against ${shown(small)}`,
    };
  });
};

interface Cost {
  /** items and index entries */
  readonly reads: number;
  readonly ms: number;
}

const measured = async (total: number): Promise<Record<'first' | 'middle' | 'last' | 'next', Cost>> => {
  const engine = await startEngine();
  try {
    await load(engine, total);
    const reads = counting(engine.client);
    const clock = { now: () => new Date() };
    const list = deployments({ client: engine.client, table: engine.tables.deployments, clock });
    const at = (page: number) => cost(reads, () => list.list(all, { ...newest, page }), 5);
    return {
      first: await at(0),
      middle: await at(Math.floor(total / pageSize / 2)),
      last: await at(total / pageSize - 1),
      next: await walk(reads, list, total),
    };
  } finally {
    await engine.stop();
  }
};

/** Median of `times` calls. */
const cost = async (reads: Counter, call: () => Promise<unknown>, times: number): Promise<Cost> => {
  const taken: Cost[] = [];
  for (let i = 0; i < times; i++) {
    const before = reads.count;
    const began = performance.now();
    await call();
    taken.push({ ms: performance.now() - began, reads: reads.count - before });
  }
  return { reads: median(taken.map((one) => one.reads)), ms: median(taken.map((one) => one.ms)) };
};

/** The dearest page of a walk through all of them. */
const walk = async (reads: Counter, list: Deployments, total: number): Promise<Cost> => {
  const costs: Cost[] = [];
  let seen = 0;
  let cursor: string | undefined;
  do {
    const request = { ...newest, page: costs.length, ...(cursor !== undefined && { cursor }) };
    let page: Page<Deployment> | undefined;
    const read = async () => {
      page = await list.list(all, request);
    };
    costs.push(await cost(reads, read, 1));
    seen += page?.content.length ?? 0;
    cursor = page?.cursor;
  } while (cursor !== undefined);
  if (seen !== total) throw new Error(`the walk met ${seen} of ${total} deployments`);
  return { reads: Math.max(...costs.map((one) => one.reads)), ms: median(costs.map(({ ms }) => ms)) };
};

interface Counter {
  count: number;
}

/** Counts what queries walk over and batches fetch, as they pass. */
const counting = (client: DynamoDBDocumentClient): Counter => {
  const counter = { count: 0 };
  const original = client.send.bind(client);
  const send = async (command: Parameters<typeof original>[0]) => {
    const answer: unknown = await original(command);
    counter.count += readsOf(command, answer);
    return answer;
  };
  Object.assign(client, { send });
  return counter;
};

const readsOf = (command: unknown, answer: unknown): number => {
  if (command instanceof QueryCommand) return (answer as { ScannedCount?: number }).ScannedCount ?? 0;
  if (!(command instanceof BatchGetCommand)) return 0;
  const { Responses = {} } = answer as { Responses?: { [table: string]: unknown[] } };
  return Object.values(Responses).flat().length;
};

const batch = 25;

/** Written as items, 25 at a time, and counted as `accept` counts them: a transaction each would take minutes. */
const load = async ({ client, tables }: Engine, total: number): Promise<void> => {
  const table = tables.deployments;
  const counts = new Map<string, number>();
  for (let from = 0; from < total; from += batch) {
    const some = Array.from({ length: Math.min(batch, total - from) }, (_, index) => sample(from + index));
    for (const { id } of some) counts.set(countShard(id), (counts.get(countShard(id)) ?? 0) + 1);
    const writes = some.map((one) => ({ PutRequest: { Item: toItem(one) } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: writes } }));
  }
  const counters = [...counts].map(([sk, count]) => ({ PutRequest: { Item: { pk: countKey(all), sk, count } } }));
  await client.send(new BatchWriteCommand({ RequestItems: { [table]: counters } }));
};

const sample = (number: number): Deployment => {
  const id = `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
  const at = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
  return {
    id,
    createdAt: at,
    updatedAt: at,
    createdBy: { issuer: 'https://issuer.example', subject: `user-${number % 50}` },
    status: 'CREATE_COMPLETE',
    task: 'NONE',
    outputs: { url: 'http://192.0.2.1/' },
    parameters: {},
    limits: { providerTimeoutMins: 14_400, keepLastAttempt: false },
    operation: { id, kind: 'CREATE', acceptedAt: at },
    templateOf: id,
  };
};
