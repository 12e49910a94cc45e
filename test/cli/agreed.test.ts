/** What somebody has agreed to: a change of another person between the plan and the answer is none of it. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from './called.ts';

const id = '01980000-0000-7000-8000-0000f7d1a2b3';
const change = { node: 'web', property: 'num_cpus', old: 1, new: 2, how: 'altered' };
const plan = {
  ...{ accepted: true, difference: { added: [], removed: [] }, changes: [change], warnings: [] },
  ...{ resources: [{ toscaNodeName: 'web', toscaNodeType: 'tosca.nodes.Compute' }], infrastructures: [], notes: [] },
};

let server: Server;
/** `If-Match` of the change */
let matched: (string | undefined)[];
/** of all requests */
let bodies: string[];

const answerOf = (path: string): unknown => {
  if (path.endsWith('/events')) return { content: [], page: { totalPages: 1 } };
  if (path.endsWith('/view')) return { uuid: id, status: 'CREATE_COMPLETE', version: '"v7"' };
  if (path.endsWith('/inputs')) return [];
  if (path.endsWith('/versions/2')) return { template: 't', number: 2 };
  if (path.endsWith('/retry')) return { retries: 'kept', update: plan };
  return { uuid: id, status: 'CREATE_COMPLETE', ...plan };
};

beforeEach(async () => {
  matched = [];
  bodies = [];
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (method === 'GET' && pathname.endsWith('/template'))
      return response.setHeader('content-type', 'text/plain').end('t');
    bodies.push(await text(request));
    if (method === 'GET' || searchParams.has('dryRun')) return response.end(JSON.stringify(answerOf(pathname)));
    matched.push(headers['if-match']);
    response.writeHead(412).end('{"code":412,"title":"Precondition Failed","message":"it has changed since"}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(() => {
  server.close();
});

const toscanini = (...args: readonly string[]) =>
  call(args, {
    answer: true,
    env: { TOSCANINI_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, TOSCANINI_TOKEN: 'x' },
  });

const changing = [`update ${id}`, `retry ${id}`, `rollback ${id} 2`];

it.each(changing)('%s changes the version whose plan was shown, and no other', async (command) => {
  expect(await toscanini(...command.split(' '))).toMatchObject({ code: 5, error: '✖ it has changed since\n' });
  expect(matched).toEqual(['"v7"']);
});

it.each(changing)('%s takes any version where nobody is asked', async (command) => {
  await toscanini(...command.split(' '), '--yes');
  expect(matched).toEqual([undefined]);
});

const goesBack = { onFailure: 'rollback' };

it.each([`update ${id}`, `rollback ${id} 2`])('%s takes what becomes of it if it fails', async (command) => {
  await toscanini(...command.split(' '), '--on-failure', 'rollback');
  const sent = bodies.filter(Boolean).map((body): unknown => JSON.parse(body));
  expect(sent).toEqual([expect.objectContaining(goesBack), expect.objectContaining(goesBack)]);
  expect(await toscanini(...command.split(' '), '--on-failure', 'undo')).toMatchObject({ code: 2 });
});

it.each(changing)('%s says why, and so does its dry run', async (command) => {
  await toscanini(...command.split(' '), '-m', 'for the workshop');
  const sent = bodies.filter(Boolean).map((body): unknown => JSON.parse(body));
  const why = expect.objectContaining({ message: 'for the workshop' });
  expect(sent).toEqual([why, why]);
});

it.each([
  ['update', 'web.num_cpus: 1 → 2'],
  ['delete', 'web  tosca.nodes.Compute'],
])('%s --json shows what it asks about, and not on the output, which a program reads', async (command, shown) => {
  const { out, error, questions } = await toscanini(command, id, '--json');
  expect({ out, questions: questions.length }).toEqual({ out: '', questions: 1 });
  expect(error).toContain(shown);
});
