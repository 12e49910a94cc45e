import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedCounts } from '../../../src/adapters/tables/shared-counts.ts';
import { type Engine, startEngine } from '../../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const olga = { issuer: 'https://issuer.example', subject: 'olga' };

describe('counts that processes share', () => {
  it('add up for a caller and a span, and for nobody else', async () => {
    const counts = () => sharedCounts({ client: engine.client, table: engine.tables.deployments });
    expect(await counts().add(olga, 7, 20, 100)).toBe(20);
    expect(await counts().add(olga, 7, 5, 100)).toBe(25);
    expect(await counts().add(olga, 8, 1, 110)).toBe(1);
    expect(await counts().add({ ...olga, subject: 'uwe' }, 7, 3, 100)).toBe(3);
  });

  it('lose nothing when many add at once', async () => {
    const counts = sharedCounts({ client: engine.client, table: engine.tables.deployments });
    await Promise.all(Array.from({ length: 30 }, () => counts.add(olga, 9, 2, 100)));
    expect(await counts.add(olga, 9, 0, 100)).toBe(60);
  });

  it('refuse nobody when they cannot be had', async () => {
    const counts = sharedCounts({ client: engine.client, table: 'a-table-that-is-not-there' });
    expect(await counts.add(olga, 7, 20, 100)).toBe(0);
  });
});
