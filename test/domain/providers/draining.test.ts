import { describe, expect, it } from 'vitest';
import { withDraining } from '../../../src/domain/providers/draining.ts';
import type { Providers, RankingRequest } from '../../../src/domain/providers/ports.ts';

const request = { topology: { nodes: [] }, issuer: 'https://iam.example/' } as unknown as RankingRequest;
const since = '2026-11-29T10:00:00.000Z';
const switched = { providerId: 'a', since, by: { issuer: 'i', subject: 'ada' }, reason: 'it moves' };

const asked = async (sent: RankingRequest, draining = [switched]) => {
  const seen: RankingRequest[] = [];
  let reads = 0;
  const providers = {
    get: async (id: string) => ({ id, name: id, priority: 1 }),
    rank: async (one: RankingRequest) => {
      seen.push(one);
      return { candidates: [], dropped: [], notes: [] };
    },
  } satisfies Providers;
  const switches = {
    draining: async () => {
      reads += 1;
      return new Map(draining.map((one) => [one.providerId, one]));
    },
  };
  const drained = withDraining(providers, () => switches);
  await drained.rank(sent);
  return { seen, reads, found: await drained.get('a') };
};

describe('a provider that drains', () => {
  it('is named to the ranking, with its reason', async () => {
    const { seen } = await asked(request);
    expect(seen[0]?.draining?.get('a')?.reason).toBe('it moves');
  });

  it('is not asked about where a deployment stays, so that an update and a deletion are served', async () => {
    const { seen, reads, found } = await asked({ ...request, only: 'a' });
    expect([reads, seen[0], found.id]).toEqual([0, { ...request, only: 'a' }, 'a']);
  });

  it('changes no request where none drains', async () => {
    expect((await asked(request, [])).seen).toEqual([request]);
  });

  it('lets an error of the table through: a provider that drains is never tried by mistake', async () => {
    const providers = { get: async () => ({ id: 'a', name: 'a', priority: 1 }), rank: async () => ({}) as never };
    const broken = { draining: () => Promise.reject(new Error('the table does not answer')) };
    await expect(withDraining(providers, () => broken).rank(request)).rejects.toThrow('does not answer');
  });
});
