/**
 * Pages of a list at 100, 1,000 and 10,000 deployments, or 100,000 when it is asked for: the first, a middle and the last one by number, and walks by
 * `next` from the first to the last, which must meet every deployment once. Most of the time is for making the
 * deployments. The cost of a page is the number of items and index entries read, which other load on the machine does
 * not change. The time is shown beside it.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { deployments } from '../src/adapters/tables/deployments.ts';
import type { Deployment, Status } from '../src/domain/deployments/record/deployment.ts';
import type { Deployments } from '../src/domain/deployments/record/ports.ts';
import type { Page, PageRequest } from '../src/foundation/page.ts';
import { directEngine } from '../test/support/engine.ts';
import { failedEach, load } from './many-deployments.ts';
import { median, type Row } from './row.ts';

type Sizes = readonly [small: number, middle: number, large: number];
const pageSize = 10;
const all = { of: 'all' } as const;
const newest: PageRequest = { page: 0, size: pageSize, sort: 'createdAt', direction: 'desc' };
const failed = new Set(['CREATE_FAILED'] as const);

const budgets = {
  'the first page': 1.5,
  // a middle page by number must count its way there: only following `next` costs the same at any depth
  'a page in the middle': ([small, , large]: Sizes) => large / small,
  'the last page': 1.5,
  'a page by next': 1.5,
  'a page by next, without those that failed': 1.5,
} as const;
type Name = keyof typeof budgets;
type Costs = Readonly<Record<Name, Cost>>;

export const run = (): Promise<readonly Row[]> => rowsOf([100, 1_000, 10_000]);

export const runLarge = (): Promise<readonly Row[]> => rowsOf([100, 10_000, 100_000]);

const rowsOf = async (sizes: Sizes): Promise<readonly Row[]> => {
  // at the same time, because reads are compared, and most of the time is for the engines' writes
  const measures = await Promise.all(sizes.map(measured));
  return (Object.keys(budgets) as Name[]).map((name) => {
    const costs = measures.map((measure) => measure[name]);
    const budget = budgets[name];
    return {
      name: `${name}, ${sizes[2]} / ${sizes[0]} deployments`,
      ratio: (costs[2]?.reads ?? Number.NaN) / (costs[0]?.reads ?? Number.NaN),
      budget: typeof budget === 'number' ? budget : budget(sizes),
      detail: costs.map(({ reads, ms }, at) => `${sizes[at]}: ${reads} reads, ${ms.toFixed(1)} ms`).join('; '),
    };
  });
};

interface Cost {
  /** items and index entries */
  readonly reads: number;
  readonly ms: number;
}

const measured = async (total: number): Promise<Costs> => {
  const engine = await directEngine();
  try {
    await load(engine, total);
    const reads = counting(engine.client);
    const clock = { now: () => new Date() };
    const list = deployments({ client: engine.client, table: engine.tables.deployments, clock });
    const at = (page: number) => cost(reads, () => list.list(all, { ...newest, page }), 5);
    return {
      'the first page': await at(0),
      'a page in the middle': await at(Math.floor(total / pageSize / 2)),
      'the last page': await at(total / pageSize - 1),
      'a page by next': await walk(reads, list, total, new Set()),
      'a page by next, without those that failed': await walk(reads, list, total - total / failedEach, failed),
    };
  } finally {
    await engine.stop();
  }
};

/** The median of `times` calls. */
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

/** Deployments that a walk takes in one step. A page of ten is measured at the beginning of each step: 200 places in the longest list. */
const stepOf = (total: number): number => Math.min(500, Math.max(pageSize, total / 20));

/**
 * Walks to the end, and throws unless it meets each deployment once. Returns the reads of the most expensive page of ten
 * on the way, and the median time of these pages.
 */
const walk = async (
  reads: Counter,
  list: Deployments,
  expected: number,
  excluded: ReadonlySet<Status>,
): Promise<Cost> => {
  const costs: Cost[] = [];
  const seen = new Set<string>();
  const step = stepOf(expected);
  let met = 0;
  let cursor: string | undefined;
  do {
    const after = { ...newest, page: costs.length, ...(cursor !== undefined && { cursor }) };
    const read = (size: number): Promise<Page<Deployment>> =>
      list.list(all, { ...after, size }, excluded.size === 0 ? undefined : ({ status }) => !excluded.has(status));
    costs.push(await cost(reads, () => read(pageSize), 1));
    const { content, cursor: next } = await read(step);
    for (const { id } of content) seen.add(id);
    met += content.length;
    cursor = next;
  } while (cursor !== undefined);
  if (seen.size !== expected || met !== expected)
    throw new Error(`the walk met ${met} deployments, ${seen.size} different ones, instead of ${expected}`);
  return { reads: Math.max(...costs.map((one) => one.reads)), ms: median(costs.map(({ ms }) => ms)) };
};

interface Counter {
  count: number;
}

/** Counts the entries that queries read and the items that batches fetch. */
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
