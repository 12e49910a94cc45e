/** What becomes of a login when its token ends, with an issuer that takes each refresh token once (RFC 9700 section 4.14.2). */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedToken, storeToken, tokensFile } from '../../cli/connection/stored-tokens.ts';

const url = 'https://one.example';
const now = () => new Date('2026-11-20T12:00:00Z');
const ended = '2026-11-20T11:00:00Z';

let home: string;
let server: Server;
let issuer: string;
let valid: string;
let asked: string[];
/** what another command does before the issuer answers */
let meanwhile: () => Promise<void>;
/** undefined: the issuer answers */
let fault: ((response: ServerResponse) => void) | undefined;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'toscanini-renewal-'));
  [valid, asked, meanwhile, fault] = ['r1', [], async () => undefined, undefined];
  server = createServer(async (request, response) => {
    if (fault !== undefined) return fault(response);
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') return response.end(JSON.stringify({ issuer, token_endpoint: `${issuer}/token` }));
    const given = new URLSearchParams(await text(request)).get('refresh_token') ?? '';
    asked.push(given);
    await meanwhile();
    if (given !== valid) return response.writeHead(400).end('{"error":"invalid_grant"}');
    valid = `r${asked.length + 1}`;
    const answer = {
      access_token: `a${asked.length + 1}`,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: valid,
    };
    response.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  rmSync(home, { recursive: true });
});

const env = () => ({ HOME: home });
const cli = () => ({ env: env(), sleep: async () => undefined });
const token = () => storedToken({ ...cli(), now }, { url, login: { issuer, clientId: 'cli', scope: 'openid' } });
/** The module as another command has it, which knows nothing of what this one does. */
const ofItsOwn = async () => {
  vi.resetModules();
  return import('../../cli/connection/stored-tokens.ts');
};
const refreshTokenKept = () => JSON.parse(readFileSync(tokensFile(env()), 'utf8'))[url]?.refreshToken;

describe('a token that has ended', () => {
  it('is renewed once for requests that a command sends at the same time', async () => {
    await storeToken(cli(), { url }, { accessToken: 'a1', expiresAt: ended, refreshToken: 'r1' });
    expect(await Promise.all([token(), token(), token()])).toEqual(['a2', 'a2', 'a2']);
    expect({ asked, kept: refreshTokenKept() }).toEqual({ asked: ['r1'], kept: 'r2' });
  });

  it('is that of another command which was faster', async () => {
    await storeToken(cli(), { url }, { accessToken: 'a1', expiresAt: ended, refreshToken: 'r1' });
    valid = 'r7';
    const other = { accessToken: 'a7', expiresAt: '2026-11-20T13:00:00Z', refreshToken: 'r7' };
    meanwhile = () => storeToken(cli(), { url }, other);
    expect(await token()).toBe('a7');
    expect(refreshTokenKept()).toBe('r7');
  });

  it('is none when the issuer refuses, and a login that follows is not lost', async () => {
    await storeToken(cli(), { url }, { accessToken: 'a1', expiresAt: ended, refreshToken: 'revoked' });
    expect(await token()).toBeUndefined();
    await storeToken(cli(), { url }, { accessToken: 'a9', expiresAt: ended, refreshToken: 'r1' });
    expect(await token()).toBe('a3');
  });

  it('is renewed once for two commands that need it at the same time', async () => {
    await storeToken(cli(), { url }, { accessToken: 'a1', expiresAt: ended, refreshToken: 'r1' });
    const login = { issuer, clientId: 'cli', scope: 'openid' };
    const [one, two] = [await ofItsOwn(), await ofItsOwn()];
    const running: Promise<string | undefined>[] = [];
    const until = (other: number) => async () => void (await running[other]);
    running.push(
      one.storedToken({ env: env(), now, sleep: until(1) }, { url, login }),
      two.storedToken({ env: env(), now, sleep: until(0) }, { url, login }),
    );
    expect(await Promise.all(running)).toEqual(['a2', 'a2']);
    expect({ asked, kept: refreshTokenKept() }).toEqual({ asked: ['r1'], kept: 'r2' });
    expect(readdirSync(dirname(tokensFile(env())))).toEqual(['tokens.json']);
  });

  it('is renewed after ten seconds where a command that renewed it has died', async () => {
    await storeToken(cli(), { url }, { accessToken: 'a1', expiresAt: ended, refreshToken: 'r1' });
    writeFileSync(`${tokensFile(env())}.lock`, 'of one that has died');
    let waited = 0;
    const sleep = async (milliseconds: number) => {
      waited += milliseconds;
    };
    const login = { issuer, clientId: 'cli', scope: 'openid' };
    expect(await storedToken({ env: env(), now, sleep }, { url, login })).toBe('a2');
    expect(waited).toBe(10_000);
  });

  it('stays that of the login while the issuer does not answer: it has refused nothing', async () => {
    await storeToken(cli(), { url }, { accessToken: 'a1', expiresAt: ended, refreshToken: 'r1' });
    fault = (response) => response.writeHead(503).end('<h1>down</h1>');
    await expect(token()).rejects.toMatchObject({
      name: 'SilentIssuerError',
      message: `the issuer ${issuer} does not answer: it answered 503`,
    });
    fault = (response) => response.destroy();
    await expect(token()).rejects.toMatchObject({ name: 'SilentIssuerError' });
    fault = undefined;
    expect(await token()).toBe('a2');
  });

  it('is waited for until somebody interrupts the command, while the issuer says nothing', async () => {
    await storeToken(cli(), { url }, { accessToken: 'a1', expiresAt: ended, refreshToken: 'r1' });
    const interrupting = new AbortController();
    fault = () => interrupting.abort();
    const login = { issuer, clientId: 'cli', scope: 'openid' };
    const waiting = storedToken({ ...cli(), now, interrupted: interrupting.signal }, { url, login });
    await expect(waiting).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    server.closeAllConnections();
  });

  it('does not come back when somebody logs out while it is renewed', async () => {
    await storeToken(cli(), { url }, { accessToken: 'a1', expiresAt: ended, refreshToken: 'r1' });
    let loggedOut: Promise<void> | undefined;
    let renewing: Promise<string | undefined> | undefined;
    meanwhile = async () => {
      const sleep = async () => void (await renewing);
      loggedOut = storeToken({ env: env(), sleep }, { url }, undefined);
    };
    renewing = token();
    await renewing;
    await loggedOut;
    expect(refreshTokenKept()).toBeUndefined();
  });
});
