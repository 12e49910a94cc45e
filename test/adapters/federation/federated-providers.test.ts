import { describe, expect, it } from 'vitest';
import type { CmdbService } from '../../../src/adapters/federation/cmdb-services.ts';
import { federatedProviders, federationAt } from '../../../src/adapters/federation/providers.ts';
import { providersSchema } from '../../../src/adapters/providers/configured.ts';
import type { Token } from '../../../src/domain/credentials/ports.ts';
import type { Federation } from '../../../src/domain/providers/federation.ts';
import { CmdbError, NotFoundError, UnavailableError } from '../../../src/foundation/errors.ts';
import { conform } from '../../../src/foundation/shape/examine.ts';
import { asking, issuer } from '../../domain/providers/asking.ts';

const configured = conform(providersSchema, [
  { id: 'ours', name: 'Ours', priority: 1, credentials: { type: 'OpenStack' } },
  { id: 'ours-too', name: 'Ours too', priority: 2, credentials: { type: 'EC2' } },
]);

/** SLAM that knows nobody, and what it was asked. */
const federation = () => {
  const asked: unknown[] = [];
  const slam: Federation['slam'] = {
    agreements: async (customer, token) => {
      asked.push([customer, await token?.()]);
      return { agreements: [], preferences: [] };
    },
  };
  return { asked, federation: { slam } as unknown as Federation };
};
const token: Token = async () => "the owner's";
const organisation = (of: string) => (of === issuer ? 'our-organisation' : undefined);
const providers = (find?: (id: string) => Promise<CmdbService | undefined>) =>
  federatedProviders(federation().federation, configured, { organisation, token, services: find && { find } });
const service = (data: object): CmdbService =>
  ({
    id: 's',
    name: 'Cloud S',
    tenants: [],
    data: { service_type: 'org.openstack.nova', ...data },
  }) as unknown as CmdbService;

describe('a provider of a federation', () => {
  it.each(['ours', 'ours-too'])('is as it is configured, where it is: %s', async (id) => {
    const unasked = providers(() => Promise.reject(new Error('the CMDB was asked')));
    expect(await unasked.get(id)).toMatchObject({ id, priority: expect.any(Number) });
  });

  it('is as the CMDB describes it, where it is not', async () => {
    const data = { endpoint: 'https://me@keystone.example/v3', region: 'north' };
    expect(await providers(async () => service(data)).get('s')).toStrictEqual({
      ...{ id: 's', name: 'Cloud S', priority: 0 },
      facts: { type: 'OPENSTACK', region: 'north', endpoint: 'https://keystone.example/v3' },
    });
    expect((await providers(async () => service({})).get('s')).facts).toStrictEqual({ type: 'OPENSTACK' });
  });

  it.each([new CmdbError('nonsense'), new UnavailableError('away')])(
    'has its id for a name while the CMDB cannot tell: %s',
    async (error) => {
      expect(await providers(() => Promise.reject(error)).get('s')).toStrictEqual({ id: 's', name: 's', priority: 0 });
    },
  );

  it('is not found where nobody knows it', async () => {
    await expect(providers(async () => undefined).get('s')).rejects.toThrow(NotFoundError);
    await expect(providers().get('s')).rejects.toThrow(NotFoundError);
  });

  it('is no place to hide a mistake of ours', async () => {
    await expect(providers(() => Promise.reject(new TypeError('ours'))).get('s')).rejects.toThrow(TypeError);
  });
});

describe('a ranking by a federation', () => {
  const asked = async (request: Parameters<typeof asking>[0]) => {
    const world = federation();
    await federatedProviders(world.federation, configured, { organisation, token }).rank(asking(request));
    return world.asked;
  };

  it("is for the group of the deployment, or the organisation of the issuer, with the owner's token", async () => {
    expect(await asked({ userGroup: 'physics' })).toEqual([['physics', "the owner's"]]);
    expect(await asked({})).toEqual([['our-organisation', "the owner's"]]);
  });

  it('is with the token of the request, where it brings one', async () => {
    expect(await asked({ token: async () => 'of the request' })).toEqual([['our-organisation', 'of the request']]);
  });
});

describe('the services of a federation', () => {
  const addresses = {
    slam_url: 'https://slam.example',
    cmdb_url: 'https://cmdb.example',
    cpr_url: 'https://cpr.example',
  };
  const hosts = async (more: object) => {
    const seen: string[] = [];
    const fetch: typeof globalThis.fetch = async (address) => {
      seen.push(new URL(String(address)).hostname);
      return new Response('', { status: 500 });
    };
    const { slam, cmdb, cpr, monitoring } = federationAt({ ...addresses, ...more }, { fetch });
    await slam.agreements('g').catch(() => undefined);
    await cmdb.describe('p', [], 'g').catch(() => undefined);
    await cpr.rank({ preferences: [], agreements: [], measurements: [] }).catch(() => undefined);
    await monitoring?.measure('p').catch(() => undefined);
    return { hosts: [...new Set(seen)], isMonitored: monitoring !== undefined };
  };

  it('are each at its address', async () => {
    expect(await hosts({ monitoring_url: 'https://zabbix.example' })).toEqual({
      hosts: ['slam.example', 'cmdb.example', 'cpr.example', 'zabbix.example'],
      isMonitored: true,
    });
  });

  it('may do without monitoring', async () => {
    expect(await hosts({})).toMatchObject({ isMonitored: false });
  });
});
