import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './called.ts';

const content = Array.from({ length: 51 }, (_, at) => ({
  uuid: `01980000-0000-7000-8000-${`${at}`.padStart(12, '0')}`,
  status: 'CREATE_COMPLETE',
  creationTime: '2026-11-27T02:19+0000',
}));

let server: Server;
beforeAll(async () => {
  server = createServer((_, response) => response.end(JSON.stringify({ content, page: { totalPages: 1, number: 0 } })));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
});
afterAll(() => {
  server.close();
});

it.each([['--json'], ['-o', 'json'], ['-o', 'yaml']])(
  'a list for a program is whole, since nobody reads there that there are more: %j %j',
  async (...flags) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { out, error } = await call(['ls', '--url', url, '--token', 'x', ...flags]);
    expect({ count: out.match(/CREATE_COMPLETE/g)?.length, error }).toEqual({ count: 51, error: '' });
    const limited = await call(['ls', '--url', url, '--token', 'x', ...flags, '--limit', '2']);
    expect(limited.out.match(/CREATE_COMPLETE/g)).toHaveLength(2);
  },
);

describe('a list of more deployments than ls shows', () => {
  it.each([
    [['-q'], 50, 'only the newest 50 are shown: --limit 1000 shows more\n'],
    [['-q', '--limit', '2'], 2, ''],
    [['-q', '--limit', '51'], 51, ''],
  ])('says that there are more, unless the user gave the limit: %j', async (flags, lines, error) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ended = await call(['ls', '--url', url, '--token', 'x', ...flags]);
    expect({ ...ended, out: ended.out.trimEnd().split('\n').length }).toMatchObject({ code: 0, out: lines, error });
  });
});

it.each([
  [['-q', '--json'], '--quiet and --json'],
  [['-q', '-o', 'yaml'], '--quiet and --output yaml'],
  [['-q', '-w', '--json'], '--quiet and --json'],
])('a list in two forms at once is refused: %j', async (flags, named) => {
  const ended = await call(['ls', '--url', 'http://127.0.0.1:1', '--token', 'x', ...flags]);
  expect(ended).toMatchObject({ out: '', error: expect.stringContaining(`${named}: name one of them`) });
  expect(ended.code).not.toBe(0);
});
