import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { exitCodes } from '../../cli/outcome.ts';
import { call } from './called.ts';
import { served } from './served.ts';

const deployment = '01980000-0000-7000-8000-000000000001';

/** Runs a command beside a service; `refuses`: its answer to a change. */
const beside = async (words: readonly string[], refuses?: string) => {
  const changes: unknown[] = [];
  const url = await served(async (request, response) => {
    if (request.method === 'GET') return void response.end(JSON.stringify({ uuid: deployment }));
    const { method, headers } = request;
    const body = JSON.parse((await buffer(request)).toString());
    changes.push([method, request.url, body, headers['idempotency-key'] !== undefined]);
    response.writeHead(refuses === undefined ? 204 : 409);
    response.end(refuses && JSON.stringify({ code: 409, message: refuses }));
  });
  const { code, out, error } = await call([...words, '--url', url, '--token', 'x']);
  return { code, out: out.trimEnd(), error, changes };
};
const give = (...words: readonly string[]) => beside(['give', deployment, ...words]);
const path = `/deployments/${deployment}/transfer`;

it('asks somebody, or any member of the group, or nobody any more, and says how to accept', async () => {
  const asked = await give('mia', '--ttl', '2d');
  expect(asked.changes).toEqual([['PUT', path, { transfer: { to: 'mia', ttl: '2d' } }, true]]);
  expect(asked.out).toContain(`mia is asked to take …00000001 over: toscanini accept ${deployment}`);
  const anyone = await give('--anyone', '--json');
  expect(anyone.changes).toEqual([['PUT', path, { transfer: {} }, true]]);
  expect(JSON.parse(anyone.out)).toEqual({ uuid: deployment, transfer: {} });
  expect((await give('--off')).changes).toEqual([['PUT', path, { transfer: null }, true]]);
});

it.each([[[]], [['mia', '--off']], [['mia', '--anyone']]])('asks nothing for %j', async (words) => {
  const { code, changes, error } = await give(...words);
  expect([code, changes]).toEqual([exitCodes.calledWrongly, []]);
  expect(error).toContain('name who is asked');
});

it('accepts and declines, and says what the service refuses in its own words', async () => {
  const accepted = await beside(['accept', deployment]);
  expect(accepted).toMatchObject({
    out: expect.stringContaining('is yours'),
    changes: [['POST', path, { answer: 'accept' }, true]],
  });
  expect((await beside(['accept', deployment, '--decline'])).changes).toEqual([
    ['POST', path, { answer: 'decline' }, true],
  ]);
  const refused = await beside(['accept', deployment], 'its owner has to ask (PUT /deployments/{id}/transfer)');
  expect(refused.code).toBe(exitCodes.conflict);
  expect(refused.error).toContain('its owner has to ask (toscanini give ID)');
});
