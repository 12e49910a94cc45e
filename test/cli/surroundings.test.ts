/** What is around a command: a full disk, a proxy, a file that is no text. */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { program } from '../support/program.ts';
import { call } from './called.ts';

const root = join(import.meta.dirname, '../..');

/** The real command in a process of its own. */
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}, stdout: number | 'pipe' = 'pipe') =>
  program(process.execPath, ['cli/toscanini.mjs', ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', stdout, 'pipe'],
  });

it('says in a line that its output cannot be written', async () => {
  const { output, ended } = run(['--help'], {}, openSync('/dev/full', 'w'));
  expect({ code: await ended, output: output() }).toEqual({
    code: 1,
    output: expect.stringMatching(/^✖ the output cannot be written: ENOSPC.+\n$/),
  });
});

it('does not say that it is done when nobody reads its output any more', async () => {
  const { child, output, ended } = run(['--help']);
  child.stdout?.destroy();
  expect({ code: await ended, output: output() }).toEqual({ code: 141, output: '' });
});

it('asks through the proxy of the environment, but for what is on this machine', async () => {
  const asked: (string | undefined)[] = [];
  const proxy = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  const env = { http_proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  for (const address of ['http://toscanini.example.org', 'http://127.0.0.1:9'])
    expect(await run(['login', address], env).ended).toBe(6);
  expect(new Set(asked)).toEqual(new Set(['toscanini.example.org:80']));
});

it('takes a proxy that is written without http://, as curl does', async () => {
  const proxy = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  const asked: (string | undefined)[] = [];
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  const env = { HTTPS_PROXY: `127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  expect(await run(['login', 'https://toscanini.example.org'], env).ended).toBe(6);
  expect(asked).toContain('toscanini.example.org:443');
});

it('says in a line that a proxy cannot be used, and not its password', async () => {
  const { output, ended } = run(['ls'], { HTTPS_PROXY: 'socks5://me:secret@proxy.example.org' });
  expect({ code: await ended, output: output() }).toEqual({
    code: 2,
    output: '✖ HTTPS_PROXY is no address of a proxy: write it as http://proxy.example.org:3128\n',
  });
});

it('checks the other files of a folder when one cannot be read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.yaml'), Buffer.from([0xc3, 0x28]));
  writeFileSync(join(folder, 'b.yaml'), 'tosca_definitions_version: tosca_simple_yaml_1_3\n');
  expect(await call(['check', folder])).toMatchObject({
    code: 2,
    out: expect.stringContaining('b.yaml'),
    error: expect.stringContaining('a.yaml: it is not UTF-8 from line 1 on'),
  });
});

/** A Node of the machine that is older than 24; undefined where there is none. */
const olderNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .filter((file) => existsSync(file))
  .find((file) => Number.parseInt(spawnSync(file, ['-p', 'process.versions.node']).stdout.toString(), 10) < 24);

it.skipIf(olderNode === undefined)('runs with the Node of npm ci where the machine has an older one', async () => {
  const { output, ended } = program(olderNode ?? '', [join(root, 'cli/toscanini.mjs'), 'check', 'nowhere.yaml'], {
    cwd: tmpdir(),
    env: { PATH: '' },
  });
  expect({ code: await ended, output: output() }).toEqual({
    code: 2,
    output: '✖ nowhere.yaml: there is no such file\n',
  });
});

it.each(['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
  'says what to do about a certificate of an authority that Node does not know: %s',
  async (code) => {
    const fetch = async (): Promise<Response> => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('self-signed certificate'), { code }) });
    };
    const env = { TOSCANINI_URL: 'https://paas.example.org', TOSCANINI_TOKEN: 'x' };
    const [listed, examined] = [await call(['ls'], { env, fetch }), await call(['doctor'], { env, fetch })];
    expect(listed.code).toBe(6);
    expect(listed.error).toContain('https://paas.example.org does not answer: self-signed certificate\n');
    for (const said of [listed.error, examined.out]) expect(said).toContain('NODE_EXTRA_CA_CERTS=authority.pem');
  },
);
