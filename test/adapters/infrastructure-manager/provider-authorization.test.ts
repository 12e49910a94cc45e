import { describe, expect, it } from 'vitest';
import { cmdbServices } from '../../../src/adapters/federation/cmdb-services.ts';
import { type Vault, vault } from '../../../src/adapters/federation/vault.ts';
import { authorizationLines } from '../../../src/adapters/infrastructure-manager/provider-authorization.ts';
import { providersSchema } from '../../../src/adapters/providers/configured.ts';
import type { Token } from '../../../src/domain/credentials/ports.ts';
import {
  ForbiddenError,
  ProviderFailedError,
  ProviderUnavailableError,
  UnavailableError,
  VaultError,
} from '../../../src/foundation/errors.ts';
import { conform } from '../../../src/foundation/shape/examine.ts';

const host = 'https://keystone.example.org:5000';
const cloud = (id: string, credentials: object = {}, more: object = {}) => ({
  id,
  name: `Cloud ${id}`,
  priority: 1,
  credentials: { type: 'OpenStack', host, ...credentials },
  ...more,
});
const oidc = { auth_version: '3.x_oidc_access_token', username: 'idp', tenant: 'openid' };
const configured = conform(providersSchema, [
  cloud('first', {}, { secret: 'first-password' }),
  cloud('late'),
  cloud('users', oidc),
  cloud('stored', {}, { vault: true }),
]);
const known: Record<string, Record<string, string>> = {
  im: { username: 'toscanini', password: 'own' },
  'im-of-users': {},
  'first-password': { password: 'cloud’s' },
};
const secrets = {
  read: async (name: string) => {
    const secret = known[name];
    if (secret) return secret;
    throw new ProviderFailedError(`there is no secret ${name}`);
  },
};
const lines = (ownSecret = 'im', token: Token = async () => undefined) =>
  authorizationLines({ configured, secrets, ownSecret, token });

describe('the lines of an authorization', () => {
  it('are the Infrastructure Manager’s own, then the cloud’s with its secret', async () => {
    expect(await lines()('first')).toEqual([
      { type: 'InfrastructureManager', username: 'toscanini', password: 'own' },
      { id: 'first', type: 'OpenStack', host, password: 'cloud’s' },
    ]);
  });

  it('do without a secret where there is none', async () => {
    expect((await lines()('late'))[1]).toEqual({ id: 'late', type: 'OpenStack', host });
  });

  it('never say "not found", which would be taken for an infrastructure that is gone', async () => {
    await expect(lines()('unknown')).rejects.toThrow(ProviderFailedError);
    await expect(lines('gone')('first')).rejects.toThrow(ProviderUnavailableError);
  });

  it('cannot be had, without a word on the provider, where a secret is missing that an operator has to mend', async () => {
    const { 'first-password': taken, ...rest } = known;
    const read = async (name: string) => {
      if (rest[name]) return rest[name];
      throw new ProviderFailedError(`there is no secret ${name}`);
    };
    const missing = authorizationLines({
      configured,
      secrets: { read },
      ownSecret: 'im',
      token: async () => undefined,
    });
    expect(taken).toBeDefined();
    const hindered = { name: 'ProviderUnavailableError', outageCause: 'credentials-refused' };
    await expect(missing('first')).rejects.toMatchObject(hindered);
    await expect(missing('first', { creating: true })).rejects.toThrow(ProviderFailedError);
    await expect(lines('gone')('first', { creating: true })).rejects.toMatchObject(hindered);
  });
});

