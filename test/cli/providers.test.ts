import { expect, it } from 'vitest';
import type { ProviderState } from '../../client/index.ts';
import { call } from './called.ts';
import { served } from './served.ts';

const ada = { issuer: 'https://iam.example', subject: 'ada' };
const since = '2026-11-29T10:00:00.000Z';
const none = { count: 0, deployments: [] };

const providers: readonly ProviderState[] = [
  {
    ...{ id: 'a', name: 'A', priority: 1, type: 'AWS', region: 'eu-west-1', failures: none },
    draining: { by: 'switch', since, switchedBy: ada, reason: 'it moves' },
  },
  { id: 'b', name: 'B', priority: 2, groups: ['physics'], failures: { count: 5, deployments: [] } },
  { id: 'c', name: 'C', priority: 3, draining: { by: 'configuration' }, failures: { count: 1, deployments: [] } },
  {
    ...{ id: 'd', name: 'D', priority: 4, deployer: 'batch', type: 'QCG', failures: { count: 1, deployments: [] } },
    noRoom: { count: 1, at: since, why: 'No valid host was found' },
  },
];

const dependencies = [
  { name: 'slam', state: 'refuses-credentials', since, reason: '401' },
  { name: 'cmdb', state: 'answers', since },
];

const service = async () => {
  const asked: string[] = [];
  const url = await served(async (request, response) => {
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk);
    asked.push(`${request.method} ${request.url} ${Buffer.concat(body)}`.trimEnd());
    if (request.url?.includes('/nope/'))
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: 404, title: 'Not Found', message: 'provider nope is not configured' }));
    else if (request.method === 'PUT') response.writeHead(204).end();
    else response.end(JSON.stringify(request.url === '/dependencies' ? { dependencies } : { providers }));
  });
  const connection = ['--url', url, '--token', 'x'];
  return { asked, run: (...args: string[]) => call(['admin', ...args, ...connection]) };
};

it('shows the state of each provider, and who has switched it', async () => {
  const { run } = await service();
  const { code, out } = await run('providers');
  expect(code).toBe(0);
  const rows = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(rows[0]).toEqual(['ID', 'NAME', 'STATE', 'FAILURES', 'ROOM', 'TYPE', 'REGION', 'GROUPS', 'WHY']);
  expect(rows[1]).toEqual(['a', 'A', 'draining', '0', 'unknown', 'AWS', 'eu-west-1', 'ada: it moves']);
  expect(rows.slice(2).map((row) => row.slice(0, 5))).toEqual([
    ['b', 'B', 'failing', '5', 'unknown'],
    ['c', 'C', 'draining', '1', 'unknown'],
    ['d', 'D', 'has failed', '1', 'refused 1'],
  ]);
  expect(rows[4]?.slice(5)).toEqual(['AWS Batch', 'No valid host was found']);
  expect(JSON.parse((await run('providers', '--json')).out)).toEqual({ providers });
});

it('switches a provider to draining with a reason, and back', async () => {
  const { run, asked } = await service();
  expect((await run('drain', 'a/b', '-m', 'it moves')).out).toContain('a/b drains');
  expect((await run('drain', 'a', '--off')).out).toContain('takes new deployments again');
  expect(JSON.parse((await run('drain', 'a', '--json')).out)).toEqual({ provider: 'a', draining: true });
  expect(asked).toEqual([
    'PUT /providers/a%2Fb/draining {"draining":true,"reason":"it moves"}',
    'PUT /providers/a/draining {"draining":false}',
    'PUT /providers/a/draining {"draining":true}',
  ]);
});

it('refuses a reason for what drains no more, and says where providers are listed', async () => {
  const { run, asked } = await service();
  const off = await run('drain', 'a', '--off', '-m', 'it is back');
  expect([off.code, off.error, asked]).toEqual([2, expect.stringContaining('leave it out with --off'), []]);
  const nope = await run('drain', 'nope');
  expect([nope.code, nope.error]).toEqual([
    4,
    expect.stringContaining('provider nope is not configured; toscanini admin providers lists them'),
  ]);
});

it('shows how each dependency was when it was last asked', async () => {
  const { run } = await service();
  const lines = (await run('dependencies')).out.trimEnd().split('\n');
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['NAME', 'STATE', 'SINCE (UTC)', 'WHY'],
    ['slam', 'refuses credentials', '2026-11-29 10:00', '401'],
    ['cmdb', 'answers', '2026-11-29 10:00'],
  ]);
  expect(JSON.parse((await run('dependencies', '--json')).out)).toEqual({ dependencies });
});
