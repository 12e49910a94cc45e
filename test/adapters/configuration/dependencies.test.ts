import { afterEach, describe, expect, it, vi } from 'vitest';
import { type DependencyOptions, dependenciesOf } from '../../../src/adapters/configuration/dependencies.ts';
import type { AuthorizationLine } from '../../../src/adapters/infrastructure-manager/authorization.ts';
import { json, refusal } from '../../fixtures/im/replies.ts';

const own = { type: 'InfrastructureManager', username: 'toscanini', password: 'own password' };
const fine = { 'uri-list': [{ uri: 'https://im.example/infrastructures/one' }] };

/** What becomes of each, with a server that answers so. */
const ask = async (
  answer: (url: string) => Response,
  line: AuthorizationLine = own,
  options: Partial<DependencyOptions> = {},
) => {
  const seen: string[] = [];
  const fake: typeof fetch = async (input, init) => {
    seen.push(`${input} ${new Headers(init?.headers).get('authorization') ?? ''}`.trim());
    return answer(`${input}`);
  };
  vi.stubGlobal('fetch', fake);
  const dependencies = dependenciesOf({
    infrastructureManager: { url: 'https://im.example/prefix' },
    ownLine: async () => line,
    services: {
      im_url: 'https://im.example/prefix',
      slam_url: 'https://slam.example',
      cmdb_url: 'https://cmdb.example',
    },
    issuers: [{ issuer: 'https://issuer.example/', jwksUri: 'https://issuer.example/keys' }],
    ...options,
  });
  const outcomes = await Promise.all(
    dependencies.map(async ({ name, ask: one }) => {
      const error: unknown = await one().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      return [name, error] as const;
    }),
  );
  return { outcomes: Object.fromEntries(outcomes), seen };
};

afterEach(() => vi.unstubAllGlobals());

describe('the dependencies of an installation', () => {
  it('are the Infrastructure Manager, the configured services and the issuers, and are well when they answer', async () => {
    const { outcomes, seen } = await ask((url) => (url.includes('/infrastructures') ? json(fine) : new Response('{}')));
    expect(outcomes).toEqual({
      'infrastructure-manager': undefined,
      slam: undefined,
      cmdb: undefined,
      'https://issuer.example/': undefined,
    });
    expect(seen.filter((request) => request.includes('own password'))).toEqual([
      expect.stringMatching(/^https:\/\/im\.example\/prefix\/infrastructures /),
    ]);
  });

  it('answer also by refusing a call without a token', async () => {
    const { outcomes } = await ask((url) => (url.includes('im.') ? json(fine) : new Response('no', { status: 401 })));
    expect(outcomes).toMatchObject({ slam: undefined, cmdb: undefined });
  });

  it('are only the others where the installation has no Infrastructure Manager', async () => {
    const { outcomes } = await ask(() => new Response('{}'), own, { infrastructureManager: undefined });
    expect(Object.keys(outcomes)).toEqual(['slam', 'cmdb', 'https://issuer.example/']);
  });

  it('include the Infrastructure Manager with a token of our own', async () => {
    const line = { type: 'InfrastructureManager', token: 'own token' };
    const { seen } = await ask((url) => (url.includes('/infrastructures') ? json(fine) : new Response('{}')), line);
    expect(seen.filter((request) => request.includes('im.example'))).toEqual([
      expect.stringMatching(/^https:\/\/im\.example\/prefix\/infrastructures .*own token/),
    ]);
  });

  it('are away when the connection breaks', async () => {
    const { outcomes } = await ask(() => {
      throw new TypeError('fetch failed');
    });
    expect(outcomes).toMatchObject({ slam: { failure: 'transport' }, cmdb: { failure: 'transport' } });
  });

  it.each([500, 503])('are away when they answer %i, each for itself', async (status) => {
    const { outcomes } = await ask(() => new Response('', { status }));
    expect(Object.values(outcomes).map((error) => (error as Error).name)).toEqual([
      'ProviderUnavailableError',
      'RestError',
      'RestError',
      'UnavailableError',
    ]);
  });

  it('say so when it is our credentials that are refused', async () => {
    const { outcomes } = await ask(() => refusal(401, 'No credentials provided for the InfrastructureManager.'));
    expect(outcomes['infrastructure-manager']).toMatchObject({ outageCause: 'credentials-refused' });
  });

  it('are asked without credentials where the installation has none of its own', async () => {
    const { outcomes, seen } = await ask(() => new Response('2.0.0'), { type: 'InfrastructureManager' });
    expect(outcomes['infrastructure-manager']).toBeUndefined();
    expect(seen.filter((request) => request.includes('im.example'))).toEqual([
      expect.stringMatching(/^https:\/\/im\.example\/prefix\/version /),
    ]);
  });
});