describe('the line of a provider that a federation describes', () => {
  const described = (access: object, stored?: Readonly<Record<string, string>>) =>
    authorizationLines({
      configured,
      secrets,
      ownSecret: 'im',
      token: async () => 'token',
      derived: async (id) => ({ id, credentials: { type: 'OpenStack', host }, ...access }),
      ...(stored && { vault: { credentials: async () => stored } }),
    });

  it('has an id that the Infrastructure Manager accepts', async () => {
    expect((await described({})('1st'))[1]).toMatchObject({ id: '_1st' });
    expect((await described({})('a1'))[1]).toMatchObject({ id: 'a1' });
  });

  it('takes the token of the user where the description says so', async () => {
    expect((await described({ takesToken: 'token' })('x'))[1]).toMatchObject({ token: 'token' });
  });

  it('calls what the user stored as tenant by the name that the cloud has for it', async () => {
    const stored = { tenant: 't', username: 'u' };
    const [, line] = await described({ vault: true, tenantIs: 'domain' }, stored)('x');
    expect(line).toEqual({ id: 'x', type: 'OpenStack', host, domain: 't', username: 'u' });
    expect((await described({ vault: true }, stored)('x'))[1]).toMatchObject({ tenant: 't' });
    expect((await described({ vault: true, tenantIs: 'domain' }, { username: 'u' })('x'))[1]).toEqual({
      ...{ id: 'x', type: 'OpenStack', host, username: 'u' },
    });
  });

  it('is not asked of the federation where the provider is configured', async () => {
    expect((await described({ credentials: { type: 'Other' } })('late'))[1]).toMatchObject({ type: 'OpenStack' });
  });
});

describe('a secret that cannot be read for another reason', () => {
  it('is that reason', async () => {
    const read = () => Promise.reject(new TypeError('our mistake'));
    const failing = authorizationLines({
      configured,
      secrets: { read },
      ownSecret: 'im',
      token: async () => undefined,
    });
    await expect(failing('late')).rejects.toThrow(TypeError);
  });
});

describe('the token of the user', () => {
  it('is not sent in place of credentials that the installation has', async () => {
    known['im-with-token'] = { token: 'own token' };
    known['oidc-password'] = { password: 'own password' };
    const own = conform(providersSchema, [cloud('own', oidc, { secret: 'oidc-password' })]);
    const nobody = (): Promise<never> => Promise.reject(new Error('nobody should ask'));
    const asked = authorizationLines({ configured: own, secrets, ownSecret: 'im-with-token', token: nobody });
    expect(await asked('own')).toMatchObject([{ token: 'own token' }, { password: 'own password' }]);
  });

  const token: Token = async ({ fresh } = { fresh: false }) => (fresh ? 'fresh' : 'token');

  it('goes into the lines that take one, and into no other', async () => {
    expect(await lines('im', token)('users')).toMatchObject([{ password: 'own' }, { ...oidc, password: 'token' }]);
    expect(await lines('im-of-users', token)('users')).toEqual([
      { type: 'InfrastructureManager', token: 'token' },
      { id: 'users', type: 'OpenStack', host, ...oidc, password: 'token' },
    ]);
    expect(JSON.stringify(await lines('im', token)('first'))).not.toContain('token');
  });

  it('is another one when that is asked for', async () => {
    expect((await lines('im', token)('users', { fresh: true }))[1]).toMatchObject({ password: 'fresh' });
  });

  it('is not asked for where nothing needs it', async () => {
    const none = (): Promise<never> => Promise.reject(new Error('nobody should ask'));
    await expect(lines('im', none)('late')).resolves.toHaveLength(2);
  });

  it.each<[string, Token, string, string]>([
    ['there is none', async () => undefined, 'ProviderFailedError', 'configure tokenExchange'],
    [
      'it is withdrawn',
      () => Promise.reject(new ForbiddenError('no')),
      'ProviderUnavailableError',
      'no: its owner has to sign in',
    ],
    ['its issuer is down', () => Promise.reject(new UnavailableError('down')), 'ProviderUnavailableError', 'down'],
  ])('is missed, with what to do, when %s', async (_, read, name, message) => {
    await expect(lines('im', read)('users')).rejects.toMatchObject({
      name,
      message: expect.stringContaining(message),
    });
  });
});

it('says that a login has ended apart from an outage, and refuses a creation at once', async () => {
  const ended: Token = () => Promise.reject(new ForbiddenError('no'));
  await expect(lines('im', ended)('users')).rejects.toMatchObject({ outageCause: 'login-ended' });
  const creating = lines('im', ended)('users', { creating: true });
  await expect(creating).rejects.toMatchObject({
    name: 'ProviderFailedError',
    message: expect.stringMatching(/create the deployment again$/),
  });
});

