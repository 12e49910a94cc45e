import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { program } from '../support/program.ts';
import { call } from './called.ts';

it.each(['-', 'catalog:web', '/web.yaml'])(
  'up %s asks for a name, since there is no folder to be called after',
  async (file) => {
    const env = { TOSCANINI_URL: 'http://127.0.0.1:9', TOSCANINI_TOKEN: 'x' };
    expect(await call(['up', file], { env })).toEqual({
      ...{ code: 2, out: '', questions: [] },
      error: `✖ ${file} has no folder to be called after: add --name\n`,
    });
  },
);

it.each([
  [[], 'there is no template in this folder: name one, such as toscanini up web.yaml'],
  [['a.yaml', 'b.yaml'], 'this folder has a.yaml, b.yaml: name one, such as toscanini up a.yaml'],
])('up looks only at files: not at a folder, nor at the link to nothing of an editor: %j', async (files, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-up-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'parts.yaml'));
  symlinkSync('maria@desk.1234', join(folder, '.#web.yaml'));
  for (const file of files) writeFileSync(join(folder, file), 'topology_template: {}\n');
  const env = { PATH: process.env['PATH'], HOME: folder, TOSCANINI_URL: 'http://127.0.0.1:9', TOSCANINI_TOKEN: 'x' };
  const command = join(import.meta.dirname, '../../cli/toscanini.mjs');
  const { output, ended } = program(process.execPath, [command, 'up'], { cwd: folder, env });
  expect({ code: await ended, output: output() }).toEqual({ code: 2, output: `✖ ${message}\n` });
});

const deployment = {
  ...{ uuid: '01980000-0000-7000-8000-0000f7d1a2b3', name: 'web', status: 'CREATE_COMPLETE' },
  ...{ outputs: { url: 'http://10.0.0.1' }, resources: [], events: 1, cause: [] },
};
const event = {
  name: 'e1',
  kind: 'COMPLETE',
  message: 'the deployment is CREATE_COMPLETE',
  at: '2026-11-27T16:37:00Z',
};

const template = readFileSync('examples/web-server.yaml', 'utf8');

const answerOf = (path: string): unknown => {
  if (path.endsWith('/inputs')) return [{ name: 'workers', type: 'integer', required: true, value: 2 }];
  if (path.endsWith('/events')) return { content: [event] };
  if (path.endsWith('/resources')) return { content: [] };
  if (path.endsWith('/deployments')) return { content: [deployment] };
  return { ...deployment, accepted: true, difference: { added: [], removed: [] }, changes: [], warnings: [] };
};

