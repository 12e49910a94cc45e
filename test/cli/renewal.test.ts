/** What becomes of a login when its token ends, with an issuer that takes each refresh token once (RFC 9700 section 4.14.2). */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'toscanini-renewal-'));
  [valid, asked, meanwhile] = ['r1', [], async () => undefined];
  server = createServer(async (request, response) => {
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
const token = () => storedToken({ env: env(), now }, { url, login: { issuer, clientId: 'cli', scope: 'openid' } });
const refreshTokenKept = () => JSON.parse(readFileSync(tokensFile(env()), 'utf8'))[url]?.refreshToken;

describe('a token that has ended', () => {
  it('is renewed once for requests that a command sends at the same time', async () => {
    await storeToken(env(), url, { accessToken: 'a1', expiresAt: ended, refreshToken: 'r1' });
    expect(await Promise.all([token(), token(), token()])).toEqual(['a2', 'a2', 'a2']);
    expect({ asked, kept: refreshTokenKept() }).toEqual({ asked: ['r1'], kept: 'r2' });
  });

  it('is that of another command which was faster', async () => {
    await storeToken(env(), url, { accessToken: 'a1', expiresAt: ended, refreshToken: 'r1' });
    valid = 'r7';
    const other = { accessToken: 'a7', expiresAt: '2026-11-20T13:00:00Z', refreshToken: 'r7' };
    meanwhile = () => storeToken(env(), url, other);
    expect(await token()).toBe('a7');
    expect(refreshTokenKept()).toBe('r7');
  });

  it('is none when the issuer refuses, and a login that follows is not lost', async () => {
    await storeToken(env(), url, { accessToken: 'a1', expiresAt: ended, refreshToken: 'revoked' });
    expect(await token()).toBeUndefined();
    await storeToken(env(), url, { accessToken: 'a9', expiresAt: ended, refreshToken: 'r1' });
    expect(await token()).toBe('a3');
  });
});
