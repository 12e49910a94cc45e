import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getIDToken } from '@actions/core';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { tokenOf } from '../../cli/connection/tokens.ts';

const url = 'https://toscanini.example.org/';
const started = Date.parse('2026-11-29T12:00:00Z');

const tokenUntil = (exp: unknown, number: number): string =>
  ['{"alg":"RS256"}', JSON.stringify({ exp, jti: `${number}` }), 'signed']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

/** GitHub's side: notes what it is asked, and gives a token of five minutes, or what `answer` says. */
const github = async (answer?: { readonly status: number; readonly body: string }) => {
  const asked: { readonly url: string; readonly authorization: string | undefined }[] = [];
  const server = createServer(({ url: path = '', headers }, response) => {
    asked.push({ url: path, authorization: headers.authorization });
    response.statusCode = answer?.status ?? 200;
    response.end(answer?.body ?? JSON.stringify({ value: tokenUntil(started / 1000 + 300, asked.length) }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/oidctoken?api-version=2.0`;
  return {
    asked,
    env: { HOME: '/none', ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job' },
  };
};

const tokenIn = (env: Readonly<Record<string, string>>, after = 0) =>
  tokenOf(
    { env, now: () => new Date(started + after), sleep: async () => undefined },
    { url, name: undefined },
    undefined,
  );

afterEach(() => void vi.unstubAllEnvs());

describe('the token of a job at GitHub', () => {
  it("is asked for as GitHub's own client asks", async () => {
    const { asked, env } = await github();
    await tokenIn(env);
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true); // it tells the runner to mask the token
    await getIDToken('https://toscanini.example.org');
    vi.restoreAllMocks();
    expect(asked[0]).toEqual(asked[1]);
  });

  it('is renewed a minute before its end, and not asked for twice before', async () => {
    const { asked, env } = await github();
    const first = await tokenIn(env);
    expect(await tokenIn(env, 239_999)).toBe(first);
    expect(await tokenIn(env, 240_000)).not.toBe(first);
    expect(asked).toHaveLength(2);
  });

  it('is for the audience that is set', async () => {
    const { asked, env } = await github();
    await tokenIn({ ...env, TOSCANINI_OIDC_AUDIENCE: 'a b' });
    expect(asked[0]?.url).toMatch(/&audience=a%20b$/);
  });

  it('is not asked for where another token is given', async () => {
    const { asked, env } = await github();
    expect(await tokenIn({ ...env, TOSCANINI_TOKEN: 'given' })).toBe('given');
    expect(asked).toEqual([]);
  });

  it.each([
    ['a refusal', { status: 403, body: '{"value":"secret"}' }],
    ['no token', { status: 200, body: '{"value":""}' }],
    ['another page', { status: 200, body: '<title>secret</title>' }],
  ])('is missing after %s: says what the job needs, and nothing of the answer', async (_, answer) => {
    const { env, asked } = await github(answer);
    const failed = await tokenIn(env).catch((error: unknown) => error);
    expect(failed).toMatchObject({ outcome: 'notAllowed', message: expect.stringContaining('id-token: write') });
    expect(`${failed}`).not.toContain('secret');
    await expect(tokenIn(env)).rejects.toThrow('id-token');
    expect(asked).toHaveLength(2);
  });

  it('is renewed for each request when its end cannot be read', async () => {
    const { env, asked } = await github({ status: 200, body: '{"value":"opaque"}' });
    await tokenIn(env);
    await tokenIn(env);
    expect(asked).toHaveLength(2);
  });
});
