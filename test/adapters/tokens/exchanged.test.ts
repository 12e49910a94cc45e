import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { delegations } from '../../../src/adapters/tokens/delegations.ts';
import { onBehalfOf } from '../../../src/domain/credentials/current-deployment.ts';
import { settableClock } from '../tables/samples.ts';

const issuer = 'https://iam.example';
const endpoints = { tokenEndpoint: `${issuer}/token`, revocationEndpoint: `${issuer}/revoke` };

/** An issuer that numbers what it gives out, and processes that share a store. */
const world = () => {
  const stored = new Map<string, string>();
  const revoked: string[] = [];
  let count = 0;
  const fetch: typeof globalThis.fetch = async (url, init) => {
    if (`${url}`.endsWith('/revoke')) {
      revoked.push(`${init?.body}`);
      return new Response('');
    }
    count += 1;
    const granted = { access_token: `access-${count}`, refresh_token: `refresh-${count}`, expires_in: 3600 };
    return new Response(JSON.stringify(granted));
  };
  const looks: string[] = [];
  const process = () =>
    delegations({
      issuers: [{ issuer, tokenExchange: { clientId: 'c', secret: 's', ...endpoints } }],
      secrets: { read: async () => ({ clientSecret: 'x', encryptionKey: key }) },
      store: {
        put: async (id, sealed) => void stored.set(id, sealed),
        find: async (id) => {
          looks.push(id);
          return stored.get(id);
        },
      },
      clock: settableClock(),
      fetch,
    });
  return { stored, revoked, looks, process };
};
const [ann, bob] = [
  { issuer, subject: 'ann' },
  { issuer, subject: 'bob' },
];

it('replaces and revokes the authorization of the owner before only once that of the next one is kept', async () => {
  const { stored, revoked, process } = world();
  const tokens = process();
  await tokens.keep('d', ann, 'of ann');
  const before = stored.get('d');
  const next = await tokens.exchange('d', bob, 'of bob');
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

it('uses no token of the owner before that another process remembers, from the next step on', async () => {
  const { stored, looks, process } = world();
  const [warm, accepting] = [process(), process()];
  await warm.keep('d', ann, 'of ann');
  expect(await onBehalfOf('d', warm.tokenFor('d'))).toBe('access-1');
  await accepting.keep('d', bob, 'of bob');
  expect([...stored.values()].join()).not.toContain('bob');
  const twice = await onBehalfOf('d', async () => [await warm.tokenFor('d')(), await warm.tokenFor('d')()]);
  expect(twice).toEqual(['access-3', 'access-3']);
  looks.length = 0;
  await onBehalfOf('d', async () => [await warm.tokenFor('d')(), await warm.tokenFor('d')()]);
  expect(looks).toEqual(['d']);
});

it('revokes what somebody entrusts who has just given the deployment away', async () => {
  const { revoked, process } = world();
  const late = process();
  await process().keep('d', bob, 'of bob');
  await late.keep('d', ann, 'of ann', async () => false);
  expect(revoked.at(-1)).toContain('refresh-2');
  const next = await process().exchange('d', ann, 'of ann');
  expect([await next?.keep(async () => false), await next?.keep(async () => true)]).toEqual([false, true]);
});

const key = randomBytes(32).toString('base64');
