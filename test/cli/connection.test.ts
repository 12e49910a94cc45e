import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { CliError } from '../../cli/cli-error.ts';
import { targetOf } from '../../cli/connection/connect.ts';
import { configFile, readContexts, registerContext } from '../../cli/connection/contexts.ts';
import { storedToken, storeToken, tokensFile } from '../../cli/connection/stored-tokens.ts';
import { tokenOf } from '../../cli/connection/tokens.ts';

let home: string;
let env: Record<string, string>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'toscanini-cli-'));
  env = { HOME: home };
});
afterEach(() => rmSync(home, { recursive: true }));

const now = () => new Date('2026-11-20T12:00:00Z');
const sleep = async () => undefined;
const url = 'https://one.example';

describe('the contexts', () => {
  it('are none at first; the first one is the current one, and stays it', async () => {
    expect(await readContexts(env)).toEqual({ contexts: {} });
    await registerContext({ env, sleep }, 'one', { url });
    await registerContext({ env, sleep }, 'two', { url: 'https://two.example' });
    expect(await readContexts(env)).toEqual({
      current: 'one',
      contexts: { one: { url }, two: { url: 'https://two.example' } },
    });
  });

  it('are all kept when several commands change them at the same time', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `c${at}`);
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    await Promise.all(names.map((name) => registerContext({ env, sleep: turn }, name, { url })));
    expect(Object.keys((await readContexts(env)).contexts).toSorted()).toEqual(names);
    expect(readdirSync(join(home, '.config/toscanini'))).toEqual(['config.json']);
  });

  it('are left alone while another command changes them that has just begun, after one that has died', async () => {
    await registerContext({ env, sleep }, 'one', { url });
    const lock = `${configFile(env)}.lock`;
    writeFileSync(lock, 'of one that has died');
    let pauses = 0;
    const busy = async () => {
      pauses += 1;
      if (pauses === 200) writeFileSync(lock, 'of one that has just begun');
      if (pauses === 205) rmSync(lock);
    };
    await registerContext({ env, sleep: busy }, 'two', { url });
    expect(pauses).toBe(205);
  });

  it('are not waited for after a command of this machine that was killed', async () => {
    await registerContext({ env, sleep }, 'one', { url });
    const lock = `${configFile(env)}.lock`;
    const { pid: dead } = spawnSync(process.execPath, ['--version']);
    const waits: number[] = [];
    const counting = async (milliseconds: number) => {
      waits.push(milliseconds);
      rmSync(lock, { force: true });
    };
    writeFileSync(lock, `${dead} ${hostname()}`);
    await registerContext({ env, sleep: counting }, 'two', { url });
    expect([waits, existsSync(lock)]).toEqual([[], false]);
    for (const living of [`${process.pid} ${hostname()}`, `${dead} another-machine`, `${dead}`]) {
      writeFileSync(lock, living);
      await registerContext({ env, sleep: counting }, 'three', { url });
    }
    expect(waits).toHaveLength(3);
    expect(Object.keys((await readContexts(env)).contexts)).toEqual(['one', 'two', 'three']);
  });

  it('are in a file that only its owner may read', async () => {
    await registerContext({ env, sleep }, 'one', { url });
    expect(configFile(env)).toBe(join(home, '.config/toscanini/config.json'));
    expect(statSync(configFile(env)).mode & 0o777).toBe(0o600);
    expect(configFile({ ...env, XDG_CONFIG_HOME: '/elsewhere' })).toBe('/elsewhere/toscanini/config.json');
  });

  it('say which file is broken', async () => {
    mkdirSync(join(home, '.config/toscanini'), { recursive: true });
    writeFileSync(configFile(env), '{"contexts": 3}');
    await expect(readContexts(env)).rejects.toThrow(
      /config\.json is not a file of contexts: .+; correct or remove it$/,
    );
  });
});

