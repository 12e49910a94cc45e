/** What is read from, and written to, each service of a federation (docs/contract/federation.md). */

import { describe, expect, it } from 'vitest';
import { isFederated } from '../../../src/adapters/federation/addresses.ts';
import { statusOf } from '../../../src/adapters/federation/client.ts';
import { cmdb } from '../../../src/adapters/federation/cmdb.ts';
import { cpr } from '../../../src/adapters/federation/cpr.ts';
import { monitoring } from '../../../src/adapters/federation/monitoring.ts';
import { slam } from '../../../src/adapters/federation/slam.ts';

const url = 'https://partner.example/base';

/** A partner that answers this, and what it was sent. */
const partner = (answer: unknown) => {
  const seen: { readonly method: string; readonly path: string; readonly body: unknown; readonly headers: Headers }[] =
    [];
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const body: unknown = init?.body === undefined ? undefined : JSON.parse(String(init.body));
    const path = String(address).slice(url.length);
    seen.push({ method: String(init?.method), path, body, headers: new Headers(init?.headers) });
    return Response.json(answer);
  };
  return { options: { url, fetch }, seen };
};

describe('the status of an error', () => {
  it('is that of the answer that caused it', async () => {
    const fetch = async () => Response.json({}, { status: 409 });
    const error = await slam({ url, fetch })
      .agreements('g')
      .catch((caught: unknown) => caught);
    expect([statusOf(error), error]).toMatchObject([409, { name: 'SlamError', cause: { name: 'RestError' } }]);
  });

  it.each([undefined, 'a text', new TypeError('ours'), new Error('ours', { cause: { status: 404 } })])(
    'is none where no answer caused it: %s',
    (error) => {
      expect(statusOf(error)).toBeUndefined();
    },
  );
});

describe('the ranker', () => {
  const preferences = [{ serviceType: 'compute', priority: [{ slaId: 'sla', serviceId: 's1', weight: 0.5 }] }];
  const document = { id: 'sla', provider: 'p', services: [{ service_id: 's1', targets: [1] }, { service_id: 's2' }] };
  const agreements = [{ id: 'sla', provider: 'p', services: [{ id: 's1' }], document }];
  const measurements = [
    {
      provider: 'p',
      services: [
        { id: 's1', parentId: 'parent', type: 'compute', metrics: [{ metricName: 'm' }] },
        { id: 's2', type: 'compute', metrics: [] },
      ],
    },
  ];

  it('is asked with preferences, agreements without the services that were dropped, and measurements', async () => {
    const { options, seen } = partner([]);
    expect(await cpr(options).rank({ preferences, agreements, measurements })).toEqual([]);
    expect(seen).toMatchObject([{ method: 'POST', path: '/rank' }]);
    expect(seen[0]?.headers.get('content-type')).toBe('application/json');
    expect(seen[0]?.headers.get('accept')).toBe('application/json');
    expect(seen[0]?.body).toEqual({
      preferences: [{ service_type: 'compute', priority: [{ sla_id: 'sla', service_id: 's1', weight: 0.5 }] }],
      sla: [{ id: 'sla', provider: 'p', services: [{ service_id: 's1', targets: [1] }] }],
      monitoring: [
        {
          provider: 'p',
          services: [
            { service_id: 's1', service_parent_id: 'parent', type: 'compute', metrics: [{ metricName: 'm' }] },
            { service_id: 's2', type: 'compute', metrics: [] },
          ],
        },
      ],
    });
  });

  it('answers ranks, with scores and reasons where it gives them', async () => {
    const { options } = partner([
      { service_id: 's1', rank: '1', ranked: true, total_score: 0.5, sla_weight: 2, error_reason: null },
      { service_id: 's2', rank: 2, ranked: false, error_reason: 'no metrics' },
    ]);
    expect(await cpr(options).rank({ preferences: [], agreements: [], measurements: [] })).toEqual([
      { serviceId: 's1', rank: 1, ranked: true, score: 0.5, slaWeight: 2, reason: undefined },
      { serviceId: 's2', rank: 2, ranked: false, score: undefined, slaWeight: undefined, reason: 'no metrics' },
    ]);
  });
});

describe('SLAM', () => {
  it('answers agreements, each with all that the ranker may need, and preferences', async () => {
    const sla = { id: 'sla', provider: 'p', more: 1, services: [{ service_id: 's1', type: 'x' }] };
    const priority = [{ sla_id: 'sla', service_id: 's1', weight: '0.5' }];
    const { options } = partner({
      sla: [sla],
      preferences: [{ preferences: [{ service_type: 'compute', priority }] }],
    });
    expect(await slam(options).agreements('group')).toEqual({
      agreements: [{ id: 'sla', provider: 'p', services: [{ id: 's1' }], document: sla }],
      preferences: [{ serviceType: 'compute', priority: [{ slaId: 'sla', serviceId: 's1', weight: 0.5 }] }],
    });
  });

  it('may write an empty list as null, or leave it out', async () => {
    const sla = { id: 'new', provider: 'p' };
    const preferences = [{ preferences: null }, { preferences: [{ service_type: 'compute', priority: null }] }];
    const asked = async (answer: object) => slam(partner(answer).options).agreements('g');
    expect(await asked({ preferences: null, sla: null })).toEqual({ agreements: [], preferences: [] });
    expect(await asked({ preferences, sla: [sla, { ...sla, services: null }] })).toMatchObject({
      agreements: [
        { id: 'new', services: [] },
        { id: 'new', services: [] },
      ],
      preferences: [{ serviceType: 'compute', priority: [] }],
    });
  });

  it('is not asked again with a fresh token when it refuses for another reason', async () => {
    const asked: boolean[] = [];
    const token = async ({ fresh } = { fresh: false }) => {
      asked.push(fresh);
      return fresh ? 'new' : 'old';
    };
    const fetch = async () => Response.json({}, { status: 403 });
    await expect(slam({ url, fetch }).agreements('g', token)).rejects.toMatchObject({ name: 'SlamError' });
    expect(asked).toHaveLength(1);
  });
});

