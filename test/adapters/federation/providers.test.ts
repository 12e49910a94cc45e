import { describe, expect, it } from 'vitest';
import type { FederationClientOptions } from '../../../src/adapters/federation/client.ts';
import { cmdb } from '../../../src/adapters/federation/cmdb.ts';
import { cpr } from '../../../src/adapters/federation/cpr.ts';
import { monitoring } from '../../../src/adapters/federation/monitoring.ts';
import { slam } from '../../../src/adapters/federation/slam.ts';

const url = 'https://partner.example/base';
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refused = () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));
const never: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
const cutOff = () => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"'));
      controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body);
};

const question = { preferences: [], agreements: [], measurements: [] };
const calls: readonly [name: string, error: string, call: (options: FederationClientOptions) => Promise<unknown>][] = [
  ['SLAM', 'SlamError', (options) => slam(options).agreements('group')],
  ['CMDB', 'CmdbError', (options) => cmdb(options).describe('provider', ['service'], 'group')],
  ['monitoring', 'MonitoringError', (options) => monitoring(options).measure('provider')],
  ['CPR', 'CprError', (options) => cpr(options).rank(question)],
];

describe.each(calls)('%s', (name, error, call) => {
  const answering = (answer: typeof fetch, deadlineMs = 1_000) => call({ url, deadlineMs, fetch: answer });

  it.each<[string, typeof fetch]>([
    ['refuses connections', refused],
    ['answers 500', async () => json({}, 500)],
    ['answers 503', async () => json({}, 503)],
    ['answers 429', async () => json({}, 429)],
    ['answers 408', async () => json({}, 408)],
    ['is behind a proxy that answers with a page of its own', async () => new Response('<html>')],
    ['answers nothing', async () => new Response('')],
    [
      'is behind a proxy that redirects',
      async () => new Response('', { status: 302, headers: { location: '/login' } }),
    ],
    ['is behind a proxy that knows no such page', async () => new Response('\n<html>404</html>', { status: 404 })],
    ['is cut off in the middle of its answer', async () => cutOff()],
  ])('is unavailable when it %s, by name, and the workflow tries again', async (_, answer) => {
    await expect(answering(answer)).rejects.toMatchObject({
      name: 'UnavailableError',
      message: expect.stringMatching(new RegExp(`^${name} is not available: `)),
      cause: { name: 'RestError' },
    });
  });

  it('is unavailable when it does not answer within its deadline', async () => {
    await expect(answering(never, 20)).rejects.toMatchObject({
      name: 'UnavailableError',
      message: expect.stringContaining('not done within 20 ms'),
    });
  });

  it.each<[string, typeof fetch]>([
    ['answers 400', async () => json({}, 400)],
    ['answers 403', async () => json({}, 403)],
    ['answers another form', async () => json({ rows: 1, sla: 1, result: 1 })],
  ])('fails with its own error when it %s', async (_, answer) => {
    await expect(answering(answer)).rejects.toMatchObject({ name: error, message: expect.stringContaining(name) });
  });
});

describe('SLAM', () => {
  it('has no agreements for a customer that it does not know', async () => {
    const found = await slam({ url, fetch: async () => json({}, 404) }).agreements('nobody');
    expect(found).toEqual({ agreements: [], preferences: [] });
  });

  it('is asked for a group with slashes in its name, with the token of the user', async () => {
    const seen: [string, string | null][] = [];
    const answer: typeof fetch = async (address, init) => {
      seen.push([String(address), new Headers(init?.headers).get('authorization')]);
      return json({ preferences: [], sla: [] });
    };
    await slam({ url, fetch: answer }).agreements('/a b/c', async () => 'token');
    expect(seen).toEqual([[`${url}/preferences/%2Fa%20b%2Fc`, 'Bearer token']]);
  });

  it('is asked once more, with a fresh token, when it refuses the first', async () => {
    const seen: (string | null)[] = [];
    const answer: typeof fetch = async (_, init) => {
      seen.push(new Headers(init?.headers).get('authorization'));
      return json({}, seen.length === 1 ? 401 : 200);
    };
    await slam({ url, fetch: answer }).agreements('g', async ({ fresh } = { fresh: false }) => (fresh ? 'new' : 'old'));
    expect(seen).toEqual(['Bearer old', 'Bearer new']);
  });
});

describe('CMDB', () => {
  const rows = (...documents: object[]) =>
    json({ rows: documents.map((data, index) => ({ doc: { _id: `${index}`, data } })) });
  const service = { service_type: 'org.openstack.nova', endpoint: 'https://keystone.example:5000/v3' };
  const answers: Readonly<Record<string, () => Response>> = {
    '/provider/id/p': () => json({ _id: 'p', data: { name: 'Provider' } }),
    '/provider/id/p/has_many/services': () => rows({ ...service, iam_enabled: 'true', supported_idps: null }, service),
    '/service/id/0/has_many/tenants': () => rows({ iam_organisation: 'others' }, { iam_organisation: 'group' }),
    '/tenant/id/1/has_many/images': () => rows({ image_id: 'i', image_name: null, cuda_support: 'false', version: 24 }),
    '/tenant/id/1/has_many/flavors': () =>
      rows({ flavor_name: 'f', num_vcpus: '2', ram: '2048', disk: '', num_gpus: null }),
  };
  const at = (more: typeof answers = {}): Promise<unknown> =>
    cmdb({
      url,
      fetch: async (address, init) => {
        const { pathname, search } = new URL(String(address));
        const accepts = new Headers(init?.headers).get('accept');
        expect([search, accepts]).toEqual(['?include_docs=true', 'application/json']);
        return { ...answers, ...more }[pathname.slice('/base'.length)]?.() ?? json({}, 404);
      },
    }).describe('p', ['0'], 'group');

  it('describes the services that are asked for, with what the tenant of the customer sees', async () => {
    expect(await at()).toMatchObject({
      id: 'p',
      name: 'Provider',
      services: [
        {
          id: '0',
          name: 'Provider',
          host: 'keystone.example',
          imageScheme: 'ost',
          issuers: [],
          images: [{ id: 'i', version: '24', cudaSupport: false }],
          flavors: [{ name: 'f', cpus: 2, memory: 2048, disk: 0 }],
        },
      ],
    });
  });

  it('passes over what was removed from the registry, and over services that no agreement names', async () => {
    const more = [
      { doc: null },
      { id: 'gone' },
      { doc: { _id: 'other', data: { name: 'no service_type' } } },
      { doc: { _id: 'odd' } },
    ];
    const rows = [...more, { doc: { _id: '0', data: service } }];
    expect(await at({ '/provider/id/p/has_many/services': () => json({ rows }) })).toMatchObject({
      services: [{ id: '0', flavors: [{ name: 'f' }] }],
    });
    const wrong = [{ doc: { _id: '0', data: { name: 'no service_type' } } }];
    await expect(at({ '/provider/id/p/has_many/services': () => json({ rows: wrong }) })).rejects.toMatchObject({
      ...{ name: 'CmdbError', message: expect.stringContaining('service_type') },
    });
  });

  it('shows no images to a customer without a tenant', async () => {
    const none = { '/service/id/0/has_many/tenants': () => rows({ iam_organisation: 'others' }) };
    expect(await at(none)).toMatchObject({ services: [{ images: [], flavors: [] }] });
  });

  it('says which thing it does not know', async () => {
    const gone = { '/provider/id/p': () => json({}, 404) };
    await expect(at(gone)).rejects.toMatchObject({
      ...{ name: 'CmdbError', message: 'the CMDB knows no provider p', cause: { name: 'CmdbError' } },
    });
  });
});
