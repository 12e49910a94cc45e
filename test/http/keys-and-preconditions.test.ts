/** Every route that changes something honours If-Match, If-None-Match and Idempotency-Key. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConflictError } from '../../src/foundation/errors.ts';
import { askerOf, asking, changing, prepared, readerOf } from './changing-routes.ts';
import { call, type Sent } from './requests.ts';
import { id, sampleResource } from './samples.ts';
import { serviceForTests } from './service.ts';
import { get, schedules } from './under-test.ts';

const test = serviceForTests();
const ask = (...asked: Parameters<ReturnType<typeof asking>>) => asking(test)(...asked);
const headers = (all: Record<string, string>): Sent => ({ headers: all });

const unreadable = ['If-Match', 'If-None-Match', 'Idempotency-Key'].flatMap((header) =>
  ['', ' ', 'two words', '"open'].map((value) => [header, value] as const),
);

/** switches, the queues of dead letters, and the list of webhooks */
const alwaysThere = ['webhooks/change', 'moves/stop', 'pause/set', 'dead-letters/change'];

let count = 0;
let key: Sent = {};
beforeEach(() => {
  count += 1;
  key = headers({ 'Idempotency-Key': `key-${count}` });
});

for (const name of changing) {
  describe(`${name}, without a change`, () => {
    // made once for both: each compares with what was there before the first one
    let before: string;
    beforeAll(async () => {
      await prepared(test)(name);
      before = await test.snapshot();
    });

    it('is refused for each header that cannot be read, and nothing happens', async () => {
      for (const [header, value] of unreadable) {
        const others = header === 'If-None-Match' ? { 'If-Match': '"other"' } : {};
        for (const query of [{}, { dryRun: 'true' }]) {
          const answer = await ask(name, { query, headers: { ...others, [header]: value } });
          const refused = { status: 400, json: { message: expect.stringContaining(`header ${header}`) } };
          expect(answer, `${header}: ${value}`).toMatchObject(refused);
        }
      }
      expect(await test.snapshot()).toBe(before);
    });

    it('is refused under If-Match for another version, and nothing happens', async () => {
      expect((await ask(name, headers({ 'If-Match': '"other"' }))).status).toBe(412);
      expect(await test.snapshot()).toBe(before);
    });
  });

  describe(name, () => {
    beforeEach(() => prepared(test)(name));
    const reader = readerOf[name];

    it('with a key is carried out once, and answered in the same way again', async () => {
      const first = await ask(name, key);
      expect(first.status).toBeLessThan(300);
      expect(first.headers).not.toHaveProperty('Idempotent-Replayed');
      const after = await test.snapshot();
      const again = await ask(name, key);
      expect(again).toMatchObject({ status: first.status, body: first.body });
      expect(again.headers['Idempotent-Replayed']).toBe('true');
      expect(await test.snapshot()).toBe(after);
    });

    it('is refused when its key came with another request', async () => {
      await ask(name, key);
      const other = name === 'schedules/create' ? 'deployments/create' : 'schedules/create';
      const answer = await ask(other, { ...key, as: askerOf(name) });
      expect(answer).toMatchObject({ status: 409, json: { message: expect.stringContaining('another request') } });
    });

    it('does not pin its key to a refusal', async () => {
      const refused =
        reader && !alwaysThere.includes(name)
          ? { ...key, path: { deployment_id: id(99), schedule_id: id(99), provider_id: 'nosuch' } }
          : { ...key, body: {} };
      expect((await ask(name, refused)).status).toBeGreaterThanOrEqual(400);
      expect((await ask(name, key)).status).toBeLessThan(300);
    });

    if (reader === undefined) {
      it('takes If-None-Match: *, since it makes something new', async () => {
        expect((await ask(name, headers({ 'If-None-Match': '*' }))).status).toBe(201);
      });
      return;
    }

    it('is refused under If-None-Match for what is there', async () => {
      expect((await ask(name, headers({ 'If-None-Match': '*' }))).status).toBe(412);
    });

    it('is carried out under the ETag that a GET shows', async () => {
      const { headers: shown } = await ask(reader, { body: undefined });
      expect(shown['ETag']).toMatch(/^"[\w-]{27}"$/);
      expect((await ask(name, headers({ 'If-Match': String(shown['ETag']) }))).status).toBeLessThan(300);
    });
  });
}

