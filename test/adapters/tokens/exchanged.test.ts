import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { delegations } from '../../../src/adapters/tokens/delegations.ts';
import { settableClock } from '../tables/samples.ts';

const issuer = 'https://iam.example';
const endpoints = { tokenEndpoint: `${issuer}/token`, revocationEndpoint: `${issuer}/revoke` };

it('replaces and revokes the authorization of the owner before only once that of the next one is kept', async () => {
  const stored = new Map<string, string>();
  const revoked: unknown[] = [];
  let count = 0;
  const tokens = delegations({
    issuers: [{ issuer, tokenExchange: { clientId: 'c', secret: 's', ...endpoints } }],
    secrets: { read: async () => ({ clientSecret: 'x', encryptionKey: key }) },
    store: { put: async (id, sealed) => void stored.set(id, sealed), find: async (id) => stored.get(id) },
    clock: settableClock(),
    fetch: async (url, init) => {
      if (`${url}`.endsWith('/revoke')) {
        revoked.push(`${init?.body}`);
        return new Response('');
      }
      count += 1;
      const granted = { access_token: `access-${count}`, refresh_token: `refresh-${count}`, expires_in: 3600 };
      return new Response(JSON.stringify(granted));
    },
  });
  await tokens.keep('d', { issuer, subject: 'ann' }, 'of ann');
  const before = stored.get('d');
  const next = await tokens.exchange('d', { issuer, subject: 'bob' }, 'of bob');
  expect([next?.token, stored.get('d'), revoked, await tokens.tokenFor('d')()]).toEqual([
    'access-2',
    before,
    [],
    'access-1',
  ]);
  await next?.keep();
  expect(await tokens.tokenFor('d')()).toBe('access-2');
  expect(revoked).toEqual([expect.stringContaining('refresh-1')]);
});

const key = randomBytes(32).toString('base64');
