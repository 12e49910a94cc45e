/** No dry run acts, however it is spelled, on any route that changes something. */

import { beforeAll, describe, expect, it } from 'vitest';
import { asking, changing, good, prepared } from './changing-routes.ts';
import type { Answered, Sent } from './requests.ts';
import { id } from './samples.ts';
import { serviceForTests } from './service.ts';
import { byFunction } from './under-test.ts';

const test = serviceForTests();

const prepare = (name: string) => prepared(test)(name);
const ask = (name: string, query: Record<string, string>, more: Sent = {}): Promise<Answered> =>
  asking(test)(name, { query, ...more });

const misspelt: readonly Record<string, string>[] = [
  { dryRun: '' },
  { dryRun: 'yes' },
  { dryRun: '1' },
  { dryrun: 'true' },
  { DryRun: 'true' },
  { dry_run: 'true' },
  { 'dryRun ': 'true' },
  { dryRun: 'true', dryrun: 'true' },
  { verbose: 'true' },
];

describe('every route that changes something', () => {
  it('is known to this test, with a request that it would carry out', () => {
    expect(Object.keys(good).sort()).toEqual([...changing].sort());
  });

  for (const name of changing) {
    describe(name, () => {
      describe('without a change', () => {
        // made once for both: each compares with what was there before the first one
        let before: string;
        beforeAll(async () => {
          await prepare(name);
          before = await test.snapshot();
        });

        it('answers a dry run by 200, and changes nothing', async () => {
          const answer = await ask(name, { dryRun: 'true' }, { headers: { 'Idempotency-Key': 'dry' } });
          expect([answer.status, await test.snapshot()]).toEqual([200, before]);
          expect(answer.headers).not.toHaveProperty('Location');
        });

        it('refuses each query that it does not know, naming what it knows, and changes nothing', async () => {
          for (const query of misspelt) {
            const { status, json } = await ask(name, query);
            expect({ query, status }).toEqual({ query, status: 400 });
            expect(json.message).toContain('dryRun');
          }
          expect(await test.snapshot()).toBe(before);
        });
      });

      it('acts for real on the same request otherwise', async () => {
        await prepare(name);
        const before = await test.snapshot();
        expect((await ask(name, { dryRun: 'false' })).status).toBeLessThan(300);
        expect(await test.snapshot()).not.toBe(before);
      });
    });
  }
});

describe('a dry run', () => {
  const dry = { dryRun: 'true' };
  const resource = { uuid: id(100), toscaNodeName: 'server', physicalId: '0' };

  it('of a deletion names what would be destroyed, and says what force means', async () => {
    await prepare('deployments/delete');
    const { json } = await ask('deployments/delete', { ...dry, force: 'true' });
    expect(json).toMatchObject({
      status: 'DELETE_IN_PROGRESS',
      resources: [{ ...resource, state: 'STARTED' }],
      infrastructures: [{ attempt: 1, provider: 'first', physicalId: 'inf', state: 'COMPLETE' }],
      notes: [expect.stringMatching(/force=true/)],
    });
  });

  it('of a reset names what would go into ERROR', async () => {
    await prepare('deployments/reset');
    const { json } = await ask('deployments/reset', dry);
    expect(json).toMatchObject({ status: 'DELETE_FAILED', resources: [{ ...resource, state: 'ERROR' }] });
  });

  it('of an action names the states it leads to', async () => {
    await prepare('resources/act');
    const { json } = await ask('resources/act', dry);
    expect(json).toMatchObject({ ...resource, action: 'stop', state: 'STOPPING', nextState: 'STOPPED' });
  });

  it('of a schedule names where replicas may go and what a file would have deployed', async () => {
    const { json } = await ask('schedules/create', dry);
    expect(json).toMatchObject({
      storageElements: [{ name: 'near', bucket: 'near-bucket' }],
      resources: [{ toscaNodeName: 'server', state: 'INITIAL' }],
      warnings: [],
    });
  });

  it.each([
    ['deployments/reset', 'deployments/delete', 409],
    ['deployments/delete', 'deployments/reset', 409],
    ['deployments/reset', 'resources/act', 409],
  ])('is refused where the change would be: after %s, %s', async (state, name, status) => {
    await prepare(state);
    expect((await ask(name, dry)).status).toBe(status);
  });

  it.each(['deployments/delete', 'deployments/reset', 'deployments/update'])(
    'is made under the preconditions of the change: %s',
    async (name) => {
      await prepare(name);
      expect((await ask(name, dry, { headers: { 'If-Match': '"other"' } })).status).toBe(412);
    },
  );
});

describe('a GET', () => {
  it.each([{ _: '1' }, { refresh: 'true' }, { dryRun: 'true' }] as Record<string, string>[])(
    'ignores the query %j, which clients and caches add',
    async (query) => {
      for (const name of ['deployments/list', 'deployments/get', 'schedules/list'])
        expect((await ask(name, query)).status).toBe(200);
    },
  );

  it.each([['createdby'], ['UserGroup'], ['user_group'], ['Size']])(
    'refuses %s, which would show what was not asked for',
    async (name) => {
      const { status, json } = await ask('deployments/list', { [name]: 'me' });
      expect(status).toBe(400);
      expect(json.message).toContain('createdBy');
    },
  );

  it('refuses two values where one is taken', async () => {
    const route = byFunction['deployments/list'](test.service);
    const { message } = JSON.parse(
      (
        await route(
          { headers: { Authorization: 'Bearer olga' }, multiValueQueryStringParameters: { size: ['1', '2'] } } as never,
          { awsRequestId: 'r' } as never,
        )
      ).body,
    );
    expect(message).toBe('the query has 2 different values of size; give one');
  });
});
