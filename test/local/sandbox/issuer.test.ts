import { JwtVerifier } from 'aws-jwt-verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../local/sandbox/sandbox.ts';
import { startSandbox } from '../../../local/sandbox/start.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ imPort: 0, issuerPort: 0 });
});
afterAll(() => sandbox.stop());

/** As anybody would verify: with the keys that the discovery document points at. */
async function verified(token: string): Promise<Record<string, unknown>> {
  const discovery = (await (await fetch(`${sandbox.issuer}/.well-known/openid-configuration`)).json()) as {
    issuer: string;
    jwks_uri: string;
  };
  const keys = (await (await fetch(discovery.jwks_uri)).json()) as { keys: [] };
  const [trusted] = sandbox.trustedIssuers;
  const verifier = JwtVerifier.create({
    issuer: discovery.issuer,
    audience: trusted?.audience ?? null,
    jwksUri: discovery.jwks_uri,
  });
  verifier.cacheJwks(keys);
  return verifier.verify(token);
}

const request = (form: Record<string, string>): Promise<Response> =>
  fetch(`${sandbox.issuer}/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'password', ...form }) });

describe('a token of the sandbox', () => {
  it('is signed by a published key and carries subject, audience and groups', async () => {
    const claims = await verified(await sandbox.token({ subject: 'ada', groups: ['a', 'b'] }));
    expect(claims).toMatchObject({
      iss: sandbox.issuer,
      sub: 'ada',
      aud: 'toscanini',
      preferred_username: 'ada',
      groups: ['a', 'b'],
    });
  });

  it('of an administrator is one of a member of that group', async () => {
    const [trusted] = sandbox.trustedIssuers;
    const claims = await verified(await sandbox.token({ groups: ['a'], administrator: true }));
    expect(claims['groups']).toEqual(['a', trusted?.adminGroup]);
  });

  it('lasts a day, or as long as asked', async () => {
    const lifetime = async (token: string): Promise<number> => {
      const { iat, exp } = await verified(token);
      return Number(exp) - Number(iat);
    };
    expect(await lifetime(await sandbox.token())).toBe(86_400);
    expect(await lifetime(await sandbox.token({ expiresInSeconds: 60 }))).toBe(60);
    await expect(verified(await sandbox.token({ expiresInSeconds: -60 }))).rejects.toThrow(/expired/i);
  });

  it('is the same from the token endpoint', async () => {
    const answer = await request({ username: 'ada', groups: 'a,b', administrator: 'true', expires_in: '60' });
    const { access_token, expires_in } = (await answer.json()) as { access_token: string; expires_in: number };
    expect(expires_in).toBe(60);
    expect(await verified(access_token)).toMatchObject({ sub: 'ada', groups: ['a', 'b', 'administrators'] });
  });

  it('is not given for a form that makes no sense', async () => {
    expect((await request({ username: 'ada', expires_in: 'soon' })).status).toBe(400);
    expect((await request({ username: '' })).status).toBe(400);
  });

  it('opens the userinfo endpoint, and nothing else does', async () => {
    const userinfo = (token: string): Promise<Response> =>
      fetch(`${sandbox.issuer}/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    const answer = await userinfo(await sandbox.token({ subject: 'ada' }));
    expect(await answer.json()).toMatchObject({ sub: 'ada' });
    expect((await userinfo('nonsense')).status).toBe(401);
    expect((await userinfo(await sandbox.token({ expiresInSeconds: -60 }))).status).toBe(401);
  });
});

describe('the issuer of the sandbox', () => {
  const authorize = (redirect: string) => {
    const asked = { client_id: 'x', response_type: 'code', scope: 'openid', state: 's', redirect_uri: redirect };
    return fetch(`${sandbox.issuer}/authorize?${new URLSearchParams(asked)}`, { redirect: 'manual' });
  };

  it.each(['http://127.0.0.1:1/', 'http://localhost:8080/ui/', 'http://[::1]:1/'])(
    'sends a browser back to %s',
    async (to) => {
      const answer = await authorize(to);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toMatch(/[?&]code=/);
    },
  );

  it.each([
    'https://elsewhere.example/',
    'http://localhost.elsewhere.example/',
    'http://127.0.0.1@elsewhere.example/',
    'app://localhost/',
  ])('sends no browser to %s', async (to) => {
    const answer = await authorize(to);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    const logout = await fetch(
      `${sandbox.issuer}/endsession?${new URLSearchParams({ post_logout_redirect_uri: to })}`,
      {
        redirect: 'manual',
      },
    );
    expect(logout.status).toBe(400);
  });
});
