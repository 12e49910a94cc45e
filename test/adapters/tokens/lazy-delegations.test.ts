import { describe, expect, it } from 'vitest';
import { lazyDelegations } from '../../../src/adapters/tokens/lazy-delegations.ts';
import type { Delegations, Revocations } from '../../../src/domain/credentials/ports.ts';

const owner = { issuer: 'https://iam.example', subject: 'ann' };

/** Tokens, what they were asked for, and how often they were loaded; the first `failures` loads fail. */
const world = ({ allowed = true, failures = 0 } = {}) => {
  const seen: unknown[] = [];
  const loads = { count: 0, permission: 0 };
  const tokens: Delegations & Revocations = {
    keep: async (...given) => void seen.push(['keep', ...given]),
    exchange: async (...given) => void seen.push(['exchange', ...given]),
    tokenFor: (id) => async (options) => `token of ${id}, ${options?.fresh ? 'fresh' : 'known'}`,
    revoke: async (...given) => void seen.push(['revoke', ...given]),
  };
  const isAllowed = () => {
    loads.permission += 1;
    return allowed;
  };
  const lazy = lazyDelegations(isAllowed, async () => {
    loads.count += 1;
    if (loads.count <= failures) throw new Error('it could not be loaded');
    return tokens;
  });
  return { lazy, seen, loads };
};

describe('tokens that are loaded when they are needed', () => {
  it('are neither loaded nor configured before', () => {
    const { lazy, loads } = world();
    lazy.tokenFor('d');
    expect(loads).toEqual({ count: 0, permission: 0 });
  });

  it('are loaded once, and asked as the caller asked', async () => {
    const { lazy, seen, loads } = world();
    await lazy.keep('d', owner, 'a token');
    expect(await lazy.tokenFor('d')()).toBe('token of d, known');
    expect(await lazy.tokenFor('d')({ fresh: true })).toBe('token of d, fresh');
    await lazy.revoke('d');
    expect(seen).toEqual([
      ['keep', 'd', owner, 'a token'],
      ['revoke', 'd'],
    ]);
    expect(loads.count).toBe(1);
  });

  it('are loaded again after a failure', async () => {
    const { lazy, loads } = world({ failures: 1 });
    await expect(lazy.tokenFor('d')()).rejects.toThrow('could not be loaded');
    expect(await lazy.tokenFor('d')()).toBe('token of d, known');
    expect(loads.count).toBe(2);
  });

  it('are none, and never loaded, where no issuer allows them', async () => {
    const { lazy, seen, loads } = world({ allowed: false });
    await lazy.keep('d', owner, 'a token');
    expect(await lazy.tokenFor('d')()).toBeUndefined();
    await lazy.revoke('d');
    expect([seen, loads.count]).toEqual([[], 0]);
  });
});
