import { describe, expect, it } from 'vitest';
import type { Federation, Ranked } from '../../../../src/domain/providers/federation.ts';
import { rankFederation } from '../../../../src/domain/providers/ranking/rank-federation.ts';
import {
  CmdbError,
  CprError,
  MonitoringError,
  SlamError,
  UnavailableError,
} from '../../../../src/foundation/errors.ts';
import { asking, policy } from '../asking.ts';

const agreement = (provider: string, ...services: readonly string[]) => ({
  id: `sla-${provider}`,
  provider,
  services: services.map((id) => ({ id })),
  document: { id: `sla-${provider}`, services: services.map((service_id) => ({ service_id })) },
});
const priority = ['a1', 'a2', 'b1'].map((serviceId) => ({ serviceId, slaId: 's', weight: 1 }));

/** Provider a with two services and b with one; CPR likes the last best. */
const federation = (more: Partial<Federation> = {}): Federation => ({
  slam: {
    agreements: async () => ({
      agreements: [agreement('a', 'a1', 'a2'), agreement('b', 'b1')],
      preferences: [{ serviceType: 'compute', priority }],
    }),
  },
  cmdb: {
    describe: async (id, services) => ({
      id,
      name: `Provider ${id}`,
      services: services.map((service) => ({ id: service, name: `Provider ${id}` })),
    }),
  },
  monitoring: { measure: async (provider) => ({ provider, services: [] }) },
  cpr: {
    rank: async ({ agreements }) =>
      agreements
        .flatMap(({ services }) => services)
        .map(({ id }, index): Ranked => ({ serviceId: id, rank: 3 - index, ranked: true, score: index, slaWeight: 1 })),
  },
  ...more,
});

const rank = (
  more: Partial<Federation> = {},
  asked: Parameters<typeof asking>[0] = {},
  customer: string | undefined = 'group',
) => rankFederation(federation(more), customer, asking(asked));
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
const failing = (error: Error) => async (): Promise<never> => {
  throw error;
};

