import { describe, expect, it } from 'vitest';
import { candidatesFor } from '../../../src/domain/providers/candidates.ts';
import { findProvider } from '../../../src/domain/providers/find-provider.ts';
import type { Ranking, RankingRequest } from '../../../src/domain/providers/ports.ts';
import { NotFoundError, UnavailableError } from '../../../src/foundation/errors.ts';
import { asking } from './asking.ts';

const owner = { issuer: 'https://iam.example', subject: 'me' };
const limits = { providerTimeoutMins: 60, keepLastAttempt: false };
const { topology } = asking();

/** A ranking of providers with these ids, and the request for it. */
const rankingOf = (...ids: readonly string[]) => {
  const ranking: Ranking = {
    candidates: ids.map((id) => ({ id, name: id, edits: [] })),
    dropped: [{ id: 'full', name: 'full', reason: 'it is full' }],
    notes: ['a note'],
  };
  const asked: RankingRequest[] = [];
  const rank = async (request: RankingRequest) => {
    asked.push(request);
    return ranking;
  };
  return { ranking, asked, providers: { rank } };
};

describe('candidatesFor', () => {
  it('asks for what decides: the topology, the issuer of the owner, the group and the token', async () => {
    const { asked, providers } = rankingOf('a');
    await candidatesFor(providers, topology, { owner, limits, userGroup: 'physics', token: async () => 't' });
    expect(asked).toStrictEqual([
      { topology, issuer: owner.issuer, userGroup: 'physics', token: expect.any(Function) },
    ]);
  });

  it('names neither group nor token where there is none', async () => {
    const { asked, providers } = rankingOf('a');
    await candidatesFor(providers, topology, { owner, limits });
    expect(asked).toStrictEqual([{ topology, issuer: owner.issuer }]);
  });

  it('names the provider where the deployment is', async () => {
    const { asked, providers } = rankingOf('a');
    await candidatesFor(providers, topology, { owner, limits, only: 'a' });
    expect(asked).toStrictEqual([{ topology, issuer: owner.issuer, only: 'a' }]);
  });

  it('never cuts off the provider where the deployment is, however few may be tried', async () => {
    const { ranking, asked, providers } = rankingOf('a', 'b');
    const one = { ...limits, maxProvidersRetry: 1 };
    expect(await candidatesFor(providers, topology, { owner, limits: one, only: 'b' })).toEqual(ranking);
    expect(asked).toStrictEqual([{ topology, issuer: owner.issuer, only: 'b' }]);
    const { candidates } = await candidatesFor(providers, topology, { owner, limits: one, only: undefined });
    expect(candidates).toEqual([ranking.candidates[0]]);
  });

  it('has all candidates without a limit, or below it', async () => {
    const { ranking, providers } = rankingOf('a', 'b', 'c');
    expect(await candidatesFor(providers, topology, { owner, limits })).toEqual(ranking);
    const three = { ...limits, maxProvidersRetry: 3 };
    expect(await candidatesFor(providers, topology, { owner, limits: three })).toEqual(ranking);
  });

  it.each([
    [1, '2 more providers meet the requirements and will not be tried: maxProvidersRetry is 1'],
    [2, '1 more provider meets the requirements and will not be tried: maxProvidersRetry is 2'],
  ])('has the best of them up to the limit of %i, and a note about the others', async (maxProvidersRetry, note) => {
    const { ranking, providers } = rankingOf('a', 'b', 'c');
    const found = await candidatesFor(providers, topology, { owner, limits: { ...limits, maxProvidersRetry } });
    expect(found).toEqual({
      candidates: ranking.candidates.slice(0, maxProvidersRetry),
      dropped: ranking.dropped,
      notes: ['a note', note],
    });
  });
});

describe('findProvider', () => {
  const failing = (error: Error) => ({
    get: async () => {
      throw error;
    },
  });

  it('has the provider, or nothing when it is no longer configured', async () => {
    const provider = { id: 'a', name: 'A', priority: 1 };
    expect(await findProvider({ get: async () => provider }, 'a')).toBe(provider);
    expect(await findProvider(failing(new NotFoundError('no provider a')), 'a')).toBeUndefined();
  });

  it('does not take a provider for gone because its configuration cannot be read', async () => {
    const error = new UnavailableError('the table does not answer');
    await expect(findProvider(failing(error), 'a')).rejects.toBe(error);
  });
});
