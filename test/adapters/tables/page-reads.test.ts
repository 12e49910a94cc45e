import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load } from '../../../bench/many-deployments.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import type { PageRequest } from '../../../src/foundation/page.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { type Reads, readsDuring, readsOf } from '../../support/reads.ts';
import { settableClock } from './samples.ts';

const first: PageRequest = { page: 0, size: 10, sort: 'createdAt', direction: 'desc' };
const all = { of: 'all' } as const;

let engine: Engine;
let counted: Reads;
const list = (request: PageRequest) =>
  deployments({ client: engine.client, table: engine.tables.deployments, clock: settableClock() }).list(all, request);

beforeAll(async () => {
  engine = await startEngine();
  await load(engine, 200); // with all the counters that a busy list may have
  counted = readsOf(engine.client);
});
afterAll(() => engine.stop());

describe('a page of ten', () => {
  it.each([
    ['the first', first],
    ['the first by change', { ...first, sort: 'updatedAt' }],
    ['the second', { ...first, page: 1 }],
    ['the last', { ...first, page: 19 }],
  ] as const)('costs at most 14 reads: %s', async (_, request) => {
    const { reads, units } = await readsDuring(counted, () => list(request));
    expect(reads).toBeLessThanOrEqual(14);
    expect(units).toBeLessThanOrEqual(14);
  });

  it('costs the same from either end of the list', async () => {
    const costOf = (page: number) => readsDuring(counted, () => list({ ...first, page }));
    expect(await costOf(19)).toEqual(await costOf(0));
    expect(await costOf(18)).toEqual(await costOf(1));
  });

  it('costs the same by next, and takes three requests', async () => {
    const { cursor = '' } = await list(first);
    const used = await readsDuring(counted, () => list({ ...first, page: 1, cursor }));
    expect(used).toEqual({ requests: 3, reads: 12, units: 6.5 });
  });
});