describe('rankFederation', () => {
  it('has the services in the order of CPR, with its scores', async () => {
    const { candidates, dropped, notes } = await rank();
    expect(candidates.map(({ id, score }) => [id, score])).toEqual([
      ['b1', 'rank 1, score 2, SLA weight 1'],
      ['a2', 'rank 2, score 1, SLA weight 1'],
      ['a1', 'rank 3, score 0, SLA weight 1'],
    ]);
    expect([dropped, notes]).toEqual([[], []]);
  });

  it('tells monitoring and CPR of what is left only', async () => {
    const measured: string[] = [];
    const asked: unknown[] = [];
    const { candidates } = await rank(
      {
        monitoring: { measure: async (provider) => ({ provider: `${measured.push(provider)}`, services: [] }) },
        cpr: {
          rank: async (question) => {
            asked.push(
              question.agreements.map(({ id, services }) => [id, ids(services)]),
              question.preferences,
            );
            return [{ serviceId: 'b1', rank: 1, ranked: true }];
          },
        },
      },
      { policies: [policy({ sla_id: 'sla-b' })] },
    );
    expect(ids(candidates)).toEqual(['b1']);
    expect(measured).toEqual(['b']);
    expect(asked).toEqual([[['sla-b', ['b1']]], [{ serviceType: 'compute', priority: [priority[2]] }]]);
  });

  it('tells CPR which service a measured one is a part of', async () => {
    const seen: unknown[] = [];
    await rank({
      cmdb: {
        describe: async (id, services) => ({
          id,
          name: id,
          services: services.map((service) => ({ id: service, name: id, parentId: `above-${service}` })),
        }),
      },
      monitoring: {
        measure: async (provider) => ({ provider, services: [{ id: 'a1', type: 'compute', metrics: [] }] }),
      },
      cpr: {
        rank: async ({ measurements }) => {
          seen.push(measurements[0]?.services[0]?.parentId);
          return [];
        },
      },
    });
    expect(seen).toEqual(['above-a1']);
  });

  it('drops what CPR does not rank, ranks without mention of a reason, or leaves out', async () => {
    const ranked: Ranked[] = [
      { serviceId: 'a1', rank: -1, ranked: false, reason: 'no SLA target' },
      { serviceId: 'a2', rank: -1, ranked: false },
      { serviceId: 'unheard-of', rank: 1, ranked: true },
    ];
    const { candidates, dropped } = await rank({ cpr: { rank: async () => ranked } });
    expect(candidates).toEqual([]);
    expect(dropped.map(({ id, reason }) => [id, reason])).toEqual([
      ['a1', 'CPR did not rank it: no SLA target'],
      ['a2', 'CPR did not rank it'],
      ['b1', 'CPR did not mention it in its answer'],
    ]);
  });

  it('tries a service once that the registry lists twice, or two providers have', async () => {
    const describe: Federation['cmdb']['describe'] = async (id, services) => ({
      ...{ id, name: `Provider ${id}` },
      services: [...services, ...services, 'a1'].map((service) => ({ id: service, name: `Provider ${id}` })),
    });
    const { candidates } = await rank({ cmdb: { describe } });
    expect(ids(candidates)).toEqual(['b1', 'a2', 'a1']);
    expect(candidates.find(({ id }) => id === 'a1')?.name).toBe('Provider a');
  });

  it('takes the best place of a service that CPR ranks under several agreements', async () => {
    const places = [
      { serviceId: 'a1', rank: 1, ranked: true },
      { serviceId: 'a2', rank: 2, ranked: true },
      { serviceId: 'b1', rank: 3, ranked: true },
      { serviceId: 'a1', rank: -1, ranked: false, reason: 'no target' },
      { serviceId: 'a1', rank: 4, ranked: true },
    ];
    for (const ranked of [places, places.toReversed()]) {
      const { candidates, dropped } = await rank({ cpr: { rank: async () => ranked } });
      expect([candidates.map(({ id, score }) => [id, score]), dropped]).toEqual([
        [
          ['a1', 'rank 1'],
          ['a2', 'rank 2'],
          ['b1', 'rank 3'],
        ],
        [],
      ]);
    }
  });

  it('drops the provider that the CMDB cannot describe, and the service that it does not know', async () => {
    const one = { id: 'a', name: 'A', services: [{ id: 'a1', name: 'A' }] };
    const describeOne: Federation['cmdb']['describe'] = async (id) => {
      if (id === 'a') return one;
      throw new CmdbError('the CMDB knows no provider b');
    };
    const { candidates, dropped } = await rank({ cmdb: { describe: describeOne } });
    expect(ids(candidates)).toEqual(['a1']);
    expect(dropped).toEqual([
      { id: 'a2', name: 'A', reason: 'SLAM names this service, but the CMDB does not know it' },
      { id: 'b', name: 'b', reason: 'the CMDB knows no provider b' },
    ]);
  });

  it.each([
    ['cannot be reached', new UnavailableError('monitoring is not available: 503')],
    ['answers what cannot be used', new MonitoringError('monitoring: not JSON')],
  ])('goes on without measurements when monitoring %s, and says so', async (_, error) => {
    const { candidates, notes } = await rank({ monitoring: { measure: failing(error) } });
    expect(ids(candidates)).toEqual(['b1', 'a2', 'a1']);
    expect(notes).toEqual(['a', 'b'].map((id) => `provider ${id} is ranked without measurements: ${error.message}`));
  });

  it.each<[string, Partial<Federation>, Error]>([
    ['SLAM', { slam: { agreements: failing(new SlamError('s')) } }, new SlamError('s')],
    ['CPR', { cpr: { rank: failing(new CprError('c')) } }, new CprError('c')],
    ['the CMDB', { cmdb: { describe: failing(new UnavailableError('u')) } }, new UnavailableError('u')],
  ])('fails when %s does', async (_, more, error) => {
    await expect(rank(more)).rejects.toThrow(error);
  });

  it('says so when there is no customer, or no agreement for it', async () => {
    expect(await rankFederation(federation(), undefined, asking())).toEqual({
      candidates: [],
      dropped: [],
      notes: ['SLAM needs a group or an organisation, and the request names neither'],
    });
    const { candidates, notes } = await rank({
      slam: { agreements: async () => ({ agreements: [], preferences: [] }) },
    });
    expect([candidates, notes]).toEqual([[], ['SLAM has no agreement for customer group']]);
  });

  it('does not go on when monitoring fails for a reason of our own', async () => {
    const own = new TypeError('a mistake of the code');
    await expect(rank({ monitoring: { measure: failing(own) } })).rejects.toBe(own);
  });

  it('says of the place of a service only what CPR says', async () => {
    const cpr = { rank: async () => ['a1', 'a2', 'b1'].map((serviceId) => ({ serviceId, rank: 1, ranked: true })) };
    expect((await rank({ cpr })).candidates.map(({ score }) => score)).toEqual(['rank 1', 'rank 1', 'rank 1']);
  });

  it.each([
    ['sla-1', ['a1']],
    ['sla-2', ['a2', 'a1']],
  ])('offers under the agreement %s the services that it names', async (sla, services) => {
    const agreements = [
      { ...agreement('a', 'a1'), id: 'sla-1' },
      { ...agreement('a', 'a1', 'a2'), id: 'sla-2' },
    ];
    const slam = { agreements: async () => ({ agreements, preferences: [] }) };
    const { candidates } = await rank({ slam }, { policies: [policy({ sla_id: sla })] });
    expect(new Set(ids(candidates))).toEqual(new Set(services));
  });

  it('asks CPR nothing when nothing is left to rank', async () => {
    const cpr = { rank: failing(new Error('nobody should ask')) };
    expect((await rank({ cpr }, { policies: [policy({ sla_id: 'another' })] })).dropped).toHaveLength(3);
  });
});

describe('rankFederation for an update', () => {
  const nobody = failing(new Error('nobody should ask'));
  const here = (only: string, more: Partial<Federation> = {}, asked: Parameters<typeof asking>[0] = {}) =>
    rankFederation(federation({ monitoring: { measure: nobody }, cpr: { rank: nobody }, ...more }), 'group', {
      ...asking(asked),
      only,
    });

  it('asks neither monitoring nor CPR, since the deployment stays where it is', async () => {
    const { candidates, dropped, notes } = await here('a2');
    expect(candidates).toMatchObject([{ id: 'a2', score: 'the deployment is there' }]);
    expect([dropped, notes]).toEqual([[], []]);
  });

  it('asks the CMDB about this service only', async () => {
    const asked: unknown[] = [];
    const cmdb: Federation['cmdb'] = {
      describe: async (id, services) => {
        asked.push([id, services]);
        return { id, name: id, services: services.map((service) => ({ id: service, name: id })) };
      },
    };
    await here('a2', { cmdb });
    expect(asked).toEqual([['a', ['a2']]]);
  });

  it('says why the service can no longer be used', async () => {
    expect(await here('gone')).toEqual({
      ...{ candidates: [], dropped: [] },
      notes: ['SLAM has no agreement for customer group that names service gone'],
    });
    const { dropped } = await here('a1', {}, { policies: [policy({ sla_id: 'sla-b' })] });
    expect(dropped).toEqual([{ id: 'a1', name: 'Provider a', reason: 'it is not offered under SLA sla-b' }]);
  });
});
