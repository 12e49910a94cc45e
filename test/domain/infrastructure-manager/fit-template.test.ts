import { describe, expect, it } from 'vitest';
import { fitTemplate } from '../../../src/domain/infrastructure-manager/fit-template.ts';
import type { Image, Offer } from '../../../src/domain/providers/offer.ts';
import type { Node } from '../../../src/tosca/topology.ts';
import { compute, type Given, type Values, volume } from './requested.ts';

const indigo = { types: ['tosca.nodes.indigo.Compute', 'tosca.nodes.Compute'] };
const image: Image = { id: 'i1', name: 'ubuntu', user: 'cloud-user' };
const flavor = { name: 'small', cpus: 1, memory: 1024, disk: 10 };
const offer = (more: Partial<Offer> = {}): Offer => ({
  id: 'o',
  name: 'Cloud',
  priority: 1,
  host: 'cloud.example',
  imageScheme: 'ost',
  ...more,
});
const fitted = (nodes: readonly Node[], more?: Partial<Offer>) => fitTemplate({ nodes }, offer(more));
const nothing = { edits: [], lacks: [] };

/** A network of the given kind; `indigo` is the type that has properties for a proxy. */
const network = (name: string, properties: Values, { indigo: isIndigo = false } = {}): Node => {
  const types = [...(isIndigo ? ['tosca.nodes.indigo.network.Network'] : []), 'tosca.nodes.network.Network'];
  return { ...compute(name, { types, properties }) };
};

it('says of each policy of scaling why nobody carries it out', () => {
  const policy = (name: string, of: string) => ({ name, type: of, types: [of], targets: ['web'], properties: {} });
  const policies = [policy('busy', 'tosca.policies.Scaling'), policy('near', 'tosca.policies.Placement')];
  expect(fitTemplate({ nodes: [compute('web')], policies }, offer()).notes).toEqual([
    'policy busy (tosca.policies.Scaling) is not carried out: the Infrastructure Manager keeps as many machines as are asked for, so change default_instances of the capability scalable by an update',
  ]);
});

describe('the image and the flavor of a machine', () => {
  const os = ['capabilities', 'os', 'properties'];
  const host = ['capabilities', 'host', 'properties'];
  const machine = (given: Given = {}) => compute('web', { ...indigo, ...given });

  it('are those of the offer, with the user of the image, and in place of a size of its disk', () => {
    expect(fitted([machine()], { images: [image], flavors: [flavor] })).toEqual({
      edits: [
        { node: 'web', path: [...os, 'image'], value: 'ost://cloud.example/i1' },
        { node: 'web', path: [...os, 'credential'], value: { user: 'cloud-user', token: '' } },
        { node: 'web', path: [...host, 'instance_type'], value: 'small' },
        { node: 'web', path: [...host, 'disk_size'] },
      ],
      lacks: [],
      flavors: { web: flavor },
    });
  });

  it('are left to the provider where the offer lists none', () => {
    expect(fitted([machine({ capabilities: { os: { distribution: 'x' }, host: { num_cpus: 99 } } })])).toEqual(nothing);
  });

  it('are not of a machine of the normative type, which has no properties for them', () => {
    expect(fitted([compute('web')], { images: [image], flavors: [flavor] })).toEqual(nothing);
  });

  it('are chosen by what each machine asks for', () => {
    const images = [image, { id: 'i2', distribution: 'debian' }];
    const flavors = [flavor, { ...flavor, name: 'large', cpus: 8 }];
    const asking = machine({ capabilities: { os: { distribution: 'debian' }, host: { num_cpus: 4 } } });
    const values = fitted([asking], { images, flavors }).edits.map(({ value }) => value);
    expect(values).toEqual(['ost://cloud.example/i2', 'large', undefined]);
  });

  it('are lacking, each said once with its node', () => {
    const wanting = (name: string) =>
      compute(name, { ...indigo, capabilities: { os: { distribution: 'x' }, host: { num_cpus: 9 } } });
    expect(fitted([wanting('web'), wanting('db'), wanting('db')], { images: [image], flavors: [flavor] })).toEqual({
      edits: [],
      lacks: [
        'it has no image with distribution x (node web)',
        'it has no flavor with 9 CPUs (node web)',
        'it has no image with distribution x (node db)',
        'it has no flavor with 9 CPUs (node db)',
      ],
    });
  });

  it.each<[Partial<Offer>, string]>([
    [{ imageScheme: 'ost' }, 'ost://cloud.example/i1'],
    [{ imageScheme: 'one' }, 'one://cloud.example/i1'],
    [{ imageScheme: 'aws' }, 'aws://i1'],
    [{ imageScheme: 'azr' }, 'azr://i1'],
    [{ imageScheme: undefined }, 'ost://cloud.example/i1'],
    [{ imageScheme: undefined, host: undefined }, 'ost:///i1'],
  ])('name the host of the cloud only where its addresses do: %j', (cloud, address) => {
    expect(fitted([machine()], { images: [image], ...cloud }).edits[0]?.value).toBe(address);
  });
});

