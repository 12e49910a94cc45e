import { describe, expect, it } from 'vitest';
import type { Offer } from '../../../../src/domain/providers/offer.ts';
import { prefilter } from '../../../../src/domain/providers/ranking/prefilter.ts';
import { asking, compute, issuer, node, policy } from '../asking.ts';

const offer = (more: Partial<Offer> = {}): Offer => ({ id: 'o', name: 'Cloud', priority: 1, ...more });

const network = (kind: string, more: object = {}, ...types: readonly string[]) =>
  node(
    'net',
    types[0] ?? 'tosca.nodes.network.Network',
    { network_type: kind, ...more },
    'tosca.nodes.network.Network',
  );
const placed = (name: string, cloud: string, ...targets: readonly string[]) => ({
  ...policy({ cloud_id: cloud }, 'tosca.policies.indigo.Placement'),
  name,
  targets,
});
const cluster = node('cluster', 'tosca.nodes.indigo.ElasticCluster', {});
const web = compute('web', { distribution: 'ubuntu' }, { num_cpus: 2 });
const ubuntu = { id: 'i', distribution: 'ubuntu' };
const small = { name: 'small', cpus: 2, memory: 1, disk: 1 };

type Case = readonly [
  what: string,
  offer: Partial<Offer>,
  asked: Parameters<typeof asking>[0],
  reason: string | undefined,
];