describe('the monitoring', () => {
  const measured = (groups: unknown) => monitoring(partner({ result: { groups } }).options).measure('a b');

  it('is asked for the group of the provider', async () => {
    const { options, seen } = partner({ result: { groups: [] } });
    await monitoring(options).measure('a b');
    expect(seen[0]?.path).toMatch(/\/groups\/a%20b$/);
  });

  it('answers the metrics of each service, which is one of computing where nothing else is said', async () => {
    const paasMachines = [
      { machineName: 's1', serviceCategory: 'storage', services: [{ paasMetrics: [{ a: 1 }] }, { paasMetrics: [2] }] },
      { machineName: 's2', serviceCategory: null, services: [{ paasMetrics: null }, {}] },
      { machineName: 's3' },
    ];
    expect(await measured([{ paasMachines }, { paasMachines: [{ machineName: 'of another group' }] }])).toEqual({
      provider: 'a b',
      services: [
        { id: 's1', type: 'storage', metrics: [{ a: 1 }, 2] },
        { id: 's2', type: 'compute', metrics: [] },
        { id: 's3', type: 'compute', metrics: [] },
      ],
    });
  });

  it.each([[[]], [[{}]], [[{ paasMachines: null }]]])('answers no service of %j', async (groups) => {
    expect(await measured(groups)).toEqual({ provider: 'a b', services: [] });
  });
});

describe('the CMDB', () => {
  const tenant = {
    iam_organisation: 'group',
    public_network_name: 'pub',
    private_network_name: '',
    private_network_cidr: null,
    private_network_proxy_host: 'proxy',
  };
  const described = (service: object) => {
    const fetch: typeof globalThis.fetch = async (address) => {
      const { pathname } = new URL(String(address));
      const rows = (data: object) => Response.json({ rows: [{ doc: { _id: '0', data } }] });
      if (pathname.endsWith('/provider/id/p')) return Response.json({ _id: 'p', data: { name: null } });
      if (pathname.endsWith('/has_many/services')) return rows(service);
      if (pathname.endsWith('/has_many/tenants')) return rows(tenant);
      return Response.json({ rows: [] });
    };
    return cmdb({ url, fetch }).describe('p', ['0'], 'group');
  };

  it('tells issuers, networks and volumes of a service, and the id of a provider without a name', async () => {
    const service = {
      ...{ service_type: 'com.amazonaws.ec2', iam_enabled: true, public_ip_assignable: 'true', region: '' },
      supported_idps: [{ name: 'x', issuer: 'https://iam.example' }],
      volume_types: [{ name: 'ceph', qos: null }],
    };
    expect(await described(service)).toMatchObject({
      name: 'p',
      services: [
        {
          ...{ imageScheme: 'aws', ownCredentials: true, publicAddresses: true, issuers: ['https://iam.example'] },
          ...{ volumeTypes: [{ name: 'ceph' }], networks: { public: 'pub', proxyHost: 'proxy' } },
        },
      ],
    });
    const [one] = (await described(service)).services;
    expect([one?.region, one?.host, one?.networks?.private, one?.networks?.privateCidr]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it.each([
    ['a kind that makes no machines', { service_type: 'eu.indigo-datacloud.marathon' }],
    ['a service for storage', { service_type: 'org.openstack.nova', type: 'storage' }],
  ])('says that %s is not supported', async (_, service) => {
    expect(await described(service)).toMatchObject({ services: [{ unsupported: service.service_type }] });
  });

  it('tells no issuers of a service that takes no tokens', async () => {
    const service = {
      service_type: 'org.openstack.nova',
      supported_idps: [{ name: 'x', issuer: 'https://iam.example' }],
    };
    expect((await described(service)).services[0]?.issuers).toBeUndefined();
  });
});

describe('an installation', () => {
  const all = { slam_url: 'https://s', cmdb_url: 'https://c', cpr_url: 'https://r' };

  it('ranks by its federation where it has the addresses of all three services', () => {
    expect(isFederated(all)).toBe(true);
    for (const missing of Object.keys(all)) expect(isFederated({ ...all, [missing]: '' })).toBe(false);
    expect(isFederated({})).toBe(false);
  });
});
