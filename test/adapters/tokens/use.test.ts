import { describe, expect, it } from 'vitest';
import { infrastructureManager } from '../../../src/adapters/infrastructure-manager/infrastructure-manager.ts';
import { withToken } from '../../../src/adapters/tokens/use.ts';
import type { Token } from '../../../src/domain/credentials/ports.ts';

/** An Infrastructure Manager that takes one token only, and says of the others what `refusal` says. */
const manager = (good: string, refusal: () => Response) => {
  const seen: string[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const [own] = JSON.parse(new Headers(init?.headers).get('authorization') ?? '[]') as { token: string }[];
    seen.push(own?.token ?? '');
    return own?.token === good ? new Response(JSON.stringify({ contmsg: 'log' })) : refusal();
  };
  const im = infrastructureManager({
    url: 'https://im.example',
    authorization: async (_, { fresh } = { fresh: false }) => [
      { type: 'InfrastructureManager', token: fresh ? 'fresh' : 'stale' },
    ],
    fetch,
  });
  return { im, seen };
};
const refusal = (status: number, message: string) => () => new Response(JSON.stringify({ message }), { status });

describe('a call to the Infrastructure Manager', () => {
  it.each([
    ['401', refusal(401, 'Invalid credentials')],
    [
      '400 about one infrastructure',
      refusal(400, 'Invalid InfrastructureManager credentials. OIDC auth Token expired.'),
    ],
  ])('is made once more with a fresh token after a %s', async (_, refused) => {
    const { im, seen } = manager('fresh', refused);
    expect((await im('p').log('i')).quotable).toBe('log');
    expect(seen).toEqual(['stale', 'fresh']);
  });

  it('is made no third time', async () => {
    const { im, seen } = manager('neither', refusal(401, 'Invalid credentials'));
    await expect(im('p').log('i')).rejects.toThrow('refused the credentials');
    expect(seen).toEqual(['stale', 'fresh']);
  });

  it('is not repeated after any other answer', async () => {
    const { im, seen } = manager('fresh', refusal(403, 'Access not granted'));
    await expect(im('p').log('i')).rejects.toThrow();
    expect(seen).toEqual(['stale']);
  });
});

describe('withToken', () => {
  const refused = new Error('refused');
  const isRefused = (error: unknown): boolean => error === refused;

  it('goes without where there is no token', async () => {
    for (const token of [undefined, async () => undefined]) {
      expect(await withToken(token, async (headers) => headers, isRefused)).toEqual({});
    }
  });

  const renewing: Token = async ({ fresh } = { fresh: false }) => (fresh ? 'second' : 'first');

  it('bears the token', async () => {
    expect(await withToken(renewing, async (headers) => headers, isRefused)).toEqual({ Authorization: 'Bearer first' });
  });

  it('bears a fresh token once more when the first is refused', async () => {
    const seen: unknown[] = [];
    const call = async (headers: object) => {
      seen.push(headers);
      if (seen.length === 1) throw refused;
      return 'done';
    };
    expect(await withToken(renewing, call, isRefused)).toBe('done');
    expect(seen).toEqual([{ Authorization: 'Bearer first' }, { Authorization: 'Bearer second' }]);
  });

  it.each([
    ['something else is wrong', new Error('other'), renewing],
    [
      'there is no fresh token',
      refused,
      (async ({ fresh } = { fresh: false }) => (fresh ? undefined : 'first')) as Token,
    ],
  ])('gives up when %s', async (_, error, token) => {
    const seen: unknown[] = [];
    const call = async (headers: object): Promise<never> => {
      seen.push(headers);
      throw error;
    };
    await expect(withToken(token, call, isRefused)).rejects.toThrow(error);
    expect(seen).toHaveLength(1);
  });

  it('gives up when the fresh token is the one before', async () => {
    let calls = 0;
    const call = async (): Promise<never> => {
      calls += 1;
      throw refused;
    };
    await expect(withToken(async () => 'same', call, isRefused)).rejects.toThrow(refused);
    expect(calls).toBe(1);
  });
});
