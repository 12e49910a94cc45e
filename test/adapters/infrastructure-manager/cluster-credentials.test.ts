import { describe, expect, it } from 'vitest';
import { clusterCredentials } from '../../../src/adapters/infrastructure-manager/cluster-credentials.ts';
import type { Token } from '../../../src/domain/credentials/ports.ts';
import { ForbiddenError } from '../../../src/foundation/errors.ts';

const exchange = { clientId: 'c', secret: 'of-the-issuer' };
const issuers = [
  { issuer: 'https://none.example' },
  { issuer: 'https://tokens.example', tokenExchange: exchange },
  { issuer: 'https://clusters.example', tokenExchange: { ...exchange, clusterClientId: 'clusters' } },
];
const owner: Token = async ({ fresh } = { fresh: false }) => (fresh ? 'fresh' : 'stale');
const credentials = (token = owner, secret: Readonly<Record<string, string>> = { clusterClientSecret: 's' }) =>
  clusterCredentials({
    issuers,
    token,
    secrets: { read: async (name) => (name === 'of-the-issuer' ? secret : {}) },
  });

describe('the credentials of a cluster', () => {
  it.each([
    ['https://unknown.example', 'exchange'],
    ['https://none.example', 'exchange'],
    ['https://tokens.example', 'client'],
    ['https://clusters.example', 'nothing'],
  ])('lack, at %s: %s', (issuer, lacking) => {
    expect(credentials().lacking(issuer)).toBe(lacking);
  });

  it("are a fresh token of the owner and the issuer's client for clusters", async () => {
    expect(await credentials().issue('https://clusters.example')).toEqual({
      accessToken: 'fresh',
      client: { id: 'clusters', secret: 's' },
    });
  });

  it('are the token alone where the issuer has no client for clusters', async () => {
    expect(await credentials().issue('https://tokens.example')).toEqual({ accessToken: 'fresh' });
  });

  it('are none where the owner gave no token', async () => {
    expect(await credentials(async () => undefined).issue('https://clusters.example')).toBeUndefined();
  });

  it('are none, and no token is asked for, where the issuer exchanges none', async () => {
    const nobody = credentials(() => Promise.reject(new Error('nobody should ask')));
    expect(await nobody.issue('https://none.example')).toBeUndefined();
  });

  it('cannot be issued without the secret of the client', async () => {
    await expect(credentials(owner, {}).issue('https://clusters.example')).rejects.toThrow('no "clusterClientSecret"');
  });

  it('wait for the owner where the token was withdrawn', async () => {
    const withdrawn = credentials(() => Promise.reject(new ForbiddenError('withdrawn')));
    await expect(withdrawn.issue('https://clusters.example')).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
      outageCause: expect.any(String),
    });
  });
});
