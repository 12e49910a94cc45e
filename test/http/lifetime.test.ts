import { beforeEach, describe, expect, it } from 'vitest';
import { deployments } from '../../src/adapters/tables/deployments.ts';
import { expiries } from '../../src/adapters/tables/expiries.ts';
import { setEnd } from '../../src/domain/deployments/accepting/extend.ts';
import { endAndKeep } from '../../src/domain/expiry/end-and-keep.ts';
import { endDeployments } from '../../src/domain/expiry/end-deployments.ts';
import { switchedPause } from '../support/paused.ts';
import { call, type Sent } from './requests.ts';
import { serviceForTests } from './service.ts';
import { create, events, extend, get, protect, update } from './under-test.ts';

const test = serviceForTests();
const template = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template: { node_templates: { web: { type: tosca.nodes.Compute } } }
`;
const day = 86_400_000;
const start = Date.parse('2026-11-20T12:00:00.000Z');
const at = (ms: number): string => new Date(start + ms).toISOString();

/** The service at an instant, its tables too. */
const over = (ms: number) => {
  const clock = { now: () => new Date(start + ms) };
  const table = { client: test.engine.client, table: test.engine.tables.deployments, clock };
  return { ...test.service, clock, deployments: deployments(table), expiries: expiries(table) };
};

let told: { readonly id: string; readonly body: Record<string, unknown> }[] = [];
beforeEach(() => {
  told = [];
});

/** The sweep of that moment, with the expiries of the same table at that moment. */
const sweep = async (ms: number, warnings: readonly number[] = [2_880, 120, 30]): Promise<void> => {
  const files = {
    ...test.service.files,
    putNotification: async (id: string, { body }: { readonly body: string }) => {
      told.push({ id, body: JSON.parse(body) });
    },
  };
  const run = endDeployments({
    ...over(ms),
    ...{ files, expiryWarnings: warnings, describe: () => ({}) },
    workflows: { ...test.service.workflows, startNotification: async () => undefined },
  } as never);
  await run();
};

const making = (body: object, ms = 0, more: object = {}) =>
  call(create({ ...over(ms), ...more } as never), {
    ...{ as: 'olga', method: 'POST', body: { template, callback: 'https://client.example/cb', ...body } },
  });
const made = async (body: object): Promise<string> => String((await making(body)).json['uuid']);
const found = (id: string) => test.service.deployments.find(id);
const put = (id: string, body: object, ms = 0, sent: Sent = {}, more: object = {}) =>
  call(extend({ ...over(ms), ...more } as never), {
    ...{ as: 'olga', method: 'PUT', path: { deployment_id: id }, body, ...sent },
  });
const messages = async (id: string): Promise<readonly string[]> => {
  const { json } = await call(events(test.service), { as: 'olga', path: { deployment_id: id } });
  return (json['content'] as unknown as { kind: string; message: string }[])
    .filter(({ kind }) => kind === 'ENDING')
    .map(({ message }) => message);
};

describe('a life time in a pause of the installation', () => {
  it('ends, and is told, after the pause: nobody loses what nobody was told of', async () => {
    const id = await made({ ttl: '2d' });
    const { pauses, resume } = switchedPause();
    const all = (ms: number) =>
      endAndKeep({
        ...over(ms),
        ...{ pauses, expiryWarnings: [30], describe: () => ({}), hoursRuns: { due: async () => [] } },
        files: { ...test.service.files, putNotification: async () => {} },
        workflows: { ...test.service.workflows, startNotification: async () => undefined },
      } as never)();
    await all(2 * day + 60_000);
    expect([(await found(id))?.status, await messages(id)]).toEqual(['CREATE_IN_PROGRESS', []]);
    resume();
    await all(2 * day + 120_000);
    expect((await found(id))?.status).toBe('CREATE_IN_PROGRESS');
    expect(await messages(id)).toEqual([expect.stringContaining('ends in 30 minutes')]);
    await all(2 * day + 33 * 60_000);
    expect((await found(id))?.status).toBe('DELETE_IN_PROGRESS');
  });
});

describe('a life time', () => {
  it('is counted from the creation, and the earlier of both ends counts', async () => {
    expect((await making({ ttl: '2d' })).json).toMatchObject({ expiresAt: at(2 * day) });
    expect((await making({ ttl: '2d', expiresAt: at(day) })).json).toMatchObject({ expiresAt: at(day) });
    expect((await making({ expiresAt: '2026-11-21T13:00+01:00' })).json).toMatchObject({ expiresAt: at(day) });
    expect((await making({})).json).not.toHaveProperty('expiresAt');
  });

  it.each([
    { ttl: '2' },
    { ttl: '0d' },
    { ttl: '9999w' },
    { expiresAt: 'tomorrow' },
    { expiresAt: '2026-12-01T18:00:00' },
    { expiresAt: at(-1) },
    { expiresAt: '2027-02-31T12:00:00Z' },
    { expiresAt: '2027-02-29T12:00+01:00' },
    { expiresAt: '2027-04-31T23:59:59Z' },
  ])('is refused: %j', async (body) => {
    expect((await making(body)).status).toBe(400);
  });

  it('has a default and a limit, and those of a group come before those of all', async () => {
    const lifetimes = { longestMins: 7 * 1_440, groups: { physics: { defaultMins: 60, longestMins: 1_440 } } };
    const bounded = { creationLimits: { lifetimes } };
    expect((await making({}, 0, bounded)).json).toMatchObject({ expiresAt: at(7 * day) });
    expect((await making({ userGroup: 'physics' }, 0, bounded)).json).toMatchObject({ expiresAt: at(3_600_000) });
    expect((await making({ userGroup: 'physics', ttl: '25h' }, 0, bounded)).status).toBe(400);
    expect((await making({ expiresAt: at(8 * day) }, 0, bounded)).status).toBe(400);
    const id = await made({ userGroup: 'physics' });
    expect((await put(id, { ttl: '2d' }, 0, {}, bounded)).status).toBe(400);
    expect((await put(id, { expiresAt: null }, 0, {}, bounded)).status).toBe(400);
    expect((await put(id, { ttl: '1d' }, 0, {}, bounded)).status).toBe(204);
  });

  it('is extended, taken away, and shown before and after by a dry run', async () => {
    const id = await made({ ttl: '1h' });
    const dry = await put(id, { ttl: '3d' }, day, { query: { dryRun: 'true' } });
    expect(dry.json).toEqual({ expiresAt: at(3_600_000), nextExpiresAt: at(4 * day) });
    const { headers } = await call(get(test.service), { as: 'olga', path: { deployment_id: id } });
    const only = { headers: { 'If-Match': String(headers['ETag']) } };
    expect((await put(id, { ttl: '3d' }, day, only)).status).toBe(204);
    expect((await put(id, { ttl: '4d' }, day, only)).status).toBe(412);
    expect((await found(id))?.expiresAt).toBe(at(4 * day));
    expect((await put(id, { expiresAt: null })).status).toBe(204);
    expect(await found(id)).not.toHaveProperty('expiresAt');
    for (const none of [{}, { ttl: '1d', expiresAt: null }]) expect((await put(id, none)).status).toBe(400);
    expect((await put(id, { ttl: '1d' }, 0, { as: 'otto' })).status).toBe(404);
  });

  it('does not change with an update, which says where it does', async () => {
    const id = await made({ ttl: '1d' });
    const sent = { as: 'olga', method: 'PUT', path: { deployment_id: id }, body: { template, ttl: '2d' } } as const;
    expect((await call(update(test.service), sent)).json).toMatchObject({
      message: expect.stringContaining('/lifetime'),
    });
  });
});

describe('the end of a deployment', () => {
  it('is told two days, two hours and half an hour before, once each, with what extends it; then it is deleted', async () => {
    const id = await made({ ttl: '3d' });
    const end = 3 * day;
    for (const ms of [60_000, day - 60_000]) await sweep(ms);
    expect(await messages(id)).toEqual([]);
    for (const before of [2_880, 120, 30]) {
      await sweep(end - before * 60_000);
      await sweep(end - before * 60_000 + 60_000);
    }
    expect(await messages(id)).toEqual(
      ['30 minutes', '2 hours', '2 days'].map((time) => expect.stringContaining(`ends in ${time}`)),
    );
    const mine = told.filter(({ body }) => JSON.stringify(body).includes(id));
    expect(mine.map(({ body }) => (body['ends'] as { minutes: number }).minutes)).toEqual([2_880, 120, 30]);
    expect(mine[0]?.body['ends']).toMatchObject({
      expiresAt: at(end),
      extend: expect.stringContaining(`${id}/lifetime`),
    });
    await sweep(end - 1);
    expect((await found(id))?.status).toBe('CREATE_IN_PROGRESS');
    await sweep(end);
    expect((await found(id))?.status).toBe('DELETE_IN_PROGRESS');
    expect(test.service.asked).toContain('start DELETE');
    const { operation } = (await found(id)) ?? {};
    await sweep(end + 60_000);
    expect((await found(id))?.operation).toEqual(operation);
  });

  it('is told late but once after an outage, and half an hour is given if all was missed', async () => {
    const one = await made({ ttl: '3d' });
    await sweep(3 * day - 60 * 60_000); // two warnings are over
    expect(await messages(one)).toEqual([expect.stringContaining('1 hour')]);
    const other = await made({ ttl: '3d' });
    await sweep(9 * day);
    expect((await found(other))?.status).toBe('CREATE_IN_PROGRESS');
    expect(await messages(other)).toEqual([expect.stringContaining('30 minutes')]);
    await sweep(9 * day + 29 * 60_000);
    expect((await found(other))?.status).toBe('CREATE_IN_PROGRESS');
    await sweep(9 * day + 30 * 60_000);
    expect((await found(other))?.status).toBe('DELETE_IN_PROGRESS');
  });

  it('is told once more where only the last warnings were missed, and half an hour is given', async () => {
    const id = await made({ ttl: '3d' });
    await sweep(day); // two days before
    await sweep(4 * day);
    expect((await found(id))?.status).toBe('CREATE_IN_PROGRESS');
    const both = [expect.stringContaining('2 days'), expect.stringContaining('30 minutes')];
    expect((await messages(id)).toSorted()).toEqual(both);
    await sweep(4 * day + 30 * 60_000);
    expect((await found(id))?.status).toBe('DELETE_IN_PROGRESS');
  });

  it('comes without a word where it is shorter than the last warning, or none is wanted', async () => {
    const one = await made({ ttl: '10m' });
    await sweep(600_000);
    expect([(await found(one))?.status, told.length]).toEqual(['DELETE_IN_PROGRESS', 0]);
    const other = await made({ ttl: '3d' });
    await sweep(3 * day, []);
    expect((await found(other))?.status).toBe('DELETE_IN_PROGRESS');
  });

  it('is told to a protected one, which stays until the protection is off', async () => {
    const id = await made({ ttl: '10m' });
    const path = { deployment_id: id };
    const protecting = (value: boolean) =>
      call(protect(test.service), { as: 'olga', method: 'PUT', path, body: { protected: value } });
    await protecting(true);
    await sweep(600_000);
    await sweep(600_000 + 3_600_000);
    expect((await found(id))?.status).toBe('CREATE_IN_PROGRESS');
    expect(await messages(id)).toEqual([expect.stringContaining('protected')]);
    await protecting(false);
    await sweep(600_000 + 2 * 3_600_000);
    expect((await found(id))?.status).toBe('DELETE_IN_PROGRESS');
  });

  it('does not come where it was extended in the last moment, whoever was first', async () => {
    const id = await made({ ttl: '10m' });
    const table = over(600_000).deployments;
    const extending = {
      ...table,
      // between the look and the deletion
      supersede: async (...given: Parameters<typeof table.supersede>) => {
        const seen = await table.find(id);
        if (seen && seen.expiresAt === at(600_000)) await table.setEnd(seen, at(5 * day));
        return table.supersede(...given);
      },
    };
    const ports = { ...over(600_000), expiryWarnings: [], describe: () => ({}), deployments: extending };
    await expect(endDeployments(ports as never)()).rejects.toThrow(AggregateError);
    expect(await found(id)).toMatchObject({ status: 'CREATE_IN_PROGRESS', expiresAt: at(5 * day) });
    await sweep(700_000);
    expect((await found(id))?.status).toBe('CREATE_IN_PROGRESS');
    const seen = await found(id);
    if (seen) await setEnd(test.service, seen, { expiresAt: undefined });
    await sweep(6 * day);
    expect((await found(id))?.status).toBe('CREATE_IN_PROGRESS');
  });

  it('is told once where the process dies after it was told, and before that was written', async () => {
    const id = await made({ ttl: '3d' });
    await sweep(0);
    const ms = 3 * day - 120 * 60_000;
    const dying = { ...over(ms).expiries, replace: () => Promise.reject(new Error('died')) };
    const ports = { ...over(ms), expiryWarnings: [120], describe: () => ({}), expiries: dying };
    const workflows = { ...test.service.workflows, startNotification: async () => undefined };
    await expect(endDeployments({ ...ports, workflows } as never)()).rejects.toThrow(AggregateError);
    await sweep(ms, [120]);
    expect(await messages(id)).toHaveLength(1);
  });
});
