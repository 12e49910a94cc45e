/** @module-tag full */

/** Requests that meet, through the handlers, over the real table: one wins, and the others are told what they are to do. */

import { describe, expect, it } from 'vitest';
import { sampled } from '../support/sampled.ts';
import { prepared } from './changing-routes.ts';
import { type Answered, call, type Sent } from './requests.ts';
import { id, serverTemplate } from './samples.ts';
import { serviceForTests } from './service.ts';
import { act, backfills, create, get, remove, resources, update } from './under-test.ts';

const test = serviceForTests();
const body = { template: serverTemplate };
const rounds = sampled(3, 10);

interface Made {
  readonly id: string;
  readonly tag: string;
  readonly resource: string;
}

/** A deployment of one server, complete. */
const made = async (): Promise<Made> => {
  const { deployments, resources: store } = test.service;
  const id = String((await call(create(test.service), { as: 'olga', method: 'POST', body })).json['uuid']);
  const operation = (await deployments.find(id))?.operation.id ?? '';
  await deployments.record(id, operation, { status: 'CREATE_COMPLETE', infrastructureId: 'inf' });
  const all = await store.all(id);
  await store.put(all.map((one) => ({ ...one, state: 'STARTED' as const, physicalId: '0' })));
  const read = await call(get(test.service), of(id));
  return { id, tag: String(read.headers['ETag']), resource: all[0]?.id ?? '' };
};

const of = (id: string, more: Sent = {}): Sent => ({ as: 'olga', path: { deployment_id: id }, ...more });

type Contender = (made: Made, headers: Record<string, string>) => Promise<Answered>;
const put: Contender = ({ id }, headers) => call(update(test.service), of(id, { method: 'PUT', body, headers }));
const erase: Contender = ({ id }, headers) => call(remove(test.service), of(id, { method: 'DELETE', headers }));
const stop: Contender = ({ id, resource }) =>
  call(act(test.service), {
    as: 'olga',
    method: 'POST',
    path: { deployment_id: id, resource_id: resource },
    body: { type: 'stop' },
  });

const isWon = ({ status }: Answered) => status === 202 || status === 204;

/** Each pair both ways round, and thrice of a kind. */
const pairs: readonly (readonly [string, readonly Contender[]])[] = [
  ['two updates', [put, put]],
  ['three updates', [put, put, put]],
  ['an update and a deletion', [put, erase]],
  ['a deletion and an update', [erase, put]],
  ['two deletions', [erase, erase]],
];

describe('a request to stop a backfill', () => {
  it.each([
    ['is complete', { status: 'COMPLETE' } as const, 'the backfill is COMPLETE: only a RUNNING one can be stopped'],
    ['is gone', undefined, 'the backfill is gone: only a RUNNING one can be stopped'],
  ])('does not say that it was stopped when it %s after it was read', async (_, end, message) => {
    await prepared(test)('backfills/change');
    const { backfills: store } = test.service;
    const find: typeof store.find = async (...key) => {
      const found = await store.find(...key);
      if (found !== undefined) await (end === undefined ? store.remove(found) : store.change(found, end));
      return found;
    };
    const service = { ...test.service, backfills: { ...store, find } };
    const request = { path: { schedule_id: id(5), backfill_id: id(6) }, body: { status: 'STOPPED' } };
    const { status, json } = await call(backfills.change(service), { as: 'olga', method: 'PATCH', ...request });
    expect([status, json['message']]).toEqual([409, message]);
  });
});

describe('requests that meet', () => {
  it.each(pairs)('of %s one wins, and the others are conflicts', async (_, contenders) => {
    for (let round = 0; round < rounds; round++) {
      const one = await made();
      const answers = await Promise.all(contenders.map((contend) => contend(one, {})));
      expect(answers.filter(isWon)).toHaveLength(1);
      for (const { status } of answers.filter((answer) => !isWon(answer))) expect([404, 409]).toContain(status);
    }
  });

  it.each(pairs)(
    'of %s, each bound to what it read, one wins, and the others are told to read again',
    async (...pair) => {
      for (let round = 0; round < rounds; round++) {
        const one = await made();
        const answers = await Promise.all(pair[1].map((contend) => contend(one, { 'If-Match': one.tag })));
        expect(answers.filter(isWon)).toHaveLength(1);
        for (const { status } of answers.filter((answer) => !isWon(answer))) expect([404, 412]).toContain(status);
      }
    },
  );

  it('of two actions one wins, and the machine is told once', async () => {
    for (let round = 0; round < rounds; round++) {
      const one = await made();
      const answers = await Promise.all([stop(one, {}), stop(one, {})]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
      const { json } = await call(resources(test.service), of(one.id));
      expect(json.content.map(({ state }) => state)).toEqual(['STOPPING']);
    }
  });

  it('an action never keeps a deletion from its work', async () => {
    for (let round = 0; round < rounds; round++) {
      const one = await made();
      const [acted, erased] = await Promise.all([stop(one, {}), erase(one, {})]);
      expect([202, 404, 409]).toContain(acted?.status);
      expect(erased?.status).toBe(204);
      // no provider was ever asked, so it is gone at once, and the action brought nothing of it back
      expect(await test.service.deployments.find(one.id)).toBeUndefined();
      expect(await test.service.resources.all(one.id)).toEqual([]);
    }
  });
});