describe('prefilter', () => {
  it.each<Case>([
    ['keeps an offer that says nothing of itself', {}, { nodes: [web] }, undefined],
    [
      'drops everything for a template of another kind of service',
      {},
      { nodes: [node('job', 'tosca.nodes.indigo.Container.Application.Docker.Chronos', {})] },
      'the template needs a Chronos service (node job), and this service makes only virtual machines',
    ],
    [
      'drops everything for placement by data',
      {},
      { nodes: [node('space', 'tosca.nodes.indigo.OnedataSpace', { smartScheduling: true })] },
      'the template asks for placement where its data is (node space)',
    ],
    [
      'keeps an offer for a space that decides nothing',
      {},
      { nodes: [node('space', 'tosca.nodes.indigo.OnedataSpace', { smartScheduling: false })] },
      undefined,
    ],
    [
      'drops everything for a cluster over several providers',
      {},
      { nodes: [node('front', 'tosca.nodes.indigo.LRMS.FrontEnd.Slurm', { hybrid: true })] },
      'the template asks for a cluster over several providers (hybrid of node front)',
    ],
    ['drops a service that makes no machines', { unsupported: 'marathon' }, {}, 'it is a service of type marathon'],
    ['drops one that is draining', { draining: true }, {}, 'it is draining, and takes no new deployments'],
    ['keeps one that drains no longer', { draining: false }, {}, undefined],
    ['keeps one that is draining for an update of what is there', { draining: true }, { only: 'x' }, undefined],
    ['keeps an offer for the group', { groups: ['a', 'b'] }, { userGroup: 'b' }, undefined],
    ['drops one for another group', { groups: ['a'] }, { userGroup: 'b' }, 'it is for a only, and the group is b'],
    ['drops one for a group when none is named', { groups: ['a'] }, {}, 'it is for a only, and no group is named'],
    ['keeps an offer that takes the tokens', { issuers: [issuer] }, {}, undefined],
    ['drops one that does not', { issuers: ['https://other'] }, {}, `it takes no tokens of ${issuer}`],
    ['drops one that takes none', { issuers: [] }, {}, 'it takes no tokens'],
    ['keeps an offer of the SLA', { slas: ['s'] }, { policies: [policy({ sla_id: 's' })] }, undefined],
    [
      'drops one of another SLA',
      { slas: ['t'] },
      { policies: [policy({ sla_id: 's' })] },
      'it is not offered under SLA s',
    ],
    ['drops one of no SLA', {}, { policies: [policy({ sla_id: 's' })] }, 'it is not offered under SLA s'],
    [
      'drops one of another region',
      { slas: ['s'], region: 'south' },
      { policies: [policy({ sla_id: 's', region: 'north' })] },
      'its region is south, and the template asks for north',
    ],
    [
      'keeps one on AWS of that region',
      { slas: ['s'], batch: { region: 'eu-west-1', queues: [] } },
      { policies: [policy({ sla_id: 's', region: 'eu-west-1' })] },
      undefined,
    ],
    [
      'drops one on AWS of another region',
      { slas: ['s'], stack: { region: 'eu-west-1' } },
      { policies: [policy({ sla_id: 's', region: 'eu-central-1' })] },
      'its region is eu-west-1, and the template asks for eu-central-1',
    ],
    [
      'drops one whose region nobody knows',
      { slas: ['s'] },
      { policies: [policy({ sla_id: 's', region: 'north' })] },
      'its region is (not known)',
    ],
    ['keeps the cloud that is asked for', {}, { policies: [policy({ cloud_id: 'o' })] }, undefined],
    ['drops the others', {}, { policies: [policy({ cloud_id: 'p' })] }, 'the template asks for p, and this is o'],
    [
      'keeps one that is what each of several placement policies asks for',
      { slas: ['s', 't'], region: 'north' },
      { policies: [policy({ sla_id: 's', region: 'north' }), policy({ sla_id: 't' }), policy({ cloud_id: 'o' })] },
      undefined,
    ],
    [
      'keeps one that several policies name for different nodes',
      {},
      { policies: [placed('near', 'o', 'web'), placed('far', 'o', 'db')] },
      undefined,
    ],
    [
      'drops one that is not, and says which policies it fails',
      { slas: ['s'], region: 'north' },
      { policies: [policy({ sla_id: 's' }), policy({ sla_id: 't' }), policy({ cloud_id: 'p', region: 'south' })] },
      'it is not offered under SLA t (policy policy-t); the template asks for p, and this is o (policy policy-p-south); ' +
        'its region is north, and the template asks for south (policy policy-p-south)',
    ],
    [
      'drops all when policies name different providers, and says which policy names which',
      {},
      { policies: [placed('near', 'o', 'web'), placed('far', 'p', 'db', 'cache'), placed('all', 'o')] },
      'the placement policies ask for different providers (near asks for o for web; far asks for p for db, cache; ' +
        'all asks for o), and all nodes of a deployment are made at one provider: name the same provider in each ' +
        'policy, or make several deployments',
    ],
    [
      "keeps one for the user's own credentials when one of several policies asks for it by SLA",
      { ownCredentials: true, slas: ['s'] },
      { policies: [placed('near', 'o', 'web'), policy({ sla_id: 's' })] },
      undefined,
    ],
    [
      "drops one for the user's own credentials that a policy names without an SLA",
      { ownCredentials: true },
      { policies: [placed('near', 'o', 'web')] },
      "it works only with the user's own credentials",
    ],
    [
      "drops one for the user's own credentials",
      { ownCredentials: true },
      {},
      "it works only with the user's own credentials",
    ],
    [
      'keeps it when an SlaPlacement asks for it',
      { ownCredentials: true, slas: ['s'] },
      { policies: [policy({ sla_id: 's' })] },
      undefined,
    ],
    [
      'drops one without public addresses for a cluster',
      { publicAddresses: false },
      { nodes: [cluster] },
      'it has no public',
    ],
    ['keeps it for anything else', { publicAddresses: false }, { nodes: [web] }, undefined],
    [
      'drops one without a private network for a cluster that has one',
      {},
      { nodes: [cluster, network('private')] },
      'it has no private network',
    ],
    ['keeps one without networks for a cluster that names none', {}, { nodes: [cluster] }, undefined],
    [
      'keeps one with a private network for a cluster that has one',
      { networks: { private: 'p' } },
      { nodes: [cluster, network('private')] },
      undefined,
    ],
    [
      'keeps one with a CIDR for a cluster on an isolated network',
      { networks: { privateCidr: '10.0.0.0/24' } },
      { nodes: [cluster, network('isolated')] },
      undefined,
    ],
    [
      'drops one without a CIDR for a cluster on an isolated network',
      { networks: { private: 'p' } },
      { nodes: [cluster, network('isolated')] },
      'it has no CIDR',
    ],
    [
      'drops one without the image',
      { images: [] },
      { nodes: [web] },
      'it has no image with distribution ubuntu (node web)',
    ],
    [
      'drops one without image and flavor, and says both',
      { images: [], flavors: [] },
      { nodes: [web] },
      'it has no image with distribution ubuntu (node web); it has no flavor with 2 CPUs (node web)',
    ],
    ['keeps one with both', { images: [ubuntu], flavors: [small] }, { nodes: [web] }, undefined],
    [
      'drops one without the type of volume',
      { volumeTypes: [{ name: 'slow' }] },
      {
        nodes: [
          node('disk', 'tosca.nodes.indigo.BlockStorage', { type: 'ssd', size: '10 GB' }, 'tosca.nodes.BlockStorage'),
        ],
      },
      'it has no volumes of type ssd (node disk)',
    ],
  ])('%s', (_, more, asked, reason) => {
    const { fitting, dropped } = prefilter([offer(more)], asking(asked));
    expect(fitting.map(({ offer: { id } }) => id)).toEqual(reason === undefined ? ['o'] : []);
    expect(dropped.map((one) => one.reason)).toEqual(reason === undefined ? [] : [expect.stringContaining(reason)]);
  });

  it('does not name the policy where there is only one', () => {
    const { dropped } = prefilter([offer()], asking({ policies: [policy({ cloud_id: 'p' })] }));
    expect(dropped).toEqual([{ id: 'o', name: 'Cloud', reason: 'the template asks for p, and this is o' }]);
  });

  it('gives every reason against an offer, and keeps the order of the others', () => {
    const offers = [offer({ id: 'b' }), offer({ id: 'x', groups: ['g'], issuers: [] }), offer({ id: 'a' })];
    const { fitting, dropped } = prefilter(offers, asking());
    expect(fitting.map(({ offer: { id } }) => id)).toEqual(['b', 'a']);
    expect(dropped).toEqual([
      { id: 'x', name: 'Cloud', reason: `it is for g only, and no group is named; it takes no tokens of ${issuer}` },
    ]);
  });
});

