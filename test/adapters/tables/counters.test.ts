import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { anyShard, countKey, firstShard } from '../../../src/adapters/tables/keys.ts';
import { itemsUnder } from '../../../src/adapters/tables/query.ts';
import type { Scope } from '../../../src/foundation/scope.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { deployment, noWait, settableClock, uuid } from './samples.ts';

let engine: Engine;
const table = () =>
  deployments({ client: engine.client, table: engine.tables.deployments, clock: settableClock(), backOff: noWait });

beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());

const owners = ['anna', 'bea'].map((subject) => ({ issuer: 'https://issuer.example.org', subject }));
const scopes: readonly Scope[] = [
  { of: 'all' },
  ...owners.map((owner) => ({ of: 'owner' as const, owner })),
  { of: 'group', group: 'biology', issuer: 'https://issuer.example.org' },
];

describe('the totals of the lists', () => {
  it('equal what is there, after any creations, repeats and removals at the same time', async () => {
    const numbers = fc.integer({ min: 0, max: 11 });
    const write = fc.record({ number: numbers, does: fc.constantFrom('accept', 'remove') });
    const run = async (writes: readonly { readonly number: number; readonly does: string }[]) => {
      await Promise.allSettled(
        writes.map(({ number, does }) => {
          const { userGroup, ...rest } = deployment(number);
          const owner = owners[number % 2] ?? owners[0];
          const one = {
            ...rest,
            ...(owner && { createdBy: owner }),
            ...(number % 3 === 0 && userGroup && { userGroup }),
          };
          return does === 'accept' ? table().accept(one) : table().remove(one.id, one.operation.id);
        }),
      );
      for (const scope of scopes) {
        const page = await table().list(scope, { page: 0, size: 2000, sort: 'createdAt', direction: 'asc' });
        expect(page.totalElements).toBe(page.content.length);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 30 }), run), { numRuns: 15 });
  });

  it('are kept in one item while the writers do not meet', async () => {
    const quiet = await directEngine();
    const alone = deployments({ client: quiet.client, table: quiet.tables.deployments, clock: settableClock() });
    const some = Array.from({ length: 20 }, (_, number) => deployment(number));
    for (const one of some) await alone.accept(one);
    for (const { id, operation } of some.slice(0, 5)) await alone.remove(id, operation.id);
    const ports = { client: quiet.client, table: quiet.tables.deployments };
    const counters = await itemsUnder({ ...ports, clock: settableClock() }, countKey({ of: 'all' }));
    expect(counters).toEqual([{ pk: countKey({ of: 'all' }), sk: firstShard, count: 15 }]);
    await quiet.stop();
  });

  it('are kept in sixteen items at most, about evenly, when writers meet', () => {
    const counts = new Map<string, number>();
    for (let number = 0; number < 1_600; number++) {
      const shard = anyShard(uuid(number));
      counts.set(shard, (counts.get(shard) ?? 0) + 1);
    }
    expect(counts.size).toBe(16);
    expect(Math.max(...counts.values())).toBeLessThan(150);
  });
});
