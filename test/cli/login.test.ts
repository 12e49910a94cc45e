import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserLogin, reasonOf } from '../../cli/connection/login.ts';
import { wrongClock } from '../../client/clock-words.ts';
import type { Sandbox } from '../../local/sandbox/sandbox.ts';
import { startSandbox } from '../../local/sandbox/start.ts';

let sandbox: Sandbox;
let redirectUri: string;
beforeAll(async () => {
  sandbox = await startSandbox({ imPort: 0, issuerPort: 0 });
  redirectUri = `http://localhost:${await freePort()}/`;
});
afterAll(() => sandbox.stop());

const now = new Date('2026-11-20T12:00:00Z');
const at = () => ({ issuer: sandbox.issuer, clientId: 'toscanini', scope: 'openid email', now });

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, 'localhost', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

describe('a login with the browser', () => {
  it('gives the token that the issuer makes for the code', async () => {
    const asked: URL[] = [];
    const answers: Promise<Response>[] = [];
    const { accessToken: token, expiresAt } = await browserLogin({
      ...at(),
      redirectUri,
      show: (url) => {
        asked.push(url);
        answers.push(fetch(url));
      },
    });
    expect(decomposeUnverifiedJwt(token).payload.iss).toBe(sandbox.issuer);
    expect(Date.parse(expiresAt)).toBeGreaterThan(now.getTime());
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      client_id: 'toscanini',
      response_type: 'code',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{20,}$/),
    });
    expect(await (await answers[0])?.text()).toBe('You may close this page and go back to the terminal.\n');
  });

  it('says why the issuer refused', async () => {
    const refused = browserLogin({
      ...at(),
      redirectUri,
      show: (url) => {
        const state = url.searchParams.get('state') ?? '';
        void fetch(`${redirectUri}favicon.ico`).then(() =>
          fetch(`${redirectUri}?error=access_denied&error_description=not+today&state=${state}`),
        );
      },
    });
    await expect(refused).rejects.toThrow(/^the login at .+ failed: access_denied: not today$/);
  });

  it('says what the issuer says, also where it leaves out what its answers should have', async () => {
    const refused = browserLogin({
      ...at(),
      redirectUri,
      show: (url) =>
        void fetch(
          `${redirectUri}?error=invalid_request&error_description=Missing+nonce&state=${url.searchParams.get('state')}`,
        ),
    });
    await expect(refused).rejects.toThrow(/failed: invalid_request: Missing nonce$/);
  });

  it('takes no token whose nonce is that of another login', async () => {
    const refused = browserLogin({
      ...at(),
      redirectUri,
      show: (url) => {
        url.searchParams.set('nonce', 'of-another-login');
        void fetch(url);
      },
    });
    await expect(refused).rejects.toThrow(/failed: .*nonce/);
  });

  it('accepts no code that belongs to another login', async () => {
    const refused = browserLogin({
      ...at(),
      redirectUri,
      show: () => void fetch(`${redirectUri}?code=stolen&state=another`),
    });
    await expect(refused).rejects.toThrow(/^the login at .+ failed: .*state/);
  });

  it('says that a clock is wrong, since a token seems to be of the future then', () => {
    const code = oauth.JWT_TIMESTAMP_CHECK;
    const cause = new oauth.OperationProcessingError('unexpected JWT "nbf" (not before) claim value', { code });
    expect(reasonOf(cause)).toBe(wrongClock);
  });

  it('says which port is in use', async () => {
    const server = createServer().listen(Number(new URL(redirectUri).port), 'localhost');
    await new Promise((resolve) => server.once('listening', resolve));
    await expect(browserLogin({ ...at(), redirectUri, show: () => expect.unreachable() })).rejects.toThrow(
      /^port \d+ of localhost is in use: /,
    );
    server.close();
  });
});
