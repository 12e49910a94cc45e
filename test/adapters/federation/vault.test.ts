import { describe, expect, it } from 'vitest';
import { vault } from '../../../src/adapters/federation/vault.ts';

const url = 'https://vault.example';
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const loggedIn = () => json({ auth: { client_token: 'hvs.1', entity_id: 'e 1' } });

const answering = (login: () => Response, secret: () => Response = () => json({})) => {
  const seen: { path: string; body: string; token: string | null; type: string | null }[] = [];
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const path = String(address).slice(url.length);
    const headers = new Headers(init?.headers);
    const [token, type] = [headers.get('x-vault-token'), headers.get('content-type')];
    seen.push({ path, body: String(init?.body ?? ''), token, type });
    return path.endsWith('/login') ? login() : secret();
  };
  return { seen, fetch };
};

describe('vault', () => {
  it("logs in with the user's token, and reads what he stored for the service", async () => {
    const stored = () => json({ data: { data: { username: 'u', port: 5000 }, metadata: {} } });
    const { seen, fetch } = answering(loggedIn, stored);
    expect(await vault({ url, role: 'paas', fetch }).credentials('jwt', 's/1')).toEqual({
      username: 'u',
      port: '5000',
    });
    expect(seen).toEqual([
      { path: '/v1/auth/jwt/login', body: '{"jwt":"jwt","role":"paas"}', token: null, type: 'application/json' },
      { path: '/v1/secret/data/e%201/services_credential/s%2F1', body: '', token: 'hvs.1', type: null },
    ]);
  });

  it('leaves the role to Vault when none is configured', async () => {
    const { seen, fetch } = answering(() => json({}, 500));
    await expect(vault({ url, fetch }).credentials('jwt', 's')).rejects.toThrow();
    expect(seen[0]?.body).toBe('{"jwt":"jwt"}');
  });

  it('tells a token that has expired from one that is refused', async () => {
    const expired = answering(() => json({ errors: ['error validating token: token is expired'] }, 400));
    expect(await vault({ url, fetch: expired.fetch }).credentials('jwt', 's')).toBe('expired');
    const refused = answering(() => json({ errors: ['role "x" could not be found'] }, 400));
    await expect(vault({ url, fetch: refused.fetch }).credentials('jwt', 's')).rejects.toMatchObject({
      name: 'VaultError',
    });
  });

  it('says what to do when nothing is stored', async () => {
    const { fetch } = answering(loggedIn, () => json({ errors: [] }, 404));
    await expect(vault({ url, fetch }).credentials('jwt', 'svc')).rejects.toMatchObject({
      message: 'Vault has no credentials of yours for svc: store them there, then try again',
      cause: { name: 'VaultError', message: expect.stringContaining('404') },
    });
  });

  it('hides no defect of ours', async () => {
    const { fetch } = answering(() => {
      throw new Error('unused');
    });
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const defect = vault({ url, fetch }).credentials(circular as unknown as string, 's');
    await expect(defect).rejects.toThrow(TypeError);
    await expect(defect).rejects.toThrow('circular');
  });

  it.each<[string, () => Response, string]>([
    ['it answers 503', () => json({}, 503), 'UnavailableError'],
    ['it is denied', () => json({}, 403), 'VaultError'],
    ['it speaks of expiry with another status', () => json({ errors: ['permission expired'] }, 403), 'VaultError'],
    ['it speaks of expiry while it is down', () => json({ errors: ['lease expired'] }, 503), 'UnavailableError'],
    ['it answers no JSON', () => new Response('<html>'), 'UnavailableError'],
    ['it answers another form', () => json({ data: { username: 'secret-name' } }), 'VaultError'],
  ])('fails when %s, and shows neither token nor secret', async (_, answer, name) => {
    const { fetch } = answering(loggedIn, answer);
    const failing = vault({ url, fetch }).credentials('the-jwt', 's');
    await expect(failing).rejects.toMatchObject({ name, message: expect.stringContaining('Vault') });
    await expect(failing).rejects.not.toMatchObject({ message: expect.stringMatching(/the-jwt|hvs|secret-name/) });
  });
});
