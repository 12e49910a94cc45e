import { describe, expect, it } from 'vitest';
import { cmdbServices } from '../../../src/adapters/federation/cmdb-services.ts';

const minutes = 60_000;

const registry = () => {
  const time = { now: Date.parse('2026-11-20T12:00:00Z') };
  const asked: string[] = [];
  const state = { status: 200 };
  const documents: Record<string, unknown> = {
    '/service/id/1a': { _id: '1a', data: { service_type: 'org.openstack.nova', provider_id: 'p', endpoint: null } },
    '/service/id/1a/has_many/tenants': { rows: [{ doc: { _id: 't', data: { tenant_name: 'x' } } }] },
    '/provider/id/p': { _id: 'p', data: { name: 'Cloud P' } },
  };
  const headers: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { pathname } = new URL(String(url));
    asked.push(pathname);
    headers.push(new Headers(init?.headers).get('accept'));
    const found = documents[pathname];
    if (state.status !== 200 || !found)
      return new Response('{}', { status: state.status === 200 ? 404 : state.status });
    return new Response(JSON.stringify(found));
  };
  const services = cmdbServices({ url: 'https://cmdb.example', clock: { now: () => new Date(time.now) }, fetch });
  return { services, asked, time, state, documents, headers };
};

describe('a service of the CMDB', () => {
  it('comes with its tenants and the name of its provider', async () => {
    const found = await registry().services.find('1a');
    expect(found).toMatchObject({ id: '1a', name: 'Cloud P', tenants: [{ tenant_name: 'x' }] });
  });

  it('is asked for as JSON', async () => {
    const { services, headers } = registry();
    await services.find('1a');
    expect(headers).toEqual(['application/json', 'application/json', 'application/json']);
  });

  it('has the id of its provider for a name, where the CMDB does not know that one', async () => {
    const { services, documents } = registry();
    delete documents['/provider/id/p'];
    expect((await services.find('1a'))?.name).toBe('p');
  });

  it('has its own id for a name, where it has no provider', async () => {
    const { services, documents } = registry();
    documents['/service/id/1a'] = { _id: '1a', data: { service_type: 'org.openstack.nova' } };
    expect((await services.find('1a'))?.name).toBe('1a');
  });

  it('is kept with at most two hundred others, so that a long-lived function does not grow', async () => {
    const { services, asked, documents } = registry();
    const find = async (id: string) => {
      documents[`/service/id/${id}`] = documents['/service/id/1a'];
      documents[`/service/id/${id}/has_many/tenants`] = { rows: [] };
      const before = asked.length;
      await services.find(id);
      return asked.length > before;
    };
    const all = Array.from({ length: 200 }, (_, index) => `${index}`);
    for (const id of all) expect(await find(id)).toBe(true);
    for (const id of all) expect(await find(id)).toBe(false);
    expect(await find('more')).toBe(true);
    expect(await find('more')).toBe(false);
    expect(await find('0')).toBe(true);
  });

  it('is believed for five minutes', async () => {
    const { services, asked, time, state } = registry();
    await services.find('1a');
    const before = asked.length;
    state.status = 503;
    time.now += 4 * minutes;
    expect(await services.find('1a')).toBeDefined();
    expect(asked).toHaveLength(before);
    time.now += 2 * minutes;
    await expect(services.find('1a')).rejects.toMatchObject({ name: 'UnavailableError' });
  });

  it('is none where the CMDB knows none, and is looked for again', async () => {
    const { services, asked } = registry();
    expect(await services.find('2b')).toBeUndefined();
    expect(await services.find('2b')).toBeUndefined();
    expect(asked).toEqual(['/service/id/2b', '/service/id/2b']);
  });

  it('is asked for anew when its five minutes are over', async () => {
    const { services, asked, time } = registry();
    await services.find('1a');
    const once = asked.length;
    time.now += 5 * minutes - 1;
    await services.find('1a');
    expect(asked).toHaveLength(once);
    time.now += 1;
    await services.find('1a');
    expect(asked).toHaveLength(2 * once);
  });
});