describe('an odd answer of a registry', () => {
  const page = async () => new Response('<html>we are back soon</html>');
  const token: Token = async () => 'jwt';
  const url = 'https://registry.example';
  const services = (answer: typeof fetch) =>
    cmdbServices({ clock: { now: () => new Date(0) }, url, fetch: answer }).find('7');
  const described = (answer: typeof fetch, creating: boolean) =>
    authorizationLines({
      ...{ configured, secrets, ownSecret: 'im', token },
      derived: async () => {
        await services(answer);
        return undefined;
      },
    })('7', { creating });
  const stored = (answer: typeof fetch, creating: boolean) =>
    authorizationLines({ configured, secrets, ownSecret: 'im', token, vault: vault({ url, fetch: answer }) })(
      'stored',
      {
        creating,
      },
    );

  it.each([
    ['the CMDB', described],
    ['Vault', stored],
  ])('of %s says nothing about an infrastructure that exists', async (_, ask) => {
    await expect(ask(page, false)).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
      outageCause: 'no-answer',
    });
    const refusing = async () => Response.json({ errors: ['permission denied'] }, { status: 403 });
    await expect(ask(refusing, false)).rejects.toMatchObject({
      ...{ name: 'ProviderUnavailableError', outageCause: 'credentials-refused' },
    });
    for (const status of [302, 404]) {
      const proxy = async () => new Response('<html>no such page</html>', { status });
      await expect(ask(proxy, false)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    }
  });

  it.each([
    ['the CMDB', described],
    ['Vault', stored],
  ])('of %s lets a new attempt fail, and what it does not know is final', async (_, ask) => {
    const other = async () => Response.json(['another form']);
    await expect(ask(other, false)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    await expect(ask(other, true)).rejects.toMatchObject({ name: 'ProviderFailedError' });
    const unknown = async () => Response.json({ errors: [] }, { status: 404 });
    await expect(ask(unknown, false)).rejects.toMatchObject({ name: 'ProviderFailedError' });
  });
});

describe('what users stored in Vault', () => {
  const token: Token = async ({ fresh } = { fresh: false }) => (fresh ? 'fresh' : 'stale');
  const stored = (credentials: Vault['credentials'] | undefined) =>
    authorizationLines({
      configured,
      secrets,
      ownSecret: 'im',
      token,
      vault: credentials && { credentials },
    })('stored');

  it('completes the line of the provider', async () => {
    const [, line] = await stored(async (_, id) => ({ username: `user of ${id}` }));
    expect(line).toEqual({ id: 'stored', type: 'OpenStack', host, username: 'user of stored' });
  });

  it('is asked for once more with a fresh token when the first has expired', async () => {
    const [, line] = await stored(async (jwt) => (jwt === 'stale' ? 'expired' : { password: jwt }));
    expect(line).toMatchObject({ password: 'fresh' });
  });

  it.each([400, 401, 403])(
    'is asked for once more with a fresh token when a login is refused with %i',
    async (status) => {
      const asked: unknown[] = [];
      const read = vault({
        url: 'https://vault.example',
        fetch: async (address, init) => {
          if (!String(address).endsWith('/login')) return Response.json({ data: { data: { password: 'kept there' } } });
          const { jwt } = JSON.parse(String(init?.body));
          asked.push(jwt);
          return jwt === 'stale'
            ? Response.json({ errors: ['error validating token: no known key'] }, { status })
            : Response.json({ auth: { client_token: 't', entity_id: 'e' } });
        },
      });
      const [, line] = await stored(read.credentials);
      expect([line, asked]).toEqual([expect.objectContaining({ password: 'kept there' }), ['stale', 'fresh']]);
    },
  );

  it('is refused with the reason of Vault when it refuses the fresh token, too', async () => {
    const read = vault({
      url: 'https://vault.example',
      fetch: async () => Response.json({ errors: ['permission denied'] }, { status: 403 }),
    });
    await expect(stored(read.credentials)).rejects.toThrow('Vault answered 403');
  });

  it.each<[string, Vault['credentials'] | undefined, string, string]>([
    ['there is none', () => Promise.reject(new VaultError('nothing there')), 'ProviderFailedError', 'nothing there'],
    ['Vault is down', () => Promise.reject(new UnavailableError('down')), 'ProviderUnavailableError', 'down'],
    ['every token has expired', async () => 'expired', 'ProviderUnavailableError', 'each has expired'],
    ['no Vault is configured', undefined, 'ProviderFailedError', 'services.vault_url'],
  ])('is missed when %s', async (_, read, name, message) => {
    await expect(stored(read)).rejects.toMatchObject({ name, message: expect.stringContaining(message) });
  });
});