describe('a provider with another kind of deployer', () => {
  it('is judged by what that kind can make, and the others by what theirs can', () => {
    const job = { nodes: [node('job', 'tosca.nodes.indigo.Qcg.Job', {})] };
    const edit = { node: 'job', path: ['properties', 'queue'], value: 'long' };
    const jobs = { unsupported: () => [], fit: () => ({ edits: [edit], lacks: [] }) };
    const machines = { unsupported: () => ['it runs no jobs'], fit: () => ({ edits: [], lacks: [] }) };
    const reach = ({ id }: Offer) => (id === 'jobs' ? jobs : machines);
    const offers = [offer({ id: 'cloud' }), offer({ id: 'jobs' })];
    const { fitting, dropped } = prefilter(offers, asking(job), reach);
    expect(fitting.map(({ offer: { id }, edits }) => [id, edits])).toEqual([['jobs', [edit]]]);
    expect(dropped).toEqual([{ id: 'cloud', name: 'Cloud', reason: 'it runs no jobs' }]);
  });
});

describe('what the template becomes', () => {
  const edits = (more: Partial<Offer>, ...nodes: NonNullable<NonNullable<Parameters<typeof asking>[0]>['nodes']>) =>
    Object.fromEntries(
      (prefilter([offer(more)], asking({ nodes })).fitting[0]?.edits ?? []).map(({ node: name, path, value }) => [
        [name, ...path].join('.'),
        value,
      ]),
    );
  const here = { host: 'cloud.example', imageScheme: 'ost' } as const;

  it('has the image, the user of the image, and the flavor, which decides the disk', () => {
    const images = [{ ...ubuntu, user: 'cloudadm' }];
    expect(edits({ ...here, images, flavors: [small] }, web)).toEqual({
      'web.capabilities.os.properties.image': 'ost://cloud.example/i',
      'web.capabilities.os.properties.credential': { user: 'cloudadm', token: '' },
      'web.capabilities.host.properties.instance_type': 'small',
      'web.capabilities.host.properties.disk_size': undefined,
    });
  });

  it('has addresses of images in the form of the cloud', () => {
    const image = (imageScheme: 'one' | 'aws' | 'azr') =>
      edits({ host: 'h', imageScheme, images: [ubuntu] }, web)['web.capabilities.os.properties.image'];
    expect([image('one'), image('aws'), image('azr')]).toEqual(['one://h/i', 'aws://i', 'azr://i']);
  });

  it('leaves normative machines to the Infrastructure Manager', () => {
    const plain = { ...web, type: 'tosca.nodes.Compute', types: ['tosca.nodes.Compute'] };
    expect(edits({ ...here, images: [ubuntu], flavors: [] }, plain)).toEqual({});
  });

  it("has the customer's networks where the template names none", () => {
    const networks = { public: 'pub', private: 'priv', proxyHost: 'proxy', proxyUser: 'u' };
    expect(edits({ networks }, network('public'))).toEqual({ 'net.properties.network_name': 'pub' });
    expect(edits({ networks }, network('public', { network_name: 'mine' }))).toEqual({});
    expect(edits({ networks }, network('private'))).toEqual({ 'net.properties.network_name': 'priv' });
    expect(edits({ networks }, network('private', {}, 'tosca.nodes.indigo.network.Network'))).toEqual({
      'net.properties.network_name': 'priv',
      'net.properties.proxy_host': 'proxy',
      'net.properties.proxy_credential': { user: 'u', token: '' },
    });
  });

  it('has the name of a type of volume that was asked for by its quality', () => {
    const disk = node('disk', 'tosca.nodes.BlockStorage', { type: 'ssd', size: '10 GB' });
    expect(edits({ volumeTypes: [{ name: 'fast', qos: 'ssd' }] }, disk)).toEqual({ 'disk.properties.type': 'fast' });
  });
});
