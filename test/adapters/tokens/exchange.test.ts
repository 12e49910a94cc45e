import { describe, expect, it } from 'vitest';
import { exchangeToken, refreshToken } from '../../../src/adapters/tokens/exchange.ts';
import { writtenLines } from '../../observability/written.ts';

const issuer = 'https://iam.example/realm/';
const tokenEndpoint = `${issuer}token`;
const client = { issuer, clientId: 'a client', clientSecret: 's:e/c' };
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const granted = { access_token: 'access', refresh_token: 'refresh', expires_in: 3600 };

interface Seen {
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  readonly authorization: string | null;
}

const issuing = (...answers: readonly Response[]) => {
  const seen: Seen[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const form = Object.fromEntries(new URLSearchParams(String(init?.body ?? '')));
    seen.push({ url: String(url), form, authorization: new Headers(init?.headers).get('authorization') });
    return answers[seen.length - 1] ?? json({}, 500);
  };
  return { seen, fetch };
};

describe('exchangeToken', () => {
  it('asks the token endpoint of the discovery document, as RFC 8693 has it, with the client by Basic', async () => {
    const { seen, fetch } = issuing(json({ token_endpoint: tokenEndpoint }), json(granted));
    const grant = await exchangeToken({ ...client, audience: 'im', fetch }, 'of the user');
    expect(grant).toEqual({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 3600 });
    expect(seen.map(({ url }) => url)).toEqual([`${issuer}.well-known/openid-configuration`, tokenEndpoint]);
    expect(seen[1]?.form).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'of the user',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      scope: 'openid profile offline_access',
      audience: 'im',
    });
    expect(seen[1]?.authorization).toBe(`Basic ${Buffer.from('a%20client:s%3Ae%2Fc').toString('base64')}`);
  });

  it('asks for no audience where none is configured, and for the configured scopes', async () => {
    const { seen, fetch } = issuing(json(granted));
    await exchangeToken({ ...client, tokenEndpoint, scopes: 'openid offline_access', fetch }, 't');
    expect(seen[0]?.form).not.toHaveProperty('audience');
    expect(seen[0]?.form).toMatchObject({ scope: 'openid offline_access' });
  });

  it('is refused when nothing that lasts is granted', async () => {
    const { fetch } = issuing(json({ ...granted, refresh_token: undefined }));
    await expect(exchangeToken({ ...client, tokenEndpoint, fetch }, 't')).rejects.toMatchObject({
      name: 'ForbiddenError',
      message: expect.stringContaining('offline_access'),
    });
  });
});

describe('refreshToken', () => {
  const lines = writtenLines();

  it('raises an alarm when the issuer refuses the credentials of this service, and only then', async () => {
    const { fetch } = issuing(json({ error: 'invalid_grant' }, 400), json({ error: 'invalid_client' }, 401));
    const asking = () => refreshToken({ ...client, tokenEndpoint, fetch }, 't').catch(() => undefined);
    await asking();
    expect(lines.all()).toEqual([]);
    await asking();
    expect(lines.all()).toEqual([expect.objectContaining({ attention: 'credentials-refused', issuer })]);
  });

  it('reads the secret of this service anew when the issuer refuses the one in memory', async () => {
    const answers = () => [json({ error: 'invalid_client' }, 401), json({ access_token: 'next' })];
    const { seen, fetch } = issuing(...answers());
    const changed = { ...client, tokenEndpoint, fetch, freshSecret: async () => 'changed' };
    expect(await refreshToken(changed, 't')).toMatchObject({ accessToken: 'next' });
    expect(seen.map(({ authorization }) => authorization)).toEqual(
      [client.clientSecret, 'changed'].map(
        (secret) =>
          `Basic ${Buffer.from(`${encodeURIComponent('a client')}:${encodeURIComponent(secret)}`).toString('base64')}`,
      ),
    );
    const same = issuing(...answers());
    const asking = refreshToken({ ...changed, fetch: same.fetch, freshSecret: async () => client.clientSecret }, 't');
    await expect(asking).rejects.toMatchObject({ name: 'UnavailableError' });
    expect(same.seen).toHaveLength(1);
  });

  it('asks for another access token, and may be given another refresh token', async () => {
    const { seen, fetch } = issuing(json({ access_token: 'next' }));
    expect(await refreshToken({ ...client, tokenEndpoint, fetch }, 'lasting')).toEqual({
      accessToken: 'next',
      refreshToken: undefined,
      expiresIn: 300,
    });
    expect(seen[0]?.form).toEqual({ grant_type: 'refresh_token', refresh_token: 'lasting' });
  });

  it.each<[string, () => Response, string, string]>([
    [
      'withdrawn',
      () => json({ error: 'invalid_grant', error_description: 'revoked' }, 400),
      'ForbiddenError',
      '(invalid_grant: revoked)',
    ],
    [
      'refused with the token quoted',
      () => json({ error: 'invalid_grant', error_description: 'Invalid refresh token: lasting-token' }, 400),
      'ForbiddenError',
      '(invalid_grant: Invalid refresh token: ********)',
    ],
    [
      'asked with a wrong secret, which is no word on the user',
      () => json({ error: 'invalid_client' }, 401),
      'UnavailableError',
      'refuses the credentials of this service',
    ],
    ...[400, 401, 403].map((status): [string, () => Response, string, string] => [
      `answered ${status} by the page of a firewall`,
      () => new Response('\n<!DOCTYPE html><title>Attention required</title>', { status }),
      'UnavailableError',
      `answered ${status}`,
    ]),
    ['refused without a form', () => new Response('secret page', { status: 403 }), 'ForbiddenError', 'for the user'],
    [
      'refused without words',
      () => json({ error: 'access_denied' }, 400),
      'ForbiddenError',
      'does not let this service act for the user (access_denied)',
    ],
    ['limited', () => json({ error: 'slow_down' }, 429), 'UnavailableError', 'answered 429'],
    ['answered 500', () => json({}, 500), 'UnavailableError', 'answered 500'],
    ['answered without a token', () => json({ token: 'x' }), 'UnavailableError', 'unexpected shape'],
    ['answered with no JSON', () => new Response('<html>'), 'UnavailableError', 'not JSON'],
  ])('says so when it is %s, and shows no token', async (_, answer, name, message) => {
    const { fetch } = issuing(answer());
    const failing = refreshToken({ ...client, tokenEndpoint, fetch }, 'lasting-token');
    await expect(failing).rejects.toMatchObject({ name, message: expect.stringContaining(message) });
    await expect(failing).rejects.not.toMatchObject({
      message: expect.stringMatching(/lasting-token|secret page|s:e/),
    });
  });
});
