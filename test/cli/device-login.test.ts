import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deviceLogin, renewed } from '../../cli/connection/login.ts';

const now = () => new Date('2026-11-20T12:00:00Z');

interface Scripted {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An issuer whose token endpoint gives these answers, one after another. */
const scriptedIssuer = async (server: Server, answers: Scripted[]) => {
  const asked: string[] = [];
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', async (request, response) => {
    const body = await text(request);
    const reply = (status: number, content: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(content));
    };
    if (request.url === '/device') {
      asked.push(body);
      return reply(200, {
        device_code: 'dev',
        user_code: 'ABCD',
        verification_uri: `${issuer}/enter`,
        expires_in: 600,
        interval: 3,
      });
    }
    if (request.url === '/token') {
      asked.push(body);
      const next = answers.shift();
      for (const [name, value] of Object.entries(next?.headers ?? {})) response.setHeader(name, value);
      return reply(next?.status ?? 500, next?.body ?? {});
    }
    const endpoints = { token_endpoint: `${issuer}/token`, device_authorization_endpoint: `${issuer}/device` };
    reply(200, { issuer, ...endpoints });
  });
  return { at: { issuer, clientId: 'cli', scope: 'openid' }, asked };
};

const refusal = (error: string) => ({ status: 400, body: { error, error_description: 'so it is' } });
const token = {
  status: 200,
  body: { access_token: 'given', token_type: 'Bearer', expires_in: 60, refresh_token: 'next' },
};

/** A refresh token as INDIGO IAM makes them: a JWT without a signature. */
const dead = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"jti":"1"}').toString('base64url')}.`;

let server: Server;
beforeEach(() => {
  server = createServer();
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

describe('a login on another device', () => {
  const login = async (...answers: Scripted[]) => {
    const { at, asked } = await scriptedIssuer(server, answers);
    const shown: object[] = [];
    const pauses: number[] = [];
    let slept = 0;
    const sleep = async (milliseconds: number) => {
      pauses.push(milliseconds);
      slept += milliseconds;
    };
    const later = () => new Date(now().getTime() + slept);
    const outcome = deviceLogin({ ...at, now: later, sleep, show: (place) => shown.push(place) });
    return { outcome, shown, pauses, asked };
  };

  it('shows the code, waits for the user, and asks less often when the issuer wants it', async () => {
    const { outcome, shown, pauses } = await login(refusal('authorization_pending'), refusal('slow_down'), token);
    expect(await outcome).toEqual({
      accessToken: 'given',
      refreshToken: 'next',
      expiresAt: '2026-11-20T12:01:14.000Z',
    });
    expect(shown).toEqual([{ url: expect.stringMatching(/\/enter$/), code: 'ABCD' }]);
    expect(pauses).toEqual([3_000, 3_000, 8_000]);
  });

  it('has a challenge and its verifier, as Keycloak can demand (RFC 7636)', async () => {
    const { outcome, asked } = await login(refusal('authorization_pending'), token);
    await outcome;
    const [first, ...polls] = asked.map((body) => Object.fromEntries(new URLSearchParams(body)));
    expect(first).toMatchObject({ code_challenge_method: 'S256' });
    expect(polls).toHaveLength(2);
    for (const { code_verifier: verifier = '' } of polls)
      expect(createHash('sha256').update(verifier).digest('base64url')).toBe(first?.['code_challenge']);
  });

  it('asks on, and less often, when an answer is lost', async () => {
    const { outcome, pauses } = await login({ status: 503, body: {} }, refusal('authorization_pending'), token);
    expect(await outcome).toMatchObject({ accessToken: 'given' });
    expect(pauses).toEqual([3_000, 6_000, 6_000]);
  });

  it('ends with the code when the issuer never answers', async () => {
    const { outcome, pauses } = await login();
    await expect(outcome).rejects.toMatchObject({ name: 'SilentIssuerError' });
    expect(pauses.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(600_000);
  });

  it('says why the issuer refused', async () => {
    const { outcome } = await login(refusal('access_denied'));
    await expect(outcome).rejects.toThrow(/^the login at .+ failed: access_denied: so it is$/);
  });
});

describe('a token that ends', () => {
  const renew = async (answer: Scripted) => {
    const { at, asked } = await scriptedIssuer(server, [answer]);
    return { asked, outcome: renewed(at, 'old', now()) };
  };

  it('is renewed, with the next refresh token or the same one', async () => {
    const { outcome, asked } = await renew(token);
    expect(await outcome).toEqual({
      accessToken: 'given',
      refreshToken: 'next',
      expiresAt: '2026-11-20T12:01:00.000Z',
    });
    expect(Object.fromEntries(new URLSearchParams(asked[0]))).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'old',
    });
  });

  it('keeps its refresh token when the issuer gives no other', async () => {
    const { refresh_token: _, ...body } = token.body;
    expect(await (await renew({ status: 200, body })).outcome).toMatchObject({ refreshToken: 'old' });
  });

  it('is over when the issuer no longer accepts it, and an error when the issuer fails', async () => {
    expect(await (await renew(refusal('invalid_grant'))).outcome).toBeUndefined();
  });

  it.each<[string, Scripted]>([
    [
      'in the body',
      { status: 401, body: { error: 'invalid_token', error_description: `Invalid refresh token: ${dead}` } },
    ],
    [
      'in a challenge too',
      {
        status: 401,
        body: { error: 'invalid_token', error_description: `Invalid refresh token: ${dead}` },
        headers: {
          'www-authenticate': `Bearer error="invalid_token", error_description="Invalid refresh token: ${dead}"`,
        },
      },
    ],
  ])('is over when INDIGO IAM says so %s', async (_, answer) => {
    expect(await (await renew(answer)).outcome).toBeUndefined();
  });

  it('is never shown, whatever the issuer says of it', async () => {
    const answer = { status: 400, body: { error: 'server_error', error_description: `cannot read ${dead}` } };
    await expect((await renew(answer)).outcome).rejects.toThrow(/cannot read \*\*\*$/);
  });

  it('is not forgotten when the issuer fails', async () => {
    await expect((await renew(refusal('server_error'))).outcome).rejects.toThrow(/failed: server_error/);
  });
});
