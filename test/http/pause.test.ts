/** An administrator pauses the installation: docs/decisions/0096. */

import { beforeEach, describe, expect, it } from 'vitest';
import type { Pause } from '../../src/domain/operators/pause.ts';
import { resumed } from '../support/paused.ts';
import { askerOf, asking, changing, prepared } from './changing-routes.ts';
import { call, type Sent } from './requests.ts';
import { sampleApproval } from './samples.ts';
import { serviceForTests } from './service.ts';
import { pauseState, setPause } from './under-test.ts';

const test = serviceForTests();
const ask = (...asked: Parameters<ReturnType<typeof asking>>) => asking(test)(...asked);
const reason = 'the network is mended until six';

const set = (body: object, more: Sent = {}) =>
  call(setPause(test.service), { as: 'ada', method: 'PUT', body, ...more });
const state = (as: 'ada' | 'olga' = 'olga') => call(pauseState(test.service), { as });
const paused = () => set({ paused: true, reason });

/** What begins work; a decision is one when it approves. */
const beginning: { readonly [name: string]: Sent } = {
  'deployments/create': {},
  'deployments/update': {},
  'deployments/retry': {},
  'deployments/rollback': {},
  'deployments/repair': {},
  'deployments/move': {},
  'operations/call': {},
  'operations/workflow': {},
  'approvals/decide': { as: 'mia', body: { decision: 'approve', digest: sampleApproval.digest } },
  'checks/create': {},
  'resources/act': {},
  'backfills/create': {},
};

describe('PUT /pause', () => {
  beforeEach(() => resumed(test.service));

  it('pauses with a reason that everybody reads, and only administrators see who did it', async () => {
    expect((await state()).json).toEqual({ paused: false });
    expect(await paused()).toMatchObject({ status: 204, body: '' });
    const since = expect.any(String);
    expect((await state()).json).toEqual({ paused: true, since, reason });
    expect((await state('ada')).json).toMatchObject({ paused: true, reason, by: { subject: 'ada' } });
    expect((await set({ paused: false })).status).toBe(204);
    expect((await state('ada')).json).toEqual({ paused: false });
  });

  it('keeps since when it is, when the reason is changed', async () => {
    await paused();
    const since = (await state()).json['since'];
    await set({ paused: true, reason: 'until seven' });
    expect((await state()).json).toEqual({ paused: true, since, reason: 'until seven' });
  });

  it('needs a reason, and says in a dry run what would become of the switch', async () => {
    expect(await set({ paused: true })).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/reason/) },
    });
    const dry = await set({ paused: true, reason }, { query: { dryRun: 'true' } });
    expect(dry).toMatchObject({ status: 200, json: { paused: false, nextPaused: true } });
    expect((await state()).json).toEqual({ paused: false });
  });

  /** Another administrator switches it between the read and the write of a request. */
  const meanwhile = (next: Pause | undefined) => {
    const { pauses } = test.service;
    let isSwitched = false;
    const current = async (): Promise<Pause | undefined> => {
      const seen = await pauses.current();
      if (!isSwitched) await pauses.replace(seen, next);
      isSwitched = true;
      return seen;
    };
    return { ...test.service, pauses: { ...pauses, current } };
  };
  const other: Pause = { since: '2026-11-20T10:00:00.000Z', by: { issuer: 'i', subject: 'bea' }, reason: 'a restore' };

  it('is not ended by who has read another one, also when that comes in the last moment', async () => {
    await paused();
    const tag = String((await state('ada')).headers['ETag']);
    const end = { as: 'ada', method: 'PUT', body: { paused: false }, headers: { 'If-Match': tag } } as const;
    expect((await call(setPause(meanwhile(other)), end)).status).toBe(412);
    expect((await state()).json).toMatchObject({ paused: true, reason: 'a restore' });
    expect((await call(setPause(test.service), { ...end, headers: {} })).status).toBe(204);
  });

  it('begins when it begins, although another one has ended in the same moment', async () => {
    await test.service.pauses.replace(undefined, other);
    const begin = { as: 'ada', method: 'PUT', body: { paused: true, reason } } as const;
    expect((await call(setPause(meanwhile(undefined)), begin)).status).toBe(204);
    const { since } = (await state()).json;
    expect(since).not.toBe(other.since);
  });

  it('is not for users, who learn nothing', async () => {
    expect((await set({ paused: 'no boolean' }, { as: 'olga' })).status).toBe(403);
    expect((await set({ paused: true, reason }, { as: 'lena' })).status).toBe(403);
  });
});

describe.each(Object.entries(beginning))('while the installation is paused, %s', (name, given) => {
  beforeEach(async () => {
    await prepared(test)(name);
    test.service.asked.length = 0;
  });

  it('is refused with the reason, and nothing happens', async () => {
    await paused();
    const before = await test.snapshot();
    const answer = await ask(name, given);
    expect(answer).toMatchObject({
      status: 503,
      json: { code: 503, message: expect.stringContaining(reason) },
      headers: { 'Retry-After': '600' },
    });
    expect(await test.snapshot()).toBe(before);
    expect(test.service.asked).toEqual([]);
  });
});

describe('while the installation is paused', () => {
  const others = changing.filter((name) => !Object.hasOwn(beginning, name) && name !== 'pause/set');

  it.each(others)('%s is carried out', async (name) => {
    await prepared(test)(name);
    await paused();
    expect((await ask(name)).status).toBeLessThan(300);
  });

  it('who may not approve learns that, and an approval of before is answered again', async () => {
    const approve = { body: { decision: 'approve', digest: sampleApproval.digest } };
    await prepared(test)('approvals/decide');
    await paused();
    expect((await ask('approvals/decide', { ...approve, as: 'olga' })).status).toBe(403);
    await resumed(test.service);
    const first = await ask('approvals/decide', { ...approve, as: 'mia' });
    await paused();
    expect(await ask('approvals/decide', { ...approve, as: 'mia' })).toMatchObject({ status: 200, json: first.json });
  });

  it('an approval can be refused', async () => {
    await prepared(test)('approvals/decide');
    await paused();
    expect((await ask('approvals/decide')).status).toBe(200);
  });

  it.each(Object.keys(beginning).filter((name) => name !== 'approvals/decide'))(
    '%s can be asked for its dry run',
    async (name) => {
      await prepared(test)(name);
      await paused();
      expect((await ask(name, { query: { dryRun: 'true' } })).status).toBe(200);
    },
  );

  it.each(['deployments/create', 'deployments/update'])(
    'what %s accepted before is answered again under its key, and a refusal does not pin its key',
    async (name) => {
      await prepared(test)(name);
      const headers = { 'Idempotency-Key': `before-${name}` };
      const first = await ask(name, { headers });
      await paused();
      expect(await ask(name, { headers })).toMatchObject({ status: first.status, body: first.body });
      await prepared(test)(name);
      await paused();
      const later = { headers: { 'Idempotency-Key': `within-${name}` }, as: askerOf(name) };
      expect((await ask(name, later)).status).toBe(503);
      await resumed(test.service);
      expect((await ask(name, later)).status).toBe(first.status);
    },
  );

  it('who may not see a deployment learns no more of it than before', async () => {
    await prepared(test)('deployments/update');
    await paused();
    expect((await ask('deployments/update', { as: 'otto' })).status).toBe(404);
  });
});
