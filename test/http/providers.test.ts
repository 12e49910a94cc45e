import { describe, expect, it } from 'vitest';
import { providerRecord } from '../../src/adapters/tables/provider-record.ts';
import { call, type Sent } from './requests.ts';
import { id, serverTemplate } from './samples.ts';
import { serviceForTests } from './service.ts';
import { create, drain, providerStates } from './under-test.ts';

const test = serviceForTests();

const states = async (as: Sent['as'] = 'ada') => {
  const { json } = await call(providerStates(test.service), { as });
  return new Map((json['providers'] as readonly { readonly id: string }[]).map((one) => [one.id, one]));
};

const put = (provider_id: string, body: unknown, more: Sent = {}) =>
  call(drain(test.service), { as: 'ada', method: 'PUT', path: { provider_id }, body, ...more });

const planned = async () => {
  const body = { template: serverTemplate };
  const { json } = await call(create(test.service), { as: 'olga', method: 'POST', body, query: { dryRun: 'true' } });
  return json as unknown as {
    readonly candidates: readonly { readonly id: string }[];
    readonly dropped: readonly unknown[];
  };
};

describe('PUT /providers/{provider_id}/draining', () => {
  it('leaves the provider out of plans, with the reason, until it is taken back', async () => {
    expect((await planned()).candidates.map((one) => one.id)).toEqual(['first', 'second']);
    expect((await put('first', { draining: true, reason: 'it moves on Friday' })).status).toBe(204);
    const { candidates, dropped } = await planned();
    expect(candidates.map((one) => one.id)).toEqual(['second']);
    const reason = 'it is draining, and takes no new deployments: it moves on Friday';
    expect(dropped).toContainEqual(expect.objectContaining({ id: 'first', reason }));
    expect((await states()).get('first')).toMatchObject({
      draining: { by: 'switch', switchedBy: { subject: 'ada' }, reason: 'it moves on Friday' },
    });
    expect((await put('first', { draining: false })).status).toBe(204);
    expect((await planned()).candidates).toHaveLength(2);
    expect((await states()).get('first')).not.toHaveProperty('draining');
  });

  it('changes nothing when it is repeated, and replaces the reason', async () => {
    await put('second', { draining: true, reason: 'one' });
    await put('second', { draining: true });
    expect((await states()).get('second')).toMatchObject({ draining: { by: 'switch' } });
    expect((await states()).get('second')).not.toHaveProperty('draining.reason');
    for (const _ of [1, 2]) expect((await put('second', { draining: false })).status).toBe(204);
  });

  it('refuses a provider that does not exist, but takes back one that has left the configuration', async () => {
    // before the request is judged, as everywhere
    for (const body of [{ draining: true }, {}])
      for (const headers of [{}, { 'If-Match': '0' }])
        expect((await put('nosuch', body, { headers })).status).toBe(404);
    expect((await put('first', { draining: true }, { headers: { 'If-Match': '0' } })).status).toBe(400);
    const by = { issuer: 'https://iam.example/', subject: 'ada' };
    const left = { providerId: 'left', since: '2026-11-20T12:00:00.000Z', by };
    await test.service.switches.ofProvider('left').replace(undefined, left);
    expect((await states()).get('left')).toMatchObject({ name: 'left', draining: { by: 'switch' } });
    expect((await put('left', { draining: false })).status).toBe(204);
    expect((await states()).has('left')).toBe(false);
  });

  it('cannot take back what the configuration says', async () => {
    const providerList = [{ id: 'first', name: 'First', priority: 1, draining: true }];
    const route = drain({ ...test.service, providerList });
    const sent = { as: 'ada', method: 'PUT', path: { provider_id: 'first' } } as const;
    const { status, json } = await call(route, { ...sent, body: { draining: false } });
    expect([status, json['message']]).toEqual([409, expect.stringContaining('draining: true')]);
    const listed = await call(providerStates({ ...test.service, providerList }), { as: 'ada' });
    expect(listed.json).toMatchObject({ providers: [{ draining: { by: 'configuration' } }] });
  });

  it('says in a dry run what would change', async () => {
    const { status, json } = await put('first', { draining: true }, { query: { dryRun: 'true' } });
    expect([status, json]).toEqual([200, { provider: 'first', draining: false, nextDraining: true }]);
  });
});

describe('GET /providers', () => {
  it('counts the attempts that failed since the last success, and names the newest deployments', async () => {
    const record = providerRecord({ ...test.engine, table: test.engine.tables.deployments, clock: test.service.clock });
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await record.failed('second', { deploymentId: id(number), number: 1 });
    await record.failed('second', { deploymentId: id(7), number: 2 });
    const newest = [7, 6, 5, 4, 3].map((number) => id(number));
    expect((await states()).get('second')).toMatchObject({ failures: { count: 8, deployments: newest } });
    await record.succeeded('second');
    expect((await states()).get('second')).toMatchObject({ failures: { count: 0, deployments: [] } });
  });

  it('says in a line why one has no room, as a failed deployment there says it', async () => {
    const record = providerRecord({ ...test.engine, table: test.engine.tables.deployments, clock: test.service.clock });
    const said =
      'Error launching the VMs of type server to cloud ID one of type OpenStack. Quota exceeded for instances';
    await record.failed('second', { deploymentId: id(1), number: 1 }, said);
    const why = 'server: Quota exceeded for instances';
    expect((await states()).get('second')).toMatchObject({ noRoom: { count: 1, why } });
    await record.succeeded('second');
  });

  it('shows what is configured, and nothing secret', async () => {
    const all = await states();
    expect(all.get('physics')).toMatchObject({ name: 'Physics Cloud', priority: 0, groups: ['physics'] });
    expect(JSON.stringify([...all.values()])).not.toContain('no/secret');
  });
});
