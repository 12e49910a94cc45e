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