describe('a process that dies when a change is done, and before it is answered', () => {
  const dying = { ...headers({}), complete: () => Promise.reject(new Error('killed')) };

  it.each([
    'deployments/update',
    'deployments/reset',
    'resources/act',
    'schedules/create',
    'deployments/create',
    'backfills/create',
  ])('leaves a request that the next one with its key answers, and nothing is done twice: %s', async (name) => {
    await prepared(test)(name);
    const idempotentRequests = { ...test.service.idempotentRequests, complete: dying.complete };
    expect((await ask(name, key, { idempotentRequests })).status).toBe(500);
    test.service.asked.length = 0;
    const again = await ask(name, key); // a minute later, by the ticking clock
    expect([again.status < 300, test.service.asked]).toEqual([true, []]);
    expect(await ask(name, key)).toMatchObject({ status: again.status, body: again.body });
  });
});

describe('the repeat of a change whose process died, after it has ended and others have changed more', () => {
  const dead = { complete: () => Promise.reject(new Error('killed')) };
  const dies = async (name: string) => {
    await prepared(test)(name);
    const idempotentRequests = { ...test.service.idempotentRequests, ...dead };
    expect((await ask(name, key, { idempotentRequests })).status).toBe(500);
  };
  const repeated = async (name: string) => {
    test.service.asked.length = 0;
    const again = await ask(name, key); // a minute later, by the ticking clock
    return [again.status, test.service.asked];
  };
  const current = async () => (await test.service.deployments.find(id(1)))?.operation.id ?? '';

  it('leaves the newer update in force', async () => {
    await dies('deployments/update');
    const operationId = await current();
    await test.service.deployments.record(id(1), operationId, { status: 'UPDATE_COMPLETE', task: 'NONE' });
    expect((await ask('deployments/update')).status).toBe(202);
    const newer = await current();
    await test.service.deployments.record(id(1), newer, { status: 'UPDATE_COMPLETE', task: 'NONE' });
    expect(await repeated('deployments/update')).toEqual([202, []]);
    expect([await current(), newer === operationId]).toEqual([newer, false]);
  });

  it('does not stop a machine that was started again', async () => {
    await dies('resources/act');
    const later = '2026-11-21T00:00:00.000Z';
    await test.service.resources.put([sampleResource({ state: 'STARTED', updatedAt: later, stateSince: later })]);
    expect(await repeated('resources/act')).toEqual([202, []]);
  });

  it('does not repeat a deletion that was reset', async () => {
    await dies('deployments/delete');
    expect((await ask('deployments/reset')).status).toBe(204);
    expect(await repeated('deployments/delete')).toEqual([204, []]);
    expect((await test.service.deployments.find(id(1)))?.status).toBe('DELETE_FAILED');
  });
});

describe('the repeat of a change whose process died before it wrote that the change was accepted', () => {
  const killed = () => Promise.reject(new Error('killed'));
  const dies = async (name: string) => {
    const { idempotentRequests, timeline } = test.service;
    const dead = {
      idempotentRequests: { ...idempotentRequests, complete: killed },
      timeline: { ...timeline, add: killed },
    };
    expect((await ask(name, key, dead)).status).toBe(500);
  };
  const statusOf = async () => (await test.service.deployments.find(id(1)))?.status;
  const first = { page: 0, size: 100, sort: 'createdAt', direction: 'desc' } as const;

  it('does not repeat a deletion that was reset', async () => {
    await prepared(test)('deployments/delete');
    await dies('deployments/delete');
    expect((await ask('deployments/reset')).status).toBe(204);
    expect((await ask('deployments/delete', key)).status).toBe(204);
    expect(await statusOf()).toBe('DELETE_FAILED');
  });

  it('does not repeat a reset after which the deletion began again', async () => {
    await prepared(test)('deployments/reset');
    await dies('deployments/reset');
    expect((await ask('deployments/delete')).status).toBe(204);
    expect((await ask('deployments/reset', key)).status).toBe(204);
    expect(await statusOf()).toBe('DELETE_IN_PROGRESS');
  });

  it('does not create a schedule again that others have deleted since', async () => {
    await prepared(test)('schedules/create');
    const before = await test.service.schedules.list({ of: 'all' }, first);
    await dies('schedules/create');
    const { content } = await test.service.schedules.list({ of: 'all' }, first);
    const made = content.find((one) => !before.content.some((other) => other.id === one.id));
    expect((await ask('schedules/delete', { path: { schedule_id: made?.id ?? '' } })).status).toBe(204);
    const again = await ask('schedules/create', key);
    expect(again).toMatchObject({ status: 201, json: { uuid: made?.id, status: 'RUNNING' } });
    expect((await test.service.schedules.list({ of: 'all' }, first)).content).toEqual(before.content);
  });

  it('does not suspend a schedule again that others let run since', async () => {
    await prepared(test)('schedules/change');
    await dies('schedules/change');
    const newer = await ask('schedules/change', { body: { status: 'RUNNING' } });
    expect(newer.status).toBe(204);
    expect((await ask('schedules/change', key)).status).toBe(204);
    expect(await test.service.schedules.find(id(5))).toMatchObject({ status: 'RUNNING' });
  });
});

