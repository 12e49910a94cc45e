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

const times = { creationTime: '2026-11-20T12:02+0000', updateTime: '2026-11-20T12:02+0000', links: [] };

/** As a list has it; what is called `late` can be accepted no more. */
const listed = (one: { readonly name: string }) => ({
  ...{ ...one, createdBy: { subject: 'olga', issuer: 'i' }, userGroup: 'physics' },
  transfer: { expiresAt: one.name === 'late' ? '2020-01-01T00:00:00.000Z' : '2099-12-06T12:00:00.000Z' },
});

/** A service with deployments in the lists of its groups; `offered`: those that may be accepted. */
const offering = async (words: readonly string[], names: readonly string[], offered: readonly string[]) => {
  const changed: (string | undefined)[] = [];
  const ids = names.map((name, index) => ({ name, uuid: `01980000-0000-7000-8000-0000000a000${index}` }));
  const url = await served((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service.example');
    const send = (body: unknown) => response.end(JSON.stringify(body));
    if (request.method !== 'GET') {
      changed.push(names[Number(pathname.split('/')[2]?.slice(-1))]);
      response.writeHead(204);
      return void response.end();
    }
    if (pathname === '/me') return void send({ subject: 'mia', groups: ['physics'], administrator: false });
    if (pathname === '/deployments') {
      const [group, name, q] = ['userGroup', 'name', 'q'].map((one) => searchParams.get(one));
      const isOfGroup = words[0] === 'show' || group === 'physics';
      const isAsked = searchParams.get('offered') === 'true';
      const content = isAsked
        ? ids.filter((one) => group === 'physics' && offered.includes(one.name)).map(listed)
        : ids.filter((one) => isOfGroup && (name === one.name || (q && one.uuid.includes(q))));
      return void send({
        links: [],
        content,
        page: { size: 10, totalElements: content.length, totalPages: 1, number: 0 },
      });
    }
    if (pathname.endsWith('/resources'))
      return void send({ links: [], content: [], page: { size: 10, totalElements: 0, totalPages: 0, number: 0 } });
    const found = ids.find(({ uuid }) => pathname.includes(uuid));
    const transfer = {
      to: 'mia',
      by: { issuer: 'i', subject: 'olga' },
      since: 's',
      expiresAt: '2026-12-06T12:00:00.000Z',
    };
    const isOffered = offered.includes(found?.name ?? '');
    const view = { ...found, may: { accept: isOffered }, resources: [], ...(isOffered && { transfer }) };
    return void send(
      pathname.endsWith('/view') ? view : { ...found, status: 'CREATE_COMPLETE', outputs: {}, ...times },
    );
  });
  return { ...(await call([...words, '--url', url, '--token', 'x'])), changed, ids };
};

it.each([['web'], ['0a0001'], ['…0a0001']])('accepts %s, as it is called, among what is offered', async (given) => {
  const { code, error, changed } = await offering(['accept', given], ['web-old', 'web'], ['web']);
  expect([code, error, changed]).toEqual([0, '', ['web']]);
});

it('says what is offered, where nothing is, or more than one', async () => {
  const none = await offering(['accept', 'web'], ['web'], []);
  expect([none.code, none.changed]).toEqual([exitCodes.notFound, []]);
  expect(none.error).toContain('nothing that is called web, or ends with it, is offered to you');
  const both = await offering(['accept', 'web'], ['web', 'web'], ['web']);
  expect(both.error).toContain(`2 that are offered to you are called so: ${both.ids[0]?.uuid}`);
});

it('is shown with the deployment, while the question is open', async () => {
  const shown = await offering(['show', 'web'], ['web'], ['web']);
  expect(shown.error).toBe('');
  expect(shown.out).toMatch(/offered +to mia until 2026-12-06 12:00 UTC: toscanini accept 01980000/);
  expect((await offering(['show', 'web'], ['web'], [])).out).not.toContain('offered');
});

it('lists what is offered and can still be accepted, where nothing is named', async () => {
  const { code, out, changed } = await offering(['accept'], ['web', 'other', 'late'], ['web', 'late']);
  expect([code, changed]).toEqual([0, []]);
  expect(out).toMatch(/^ID +NAME +OF +GROUP +UNTIL \(UTC\)\n…000a0000 +web +olga +physics +2099-12-06 12:00\n$/);
  const json = await offering(['accept', '--json'], ['web', 'other'], ['web']);
  expect(JSON.parse(json.out)).toMatchObject([{ name: 'web', transfer: { expiresAt: '2099-12-06T12:00:00.000Z' } }]);
  expect((await offering(['accept'], ['web'], [])).out).toBe('nothing is offered to you\n');
  expect((await offering(['accept', '--decline'], ['web'], [])).code).toBe(exitCodes.calledWrongly);
});