describe('the service that is meant', () => {
  beforeEach(async () => {
    await registerContext({ env, sleep }, 'one', { url, sandboxIssuer: 'http://127.0.0.1:1' });
    await registerContext({ env, sleep }, 'two', { url: 'https://two.example' });
  });
  const meant = async (flags: object, more: object = {}) => (await targetOf({ env: { ...env, ...more } }, flags)).url;

  it('is the one of the call, then of the environment, then the current one', async () => {
    expect(await meant({})).toBe(url);
    expect(await meant({}, { ORCHENT_URL: 'https://old.example' })).toBe('https://old.example');
    expect(await meant({}, { ORCHENT_URL: 'https://old.example', TOSCANINI_URL: 'https://new.example' })).toBe(
      'https://new.example',
    );
    expect(await meant({ context: 'two' }, { TOSCANINI_URL: 'https://new.example' })).toBe('https://two.example');
    expect(await meant({ url: 'https://flag.example' }, { TOSCANINI_URL: 'https://new.example' })).toBe(
      'https://flag.example',
    );
  });

  it('is known by its address too', async () => {
    expect(await targetOf({ env }, { url: `${url}/` })).toMatchObject({ sandboxIssuer: 'http://127.0.0.1:1' });
  });

  it('is known from a file that an editor of Windows has written', async () => {
    const [path, text] = [configFile(env), readFileSync(configFile(env), 'utf8').replaceAll('\n', '\r\n')];
    for (const bytes of [Buffer.from(`\ufeff${text}`), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      writeFileSync(path, bytes);
      expect(await meant({ context: 'two' })).toBe('https://two.example');
    }
    writeFileSync(path, Buffer.from('{"ü":1}', 'latin1'));
    await expect(meant({})).rejects.toThrow(`${path} cannot be read: it is not UTF-8 from line 1 on: save it as UTF-8`);
  });

  it('must be an address, and a context that exists', async () => {
    await expect(meant({ url: 'two' })).rejects.toThrow('two is not an address; write it as https://');
    for (const context of ['three', 'constructor'])
      await expect(meant({ context })).rejects.toThrow(`there is no context ${context}; known: one, two.`);
    await expect(targetOf({ env: { HOME: '/nowhere' } }, {})).rejects.toThrow('no service is known: start one');
  });
});

describe('the token', () => {
  const target = { url, name: 'one' };
  const token = (more: object = {}, flag?: string) => tokenOf({ env: { ...env, ...more }, now, sleep }, target, flag);

  it('is the one of the call, then of the environment, then of the login', async () => {
    await storeToken({ env, sleep }, { url }, { accessToken: 'stored', expiresAt: '2026-11-20T13:00:00Z' });
    expect(await token()).toBe('stored');
    expect(await token({ ORCHENT_TOKEN: 'old' })).toBe('old');
    expect(await token({ ORCHENT_TOKEN: 'old', TOSCANINI_TOKEN: 'new' })).toBe('new');
    expect(await token({ TOSCANINI_TOKEN: 'new' }, 'flag')).toBe('flag');
  });

  it('is missing: says how to log in', async () => {
    await expect(token()).rejects.toThrow(
      `you are not logged in at ${url}, or the login has ended: toscanini login ${url}`,
    );
    await expect(token()).rejects.toMatchObject({ outcome: 'notAllowed' });
    const asked = (as: string) => tokenOf({ env, now, sleep }, { ...target, as }, undefined);
    await expect(asked('lab-2')).rejects.toThrow(`toscanini login ${url} --name lab-2`);
    await expect(asked('my lab')).rejects.toThrow(`toscanini login ${url} --name "my lab"`);
  });

  it.each(['<title>Files</title>', '{}', '[1]', ''])(
    'of the sandbox is missing where another program answers at its address: %j',
    async (page) => {
      const other = createServer((_, response) => response.end(page)).listen(0, '127.0.0.1');
      onTestFinished(() => void other.close());
      await once(other, 'listening');
      const sandboxIssuer = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      await expect(tokenOf({ env, now, sleep }, { ...target, sandboxIssuer }, undefined)).rejects.toMatchObject({
        outcome: 'unreachable',
        message: `another program answers at ${sandboxIssuer}, where the sandbox gave tokens: start the service with npm start`,
      });
    },
  );

  it('of oidc-agent that does not run is an error, not another token', async () => {
    const agent = { OIDC_SOCK: '/none', ORCHENT_AGENT_ACCOUNT: 'work', PATH: '' };
    await expect(token(agent)).rejects.toThrow(/^oidc-agent gave no token for the account work: /);
  });

  it('is kept where only its owner may read it, one for each service, and can be forgotten', async () => {
    await storeToken({ env, sleep }, { url }, { accessToken: 'a', expiresAt: '2026-11-20T13:00:00Z' });
    await storeToken(
      { env, sleep },
      { url: 'https://two.example' },
      { accessToken: 'b', expiresAt: '2026-11-20T13:00:00Z' },
    );
    expect(statSync(tokensFile(env)).mode & 0o777).toBe(0o600);
    await storeToken({ env, sleep }, { url }, undefined);
    expect(Object.keys(JSON.parse(readFileSync(tokensFile(env), 'utf8')))).toEqual(['https://two.example']);
  });

  it('that ends within half a minute is not used, if it cannot be renewed', async () => {
    await storeToken({ env, sleep }, { url }, { accessToken: 'a', expiresAt: '2026-11-20T12:00:30Z' });
    expect(await storedToken({ env, now, sleep }, { url })).toBeUndefined();
    await storeToken({ env, sleep }, { url }, { accessToken: 'a', expiresAt: '2026-11-20T12:00:31Z' });
    expect(await storedToken({ env, now, sleep }, { url })).toBe('a');
  });

  it('of a broken file is an error that names the file', async () => {
    mkdirSync(join(home, '.local/state/toscanini'), { recursive: true });
    writeFileSync(tokensFile(env), 'x');
    await expect(token()).rejects.toThrow(CliError);
    await expect(token()).rejects.toThrow(/tokens\.json is not a file of tokens; remove it and log in again$/);
  });
});