describe('a change under If-Match', () => {
  const current = async (reader: string) => {
    const { headers: shown } = await ask(reader, { body: undefined });
    return headers({ 'If-Match': String(shown['ETag']) });
  };

  it('of a machine is refused when the machine changes in between', async () => {
    await prepared(test)('resources/act');
    const bound = await current('resources/get');
    const startAction = () =>
      test.service.resources.put([sampleResource({ state: 'STOPPED', updatedAt: '2026-11-21T00:00:00.000Z' })]);
    const workflows = { ...test.service.workflows, startAction };
    expect((await ask('resources/act', bound, { workflows })).status).toBe(412);
    expect((await ask('resources/act', {}, { workflows })).status).toBe(409);
  });

  it.each(['schedules/change', 'schedules/delete'])('of a schedule is refused likewise: %s', async (name) => {
    await prepared(test)(name);
    const bound = await current('schedules/get');
    const beaten = () => Promise.reject(new ConflictError('changed in the meantime'));
    const broken = { schedules: { ...test.service.schedules, setStatus: beaten, markRemoving: beaten } };
    expect((await ask(name, bound, broken)).status).toBe(412);
    expect(await test.service.schedules.find(id(5))).toMatchObject({ status: 'RUNNING' });
    expect((await ask('schedules/change', {}, broken)).status).toBe(409);
  });
});

describe('the ETag of a deployment', () => {
  const of: Sent = { as: 'olga', path: { deployment_id: id(1) } };
  const tag = async () => (await call(get(test.service), of)).headers['ETag'];

  it.each([
    ['a resource is put', () => test.service.resources.put([sampleResource({ state: 'ERROR' })])],
    ['one is replaced', () => test.service.resources.replace(sampleResource(), sampleResource({ state: 'STOPPING' }))],
    ['one is removed', () => test.service.resources.remove(id(1), [id(100)])],
  ])('is another once %s', async (_, change) => {
    await prepared(test)('resources/act');
    const before = await tag();
    await change();
    expect(await tag()).not.toBe(before);
    const again = await call(get(test.service), { ...of, headers: { 'If-None-Match': String(await tag()) } });
    expect(again.status).toBe(304);
  });
});

describe('PATCH /schedules', () => {
  it.each([
    [{ status: 'SUSPENDED', fileExpression: 'a' }, '"fileExpression", which cannot be changed'],
    [{ numberOfReplicas: 2, callback: null }, '"numberOfReplicas", "callback", which cannot be changed'],
    [{}, 'must be RUNNING or SUSPENDED'],
    [{ status: 'STOPPED' }, 'must be RUNNING or SUSPENDED'],
  ])('of %j is refused by name', async (body, message) => {
    await prepared(test)('schedules/change');
    const answer = await call(schedules.change.route(test.service), {
      as: 'olga',
      path: { schedule_id: id(5) },
      body,
    });
    expect(answer).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
    expect(await test.service.schedules.find(id(5))).toMatchObject({ status: 'RUNNING' });
  });
});
