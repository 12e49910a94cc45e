/** What a login leaves behind: the context that is used, and the token that belongs to it. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readContexts, registerContext } from '../../cli/connection/contexts.ts';
import { tokensFile } from '../../cli/connection/stored-tokens.ts';
import { timer } from '../../client/calls.ts';
import { call } from './called.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (sub: string): string =>
  [part({ alg: 'RS256', kid: 'k' }), part({ sub, iss: 'https://issuer.example' }), 'c2ln'].join('.');
const token = tokenOf('maria');

/** tokens that the service does not accept */
const refusing = new Set<string>();

let home: string;
let server: Server;
let url: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'toscanini-login-'));
  server = createServer(({ headers }, response) => {
    const isRefused = refusing.has(headers.authorization?.split(' ')[1] ?? '');
    response.writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' });
    response.end(isRefused ? '{"error":"UnauthenticatedError","message":"the token has expired"}' : '{"subject":"x"}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  refusing.clear();
  server.close();
  rmSync(home, { recursive: true });
});

const toscanini = (...args: readonly string[]) => call(args, { env: { HOME: home }, input: token });
const loginAs = (user: string) =>
  call(['login', url, '--token-stdin', '--name', user], { env: { HOME: home }, input: tokenOf(user) });
const tokens = (): string => readFileSync(tokensFile({ HOME: home }), 'utf8');

describe('a login', () => {
  it('is used from now on, also where another service was known before', async () => {
    await registerContext({ env: { HOME: home }, sleep: timer }, 'laptop', { url: 'http://127.0.0.1:9' });
    expect(await toscanini('login', url, '--token-stdin', '--name', 'lab')).toMatchObject({
      code: 0,
      out: `✔ logged in at ${url} as maria; the context is lab, and is used from now on\n`,
    });
    expect((await readContexts({ HOME: home })).current).toBe('lab');
    expect((await toscanini('whoami')).out).toContain(`at ${url}`);
  });

  it('is none before the service has accepted the token', async () => {
    refusing.add(token);
    const outcome = await toscanini('login', url, '--token-stdin');
    expect(outcome).toMatchObject({ code: 3, error: expect.stringContaining(`${url} does not accept your token`) });
    expect(outcome.out).not.toContain('logged in');
    expect(await readContexts({ HOME: home })).toEqual({ contexts: {} });
    expect(existsSync(tokensFile({ HOME: home }))).toBe(false);
  });

  it('is found by the address in any spelling, and ended by it too', async () => {
    await toscanini('login', `${url}/`, '--token-stdin');
    for (const spelling of [url, `${url}/`, url.replace('http', 'HTTP')])
      expect(await toscanini('whoami', '--url', spelling), spelling).toMatchObject({ code: 0 });
    expect(await toscanini('logout', '--url', url)).toMatchObject({ code: 0 });
    expect(tokens()).not.toContain(token);
  });

  it('goes with its context, unless another one has the same service', async () => {
    await toscanini('login', url, '--token-stdin', '--name', 'one');
    await toscanini('login', url, '--token-stdin', '--name', 'two');
    await toscanini('context', 'remove', 'one');
    expect(tokens()).toContain(token);
    await toscanini('context', 'remove', 'two');
    expect(tokens()).not.toContain(token);
  });

  it('belongs to its context: two users of one service are not taken for each other', async () => {
    for (const user of ['maria', 'paul']) await loginAs(user);
    for (const user of ['maria', 'paul'])
      expect((await toscanini('whoami', '--context', user)).out).toMatch(new RegExp(`^${user} `));
    await toscanini('context', 'use', 'maria');
    expect((await toscanini('whoami', '--url', url)).out).toMatch(/^maria /);
    await toscanini('logout');
    expect(await toscanini('whoami')).toMatchObject({
      code: 3,
      error: expect.stringContaining(`toscanini login ${url} --name maria`),
    });
    expect((await toscanini('whoami', '--context', 'paul')).out).toMatch(/^paul /);
    await loginAs('maria');
    await toscanini('logout', '--url', url);
    for (const user of ['maria', 'paul'])
      expect(await toscanini('whoami', '--context', user)).toMatchObject({ code: 3 });
  });

  it('of an earlier release is that of each context of its service, until somebody logs in or out there', async () => {
    await loginAs('maria');
    const [stored] = Object.values(JSON.parse(tokens()));
    writeFileSync(tokensFile({ HOME: home }), JSON.stringify({ [url]: stored }));
    expect((await toscanini('whoami')).out).toMatch(/^maria /);
    await toscanini('logout');
    expect(await toscanini('whoami')).toMatchObject({ code: 3 });
  });

  it('stays where another context of its service is removed, and the command says then which there are', async () => {
    await loginAs('maria');
    await registerContext({ env: { HOME: home }, sleep: timer }, 'laptop', { url });
    for (const stored of [tokens(), JSON.stringify({ [url]: Object.values(JSON.parse(tokens()))[0] })]) {
      writeFileSync(tokensFile({ HOME: home }), stored);
      await registerContext({ env: { HOME: home }, sleep: timer }, 'laptop', { url });
      await toscanini('context', 'remove', 'laptop');
      expect((await toscanini('whoami', '--context', 'maria')).out).toMatch(/^maria /);
    }
    await registerContext({ env: { HOME: home }, sleep: timer }, 'other', { url: 'http://127.0.0.1:9' });
    await toscanini('context', 'remove', 'maria');
    expect(await toscanini('whoami')).toMatchObject({
      code: 2,
      error: '✖ no context is the current one; known: other. toscanini context use NAME chooses one\n',
    });
  });

  it('gives the context another name than that of another service on the same host', async () => {
    const { port } = new URL(url);
    await registerContext({ env: { HOME: home }, sleep: timer }, '127.0.0.1', { url: 'http://127.0.0.1:9' });
    expect((await toscanini('login', url, '--token-stdin')).out).toContain(`the context is 127.0.0.1:${port},`);
    expect((await toscanini('login', `${url}/`, '--token-stdin')).out).toContain(`the context is 127.0.0.1:${port},`);
    expect((await toscanini('login', `${url}/prod`, '--token-stdin')).out).toContain(
      `the context is 127.0.0.1:${port}/prod,`,
    );
    expect((await readContexts({ HOME: home })).contexts['127.0.0.1']).toEqual({ url: 'http://127.0.0.1:9' });
  });

  it('takes no address of a page of the dashboard, which people copy from their browser', async () => {
    server.removeAllListeners('request');
    server.on('request', (_, response) => void response.end('<title>Toscanini</title>'));
    for (const page of ['/ui', '/prod/ui/deployments'])
      expect(await toscanini('login', `${url}${page}`, '--token-stdin'), page).toMatchObject({
        code: 2,
        error: expect.stringMatching(/ends before \/ui: toscanini login http:\/\/127\.0\.0\.1:\d+(\/prod)?\n$/),
      });
    expect((await toscanini('login', `${url}/uis`, '--token-stdin')).code).toBe(6);
  });

  it('takes no address with a password or a query, which no request could use, and shows no password', async () => {
    for (const wrong of [`${url}/?page=1`, `${url}/#top`, url.replace('//', '//maria:hunter2@')]) {
      const { code, error } = await toscanini('login', wrong, '--token-stdin');
      expect({ code, error }, wrong).toEqual({ code: 2, error: expect.stringContaining(`write ${url}/`) });
      expect(error).not.toContain('hunter2');
    }
  });
});
