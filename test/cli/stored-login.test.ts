/** What a login leaves behind: the context that is used, and the token that belongs to it. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
const token = [part({ alg: 'RS256', kid: 'k' }), part({ sub: 'maria', iss: 'https://issuer.example' }), 'c2ln'].join(
  '.',
);

let home: string;
let server: Server;
let url: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'toscanini-login-'));
  server = createServer((_, response) => response.end('{"name":"Toscanini","version":"0.1.0"}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  rmSync(home, { recursive: true });
});

const toscanini = (...args: readonly string[]) => call(args, { env: { HOME: home }, input: token });
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
});
