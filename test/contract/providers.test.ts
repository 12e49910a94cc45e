import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FederationServer, startFederation } from '../../local/sandbox/federation/server.ts';
import { Clouds } from '../../local/sandbox/im/clouds.ts';
import { isFederated } from '../../src/adapters/federation/addresses.ts';
import { cmdbServices } from '../../src/adapters/federation/cmdb-services.ts';
import { federatedProviders, federationAt } from '../../src/adapters/federation/providers.ts';
import { configuredProviders, providersSchema } from '../../src/adapters/providers/configured.ts';
import type { Providers, Ranking } from '../../src/domain/providers/ports.ts';
import { NotFoundError } from '../../src/foundation/errors.ts';
import { conform } from '../../src/foundation/shape/examine.ts';
import { asking, compute, issuer, policy } from '../domain/providers/asking.ts';

const image = (distribution: string, version: string) => ({ id: `${distribution}-${version}`, distribution, version });
const flavor = (name: string, cpus: number, memory: number, disk: number) => ({ name, cpus, memory, disk });

/** The sandbox's two clouds and the one far away, as a list. */
const listed = conform(
  providersSchema,
  ['a', 'b'].map((letter, index) => ({
    id: `sandbox-${letter}`,
    name: `Sandbox ${letter.toUpperCase()}`,
    priority: index,
    region: index === 0 ? 'north' : 'south',
    slas: [`SLA_provider-sandbox-${letter}_sandbox`],
    ...(index === 0 && { groups: ['sandbox'] }),
    credentials: { type: 'OpenStack', host: `https://sandbox-${letter}.internal:5000` },
    images: [image('ubuntu', '22.04'), image('ubuntu', '24.04')],
    flavors: [flavor('small', 1, 2048, 20), flavor('medium', 2, 4096, 40), flavor('large', 8, 16_384, 100)],
  })),
);

let server: FederationServer;
beforeAll(async () => {
  server = await startFederation({
    port: 0,
    clouds: new Clouds(undefined).list(),
    issuer: { url: issuer, verify: () => ({}), token: async () => 'token' },
  });
});
afterAll(() => server.stop());

const overHttp = (): Providers => {
  if (!isFederated(server.addresses)) throw new Error('the sandbox has every service');
  const federation = federationAt(server.addresses);
  const services = cmdbServices({ url: server.addresses['cmdb_url'] ?? '', clock: { now: () => new Date() } });
  return federatedProviders(federation, [], { organisation: () => 'sandbox', token: async () => undefined, services });
};

const idsOf = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id);

describe.each([
  ['a configured list', () => configuredProviders(listed)],
  ['a federation', overHttp],
])('providers of %s', (_, make) => {
  const rank = (asked: Parameters<typeof asking>[0] = {}): Promise<Ranking> =>
    make().rank(asking({ userGroup: 'sandbox', token: async () => 'token', ...asked }));

  it('are ranked, best first, each with what put it there', async () => {
    const { candidates, notes } = await rank();
    expect(idsOf(candidates)).toEqual(['sandbox-a', 'sandbox-b']);
    expect(candidates.map(({ name }) => name)).toEqual(['Sandbox A', 'Sandbox B']);
    for (const { score } of candidates) expect(score).toMatch(/rank|priority/);
    expect(notes).toEqual([]);
  });

  it('may be tried or are dropped, and never both', async () => {
    for (const asked of [{}, { nodes: [compute('server', {}, { num_cpus: 99 })] }, { userGroup: 'physics' }]) {
      const { candidates, dropped } = await rank(asked);
      const all = [...idsOf(candidates), ...idsOf(dropped)];
      expect(new Set(all).size).toBe(all.length);
      for (const { reason } of dropped) expect(reason).toMatch(/^\S.{9,}/);
    }
  });

  it('are those of the group', async () => {
    expect(idsOf((await rank({ userGroup: 'physics' })).candidates)).toEqual(['sandbox-b']);
  });

  it('come with what the template becomes at each of them', async () => {
    const server = compute('server', { distribution: 'ubuntu', version: '24.04' }, { num_cpus: 2, disk_size: '30 GB' });
    const { candidates } = await rank({ nodes: [server] });
    const changes = candidates.map(({ edits }) =>
      edits.filter(({ path }) => ['image', 'instance_type', 'disk_size'].includes(path.at(-1) ?? '')),
    );
    expect(changes.map((edits) => edits.map(({ path, value }) => [path.at(-1), value]))).toEqual(
      ['a', 'b'].map((letter) => [
        ['image', `ost://sandbox-${letter}.internal/ubuntu-24.04`],
        ['instance_type', 'medium'],
        ['disk_size', undefined],
      ]),
    );
  });

  it('follow a placement policy', async () => {
    const sla = await rank({ policies: [policy({ sla_id: 'SLA_provider-sandbox-b_sandbox' })] });
    expect(idsOf(sla.candidates)).toEqual(['sandbox-b']);
    const region = await rank({ policies: [policy({ sla_id: 'SLA_provider-sandbox-b_sandbox', region: 'north' })] });
    expect(idsOf(region.candidates)).toEqual([]);
    const cloud = await rank({ policies: [policy({ cloud_id: 'sandbox-a' }, 'tosca.policies.indigo.Placement')] });
    expect(idsOf(cloud.candidates)).toEqual(['sandbox-a']);
  });

  it('say each why not, when none will do', async () => {
    const { candidates, dropped } = await rank({ nodes: [compute('server', { distribution: 'plan9' })] });
    expect(candidates).toEqual([]);
    for (const id of ['sandbox-a', 'sandbox-b']) {
      expect(dropped.find((one) => one.id === id)?.reason).toBe(
        'it has no image with distribution plan9 (node server)',
      );
    }
  });

  it('are found by id, or are not', async () => {
    expect(await make().get('sandbox-b')).toMatchObject({ id: 'sandbox-b', name: 'Sandbox B' });
    await expect(make().get('nowhere')).rejects.toThrow(NotFoundError);
  });
});
