/** Dead letters, for administrators: docs/decisions/0096. */

import { describe, expect, it } from 'vitest';
import type { DeadLetter, DeadLetters } from '../../src/domain/operators/dead-letters.ts';
import { UnavailableError } from '../../src/foundation/errors.ts';
import { memoryLetters } from '../support/memory-letters.ts';
import { call, type Sent } from './requests.ts';
import { serviceForTests } from './service.ts';
import { changeLetters, letterList } from './under-test.ts';

const test = serviceForTests();
const letter = (id: string, more: Partial<DeadLetter> = {}): DeadLetter => ({
  ...{ id, queue: 'files', at: `2026-11-29T10:00:0${id}.000Z`, what: `incoming:${id}.csv` },
  ...more,
});

const given = () => {
  const deadLetters = memoryLetters(letter('2'), letter('1', { queue: 'events', why: 'no room' }));
  const ports = { ...test.service, deadLetters };
  const list = (as: 'ada' | 'olga' = 'ada') => call(letterList(ports), { as });
  const change = (body: object, more: Sent = {}) =>
    call(changeLetters(ports), { as: 'ada', method: 'POST', body, ...more });
  return { deadLetters, list, change };
};

describe('GET /dead-letters', () => {
  it('lists them, the oldest first', async () => {
    expect((await given().list()).json).toEqual({
      waiting: { files: 1, events: 1 },
      letters: [letter('1', { queue: 'events', why: 'no room' }), letter('2')],
    });
  });

  it('is not for users', async () => {
    expect((await given().list('olga')).status).toBe(403);
  });
});

describe('POST /dead-letters', () => {
  it('redrives one, or all', async () => {
    const { deadLetters, change, list } = given();
    expect(await change({ action: 'redrive', id: '2' })).toMatchObject({ status: 200, json: { handled: 1, left: 1 } });
    expect((await change({ action: 'redrive' })).json).toEqual({ handled: 1, left: 0 });
    expect(deadLetters.redriven).toEqual(['2', '1']);
    expect((await list()).json).toMatchObject({ letters: [] });
  });

  it('drops one by its id, and never all', async () => {
    const { deadLetters, change } = given();
    expect(await change({ action: 'drop' })).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^id/) },
    });
    expect((await change({ action: 'drop', id: '1' })).json).toEqual({ handled: 1, left: 1 });
    expect(deadLetters.redriven).toEqual([]);
  });

  it('fails for nothing once a letter is gone, since a repeat would not find it', async () => {
    const kept = memoryLetters(letter('1'), letter('2'));
    const isAway = (): boolean => kept.redriven.length > 0;
    const unlessAway = <T>(ask: () => Promise<T>) => (isAway() ? Promise.reject(new UnavailableError('SQS')) : ask());
    const deadLetters: DeadLetters = {
      ...kept,
      list: () => unlessAway(kept.list),
      waiting: () => unlessAway(kept.waiting),
    };
    const ports = { ...test.service, deadLetters };
    const answer = await call(changeLetters(ports), {
      ...{ as: 'ada', method: 'POST', body: { action: 'redrive', id: '1' } },
    });
    expect(answer).toMatchObject({ status: 200, json: { handled: 1, left: 1 } });
  });

  it.each([
    [404, { action: 'redrive', id: 'nosuch' }],
    [404, { action: 'drop', id: 'nosuch' }],
    [400, { action: 'burn', id: '1' }],
  ])('is refused with %i for %j, also in a dry run', async (status, body) => {
    const { change, deadLetters } = given();
    expect((await change(body)).status).toBe(status);
    expect((await change(body, { query: { dryRun: 'true' } })).status).toBe(status);
    expect((await deadLetters.list()).letters).toHaveLength(2);
  });

  it('says in a dry run what it would handle', async () => {
    const { change, deadLetters } = given();
    const query = { dryRun: 'true' };
    expect((await change({ action: 'redrive' }, { query })).json).toEqual({ handled: 2, left: 0 });
    expect((await change({ action: 'drop', id: '1' }, { query })).json).toEqual({ handled: 1, left: 1 });
    expect((await deadLetters.list()).letters).toHaveLength(2);
  });

  it('is not for users, who do not learn which there are', async () => {
    const { change, deadLetters } = given();
    expect((await change({ action: 'drop', id: 'nosuch' }, { as: 'olga' })).status).toBe(403);
    expect((await change({ action: 'drop', id: '1' }, { as: 'lena' })).status).toBe(403);
    expect((await deadLetters.list()).letters).toHaveLength(2);
  });
});