/** A service whose deployment has a template in force; `up` calls the command there. */
const serviceWith = async (inForce: string) => {
  const changes: (string | undefined)[] = [];
  const server = createServer(({ method, url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (method !== 'GET' && !searchParams.has('dryRun')) changes.push(method);
    if (pathname.endsWith('/template')) response.setHeader('content-type', 'text/plain').end(inForce);
    else response.end(JSON.stringify(answerOf(pathname)));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const env = { TOSCANINI_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, TOSCANINI_TOKEN: 'x' };
  const up = (...flags: readonly string[]) =>
    call(['up', 'examples/web-server.yaml', '--name', 'web', '--yes', ...flags], { env });
  return { changes, up };
};

it('up updates where only the template or an input is another one, as for an output that no machine has to do with', async () => {
  const { changes, up } = await serviceWith(template.replace(/^ {2}outputs:[\s\S]*/m, ''));
  expect(await up()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ {2}nothing changes but the template, its inputs and its outputs\n.*CREATE_COMPLETE/s),
  });
  expect(changes).toEqual(['PUT']);
  const same = await serviceWith(template);
  await same.up('-i', 'workers=2');
  expect(same.changes).toEqual([]);
  await same.up('-i', 'workers=3');
  expect(same.changes).toEqual(['PUT']);
});

it('up that changes nothing gives a program the result all the same', async () => {
  const { changes, up } = await serviceWith(template);
  const { code, out } = await up('--json');
  expect({
    code,
    lines: out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }).toEqual({
    code: 0,
    lines: [
      {
        type: 'result',
        uuid: expect.any(String),
        deployment: expect.objectContaining({ outputs: { url: 'http://10.0.0.1' } }),
        resources: [],
      },
    ],
  });
  expect(await up()).toMatchObject({ code: 0, out: '  nothing changes\n' });
  expect(changes).toEqual([]);
});

const failed = { ...deployment, status: 'CREATE_FAILED', causes: [{ cause: 'server: no quota' }] };

/** A service with these deployments; a retry of one succeeds. Answers what was asked of it. */
const failing = (known: readonly object[]) => {
  const asked: string[] = [];
  const answer: typeof fetch = async (input, { method = 'GET' } = {}) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    const creation = { resources: [], candidates: [{ name: 'A' }], dropped: [], notes: [], warnings: [] };
    if (searchParams.has('dryRun'))
      return Response.json({ retries: 'anew', infrastructures: [], creation, ...creation });
    if (pathname.endsWith('/template')) return new Response(template);
    if (method !== 'GET') asked.push(`${method} ${pathname}`);
    if (method !== 'GET' && pathname.endsWith('/retry')) return new Response(null, { status: 202 });
    if (pathname.endsWith('/deployments') && method === 'GET') return Response.json({ content: known });
    if (pathname.endsWith('s') && method === 'GET') return Response.json(answerOf(pathname));
    return Response.json(asked.length > 0 ? deployment : failed);
  };
  return { asked, answer };
};

const env = { TOSCANINI_URL: 'http://127.0.0.1:9', TOSCANINI_TOKEN: 'x' };
const retried = `POST /deployments/${failed.uuid}/retry`;

it.each([['up'], ['deploy']])('%s by name tries again what has failed to be created', async (command) => {
  const { asked, answer } = failing([failed]);
  const flags = command === 'up' ? ['--yes'] : [];
  const ended = await call([command, 'examples/web-server.yaml', '--name', 'web', ...flags], { env, fetch: answer });
  expect(ended).toMatchObject({ code: 0, error: '', out: expect.stringContaining('server: no quota') });
  expect(asked).toEqual([retried]);
});

it('deploy makes a second one of a name only where that is asked for', async () => {
  const { asked, answer } = failing([deployment]);
  const deploy = (...flags: readonly string[]) =>
    call(['deploy', 'examples/web-server.yaml', '--name', 'web', ...flags], { env, fetch: answer });
  expect(await deploy()).toMatchObject({ code: 5, error: expect.stringContaining('--another') });
  expect(asked).toEqual([]);
  expect(await deploy('--another')).toMatchObject({ code: 0 });
  expect(asked).toEqual(['POST /deployments']);
});

it('retry shows why it failed and what is made, asks, and sends what it was given', async () => {
  const { asked, answer } = failing([failed]);
  const retry = (more: object, ...flags: readonly string[]) =>
    call(['retry', failed.uuid, ...flags], { env, fetch: answer, ...more });
  expect(await retry({ answer: false })).toMatchObject({ code: 130, out: expect.stringContaining('made anew: A') });
  expect(await retry({}, '--dry-run')).toMatchObject({ code: 0, out: expect.stringContaining('server: no quota') });
  expect(asked).toEqual([]);
  expect(await retry({ answer: true }, '--anew')).toMatchObject({ code: 0 });
  expect(asked).toEqual([retried]);
});

it('up --dry-run shows what a first deployment would make, and makes nothing', async () => {
  const { asked, answer } = failing([]);
  const env = { TOSCANINI_URL: 'http://127.0.0.1:9', TOSCANINI_TOKEN: 'x' };
  const words = ['up', 'examples/web-server.yaml', '--name', 'web', '--dry-run'];
  expect(await call(words, { env, fetch: answer })).toMatchObject({ code: 0, out: expect.stringContaining('1. A') });
  expect(JSON.parse((await call([...words, '--json'], { env, fetch: answer })).out)).toHaveProperty('candidates');
  expect(asked).toEqual([]);
});
