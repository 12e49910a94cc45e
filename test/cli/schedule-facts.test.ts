import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { call } from './called.ts';
import { served } from './served.ts';

const uuid = '01980000-0000-7000-8000-000000000001';
const times = { creationTime: '2026-11-29T23:31+0000', updateTime: '2026-11-29T23:32+0000' };
const expressions = { fileExpression: 'in:.*', replicationExpression: 'country=IT', numberOfReplicas: 2 };

it('makes a schedule of a name, and shows it in lines, with times as everywhere', async () => {
  const asked: unknown[] = [];
  const url = await served(async (request, response) => {
    if (request.method === 'POST') asked.push(JSON.parse((await buffer(request)).toString()));
    response.end(JSON.stringify({ uuid, name: 'nightly', status: 'RUNNING', ...expressions, ...times, links: [] }));
  });
  const at = ['--url', url, '--token', 'x'];
  const template = fileURLToPath(new URL('../../examples/web-server.yaml', import.meta.url));
  const words = ['--files', 'in:.*', '--replicate', 'country=IT', '--name', 'nightly'];
  expect(await call(['schedules', 'create', template, ...words, ...at])).toMatchObject({ code: 0 });
  expect(asked.at(-1)).toMatchObject({ name: 'nightly', fileExpression: 'in:.*' });
  const { out } = await call(['schedules', 'show', uuid, ...at]);
  expect(out.trimEnd().split('\n')).toEqual([
    'name     nightly',
    `id       ${uuid}`,
    'status   RUNNING',
    'files    in:.*',
    'copies   2 at country=IT',
    'created  2026-11-29 23:31 UTC',
    'updated  2026-11-29 23:32 UTC',
  ]);
});