describe('the type of a volume', () => {
  const volumeTypes = [{ name: 'ceph', qos: 'gold' }, { name: 'nfs' }];
  const typed = (type: string | number | undefined) => volume('disk', { ...(type !== undefined && { type }) });

  it.each([
    ['name', 'nfs', 'nfs'],
    ['quality of service', 'gold', 'ceph'],
  ])('is the one of the offer with this %s', (_, asked, value) => {
    expect(fitted([typed(asked)], { volumeTypes })).toEqual({
      edits: [{ node: 'disk', path: ['properties', 'type'], value }],
      lacks: [],
    });
  });

  it('is lacking where the offer has none like it', () => {
    expect(fitted([typed('silver')], { volumeTypes })).toEqual({
      edits: [],
      lacks: ['it has no volumes of type silver (node disk)'],
    });
  });

  it.each([undefined, '', 7])('is left alone where it is no text: %j', (asked) => {
    expect(fitted([typed(asked)], { volumeTypes })).toEqual(nothing);
  });

  it('is left to the provider where the offer lists none', () => {
    expect(fitted([typed('gold')])).toEqual(nothing);
  });

  it('is not looked for in nodes that are no volumes', () => {
    expect(fitted([compute('web', { properties: { type: 'gold' } })], { volumeTypes })).toEqual(nothing);
  });
});

describe("the customer's own networks", () => {
  const networks = { public: 'pub-net', private: 'priv-net' };
  const name = (node: string, value: string) => ({ node, path: ['properties', 'network_name'], value });
  const [pub, priv] = [network('out', { network_type: 'public' }), network('in', { network_type: 'private' })];

  it('are those of the first node of each kind', () => {
    const others = [network('out2', { network_type: 'public' }), network('other', {}), compute('web')];
    expect(fitted([priv, pub, ...others], { networks })).toEqual({
      edits: [name('out', 'pub-net'), name('in', 'priv-net')],
      lacks: [],
    });
  });

  it('are not those of a node that names another', () => {
    const named = network('out', { network_type: 'public', network_name: 'mine' });
    expect(fitted([named, network('out2', { network_type: 'public' })], { networks })).toEqual(nothing);
  });

  it('are left to the provider where the customer has none', () => {
    expect(fitted([pub, priv])).toEqual(nothing);
    expect(fitted([pub, priv], { networks: { private: 'priv-net' } }).edits).toEqual([name('in', 'priv-net')]);
  });

  it('are not taken from nodes that are no networks', () => {
    expect(fitted([compute('web', { properties: { network_type: 'public' } })], { networks })).toEqual(nothing);
  });

  const own = { ...networks, proxyHost: 'proxy.example', proxyUser: 'jump' };
  const proxied = (token: Partial<typeof own>) => [
    { node: 'in', path: ['properties', 'proxy_host'], value: 'proxy.example' },
    { node: 'in', path: ['properties', 'proxy_credential'], value: { user: token.proxyUser ?? '', token: '' } },
  ];

  it.each([own, { ...networks, proxyHost: 'proxy.example' }])('are reached through their proxy', (given) => {
    const node = network('in', { network_type: 'private' }, { indigo: true });
    expect(fitted([node], { networks: given }).edits).toEqual([name('in', 'priv-net'), ...proxied(given)]);
  });

  it.each<[string, Node, Partial<typeof own>]>([
    ['has no property for it', priv, own],
    ['is public', network('out', { network_type: 'public' }, { indigo: true }), own],
    ['has none', network('in', { network_type: 'private' }, { indigo: true }), networks],
  ])('are reached without one where the network %s', (_, node, given) => {
    expect(fitted([node], { networks: given }).edits).toHaveLength(1);
  });
});
