import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { call } from './called.ts';
import { served } from './served.ts';

const uuid = '01980000-0000-7000-8000-000000000001';
const failed = { uuid, name: 'web', status: 'CREATE_FAILED', outputs: {}, resources: [], cause: [], events: 0 };

const answerOf = (path: string): unknown => {
  if (path.endsWith('/inputs')) return [];
  if (path.endsWith('/inspect')) return { ok: true, problems: [], inputs: [] };
  if (path.endsWith('/deployments')) return { content: [failed], page: { totalPages: 1, number: 0 } };
  return { ...failed, content: [], links: [] };
};

it('deploys a failed deployment of that name another time, with what has a route of its own', async () => {
  const changes: (readonly [string, unknown])[] = [];
  const url = await served(async (request, response) => {
    const { pathname: path } = new URL(request.url ?? '', 'http://service.example');
    if (request.method === 'GET' || path.endsWith('/inspect')) return void response.end(JSON.stringify(answerOf(path)));
    changes.push([`${request.method} ${path}`, JSON.parse((await buffer(request)).toString())]);
    response.writeHead(204).end();
  });
  const words = ['--name', 'web', '--protect', '--ttl', '2d', '--hours', 'mon 08:00-19:00 UTC', '--detach'];
  await call(['deploy', 'examples/web-server.yaml', ...words, '--url', url, '--token', 'x']);
  const at = `/deployments/${uuid}`;
  expect(changes.map(([route]) => route)).toEqual([
    ...[`PUT ${at}/lifetime`, `PUT ${at}/office-hours`, `PUT ${at}/protection`, `POST ${at}/retry`],
  ]);
  expect(changes[2]?.[1]).toEqual({ protected: true });
  for (const own of ['protected', 'officeHours', 'ttl']) expect(changes[3]?.[1]).not.toHaveProperty(own);
});

it.each([
  ['no name of its own', {}, [], 'web-server'],
  ['a name of its own', { name: 'A web server' }, [], undefined],
  ['a name that is given', {}, ['--name', 'lab'], 'lab'],
])('calls what it deploys as its file, but for a template with %s', async (_, inspected, words, name) => {
  let sent: unknown;
  const url = await served(async (request, response) => {
    const body = (await buffer(request)).toString();
    const { pathname: path } = new URL(request.url ?? '', 'http://service.example');
    if (path.endsWith('/inspect')) return void response.end(JSON.stringify({ inputs: [], problems: [], ...inspected }));
    if (request.method === 'GET') return void response.end('{"content":[],"page":{"totalPages":0,"number":0}}');
    sent = JSON.parse(body);
    response.end(JSON.stringify({ uuid }));
  });
  const to = ['--another', '--detach', '--url', url, '--token', 'x'];
  const { error, out } = await call(['deploy', 'examples/web-server.yaml', ...words, ...to]);
  expect({ error, out }).toEqual({ error: '', out: `${uuid}\n` });
  expect((sent as { name?: string }).name).toBe(name);
});
