import { describe, expect, it } from 'vitest';
import { hostOf, isAttachment, kindOf } from '../../../src/domain/changes/kinds.ts';
import { requestedNodes } from '../../../src/domain/changes/requested.ts';
import type { Node, Policy, Requirement } from '../../../src/tosca/topology.ts';
import {
  attached,
  compute,
  container,
  network,
  port,
  runtime,
  software,
  volume,
} from '../infrastructure-manager/requested.ts';

const asked = (nodes: readonly Node[], policies: readonly Policy[] = []) => requestedNodes({ nodes, policies });

const faas = 'tosca.nodes.aisprint.FaaS.Function';
const faasNode = (requirements: readonly Requirement[] = []): Node => ({
  ...compute('f', { type: faas, requirements }),
  types: [faas, 'tosca.nodes.SoftwareComponent', 'tosca.nodes.Root'],
});

const placement = (name: string, targets: readonly string[], types = ['tosca.policies.Placement']): Policy => ({
  ...{ name, targets, types, type: types[0] ?? '' },
  properties: { zone: name },
});

describe('the kind of a node', () => {
  it.each([
    [compute('n'), 'compute'],
    [container('n', 'docker'), 'container'],
    [runtime('n', {}), 'runtime'],
    [port('n', 'web', 'net'), 'port'],
    [network('n'), 'network'],
    [volume('n', {}), 'volume'],
    [{ ...volume('n', {}), types: ['tosca.nodes.Storage.BlockStorage', 'tosca.nodes.Root'] }, 'volume'],
    [software('n', 'web'), 'software'],
    [faasNode(), 'container'],
  ] as const)('%#: $type', (node, kind) => {
    expect(kindOf(node, new Map())).toBe(kind);
  });

  it('of a function with a machine of the template is software', () => {
    const nodes = [faasNode([{ name: 'host', node: 'web' }]), compute('web')];
    expect(asked(nodes)['f']?.kind).toBe('software');
  });
});

describe('the host of a node', () => {
  const host = (...nodes: readonly Node[]) => {
    const [node] = nodes;
    return node && hostOf(node, new Map(nodes.map((one) => [one.name, one])));
  };

  it('is found through any number of nodes in between', () => {
    expect(host(software('app', 'server'), software('server', 'web'), compute('web'))).toEqual(['web']);
  });

  it('is none for a machine itself, or where the way ends', () => {
    expect(host(compute('web'))).toEqual([]);
    expect(host(software('app', 'unknown'))).toEqual([]);
    expect(host(software('app', 'server'), { ...software('server', 'x'), requirements: [] })).toEqual([]);
  });

  it('is none in a circle', () => {
    expect(host(software('a', 'b'), software('b', 'a'))).toEqual([]);
  });

  it('is what a requirement names host, or whose relationship is HostedOn, and nothing else', () => {
    const app = (requirement: Requirement) => ({ ...software('app', 'web'), requirements: [requirement] });
    const of = (requirement: Requirement) => host(app(requirement), compute('web'));
    expect(of({ name: 'host', node: 'web' })).toEqual(['web']);
    expect(of({ name: 'runs_on', node: 'web', relationship: 'tosca.relationships.HostedOn' })).toEqual(['web']);
    expect(of({ name: 'runs_on', node: 'web', relationship: 'tosca.relationships.DependsOn' })).toEqual([]);
    expect(of({ name: 'runs_on', node: 'web' })).toEqual([]);
  });
});

describe('an attachment', () => {
  it.each([
    [{ name: 'local_storage' }, true],
    [{ name: 'disk', relationship: 'my.AttachesTo' }, true],
    [{ name: 'disk', relationship: 'tosca.relationships.DependsOn' }, false],
    [{ name: 'disk' }, false],
  ])('%j: %s', (requirement, is) => {
    expect(isAttachment(requirement)).toBe(is);
  });
});

describe('requestedNodes', () => {
  it('has every value by its path, as an author writes it', () => {
    const web = compute('web', {
      count: 2,
      properties: { tags: { a: 'b' } },
      capabilities: { host: { num_cpus: 2 }, endpoint: { port: 80 }, scalable: { count: 2 } },
      requirements: [
        { name: 'dependency', node: 'db' },
        { name: 'dependency', node: 'cache', relationship: 'r', properties: { p: 1 }, interfaces: { i: {} } },
        attached('disk', '/data'),
      ],
      interfaces: { Standard: { configure: 'run.sh' } },
      artifacts: { role: { file: 'x' } },
    });
    expect(asked([web])['web']).toStrictEqual({
      ...{ type: 'tosca.nodes.Compute', kind: 'compute', count: 2, machines: ['web'], endpoints: ['endpoint'] },
      values: {
        'properties.tags': { a: 'b' },
        'capabilities.host.properties.num_cpus': 2,
        'capabilities.endpoint.properties.port': 80,
        'requirements.dependency': [
          { node: 'db' },
          { node: 'cache', relationship: 'r', properties: { p: 1 }, interfaces: { i: {} } },
        ],
        attachments: [
          { node: 'disk', relationship: 'tosca.relationships.AttachesTo', properties: { location: '/data' } },
        ],
        'interfaces.Standard': { configure: 'run.sh' },
        'artifacts.role': { file: 'x' },
      },
    });
  });

  it('takes nothing from a requirement that the provider fulfils', () => {
    const web = compute('web', { requirements: [{ name: 'network' }] });
    expect(asked([web])['web']?.values).toStrictEqual({ 'requirements.network': [{}] });
  });

  it.each([[null], ['text'], [['a']]])('takes nothing from interfaces that are %j', (interfaces) => {
    expect(asked([compute('web', { interfaces })])['web']?.values).toEqual({});
  });

  it('says which machines a node is a part of', () => {
    const nodes = [
      compute('web', { requirements: [attached('disk', '/data')] }),
      compute('db'),
      software('app', 'web'),
      network('net'),
      port('web_port', 'web', 'net'),
      port('db_port', 'db', 'net'),
      compute('cache'),
      port('other_port', 'cache', 'other'),
      volume('disk', {}),
      volume('spare', {}),
      runtime('docker', {}),
      container('shop', 'docker'),
    ];
    const machines = Object.entries(asked(nodes)).map(([name, node]) => [name, node.machines]);
    expect(Object.fromEntries(machines)).toEqual({
      web: ['web'],
      db: ['db'],
      app: ['web'],
      net: ['web', 'db'],
      web_port: ['web'],
      db_port: ['db'],
      cache: ['cache'],
      other_port: ['cache'],
      disk: ['web'],
      spare: [],
      docker: ['shop'],
      shop: ['shop'],
    });
  });

  it('counts only machines, and each once', () => {
    const nodes = [
      compute('web', { requirements: [attached('disk', '/a'), attached('disk', '/b')] }),
      software('app', 'web', { requirements: [{ name: 'dependency', node: 'disk' }] }),
      volume('disk', {}),
      network('net'),
      port('one', 'web', 'net'),
      port('two', 'web', 'net'),
    ];
    expect([asked(nodes)['disk']?.machines, asked(nodes)['net']?.machines]).toEqual([['web'], ['web']]);
  });

  describe('of a placement policy', () => {
    const nodes = [compute('web'), compute('db'), software('app', 'web')];
    const values = (policy: Policy) => {
      const all = asked(nodes, [policy]);
      return ['web', 'db', 'app'].filter((name) => Object.hasOwn(all[name]?.values ?? {}, 'policies.p.zone'));
    };

    it.each([
      ['those that it names', ['web'], ['web']],
      ['all without a target', [], ['web', 'db']],
      ['all where its target is a group', ['a group'], ['web', 'db']],
      ['only those that it names beside a group', ['a group', 'db'], ['db']],
    ])('has the values for %s, if they are machines', (_, targets, expected) => {
      expect(values(placement('p', targets))).toEqual(expected);
    });

    it('has no values for a policy of another kind', () => {
      expect(values(placement('p', [], ['tosca.policies.Scaling']))).toEqual([]);
    });
  });

  describe('of a policy of scaling', () => {
    const scaled = (policies: readonly Policy[]) => {
      const app = { ...compute('app'), types: ['tosca.nodes.Container.Application', 'tosca.nodes.Root'] };
      const bounds = { types: [], properties: { min_instances: 1, max_instances: 4, default_instances: 2 } };
      const all = asked([{ ...app, capabilities: { scalable: bounds } }, compute('web')], policies);
      return ['app', 'web'].map((name) =>
        Object.fromEntries(Object.entries(all[name]?.values ?? {}).filter(([path]) => path.startsWith('scaling.'))),
      );
    };
    const busy = { ...placement('busy', [], ['tosca.policies.Scaling']), properties: { target: 50 } };

    it('has the values for containers, with the bounds, so that a change of them is one', () => {
      const [app, web] = scaled([busy]);
      expect(app).toEqual({
        ...{ 'scaling.busy.type': busy.type, 'scaling.busy.target': 50 },
        ...{ 'scaling.scalable.app.min_instances': 1, 'scaling.scalable.app.max_instances': 4 },
      });
      expect(web).toEqual({});
    });

    it('has the bounds of both where a policy has the name of its node', () => {
      const [app] = scaled([{ ...busy, name: 'app', properties: { min_instances: 3 } }]);
      expect(app).toMatchObject({ 'scaling.app.min_instances': 3, 'scaling.scalable.app.min_instances': 1 });
    });

    it('is about no container where its groups have no nodes', () => {
      expect(scaled([{ ...busy, targets: ['empty'], nodes: [] }])).toEqual([{}, {}]);
    });

    it('has none where no policy is about the container', () => {
      expect(scaled([{ ...busy, targets: ['web'] }])).toEqual([{}, {}]);
      expect(scaled([])).toEqual([{}, {}]);
    });
  });

  it('says which values are secrets, by their path within the node', () => {
    const nodes = [compute('web'), compute('db')];
    const secret = (...at: readonly string[]) => ({ at, is: 'secret' as const });
    const secrets = [
      secret('nodes', '1', 'properties', 'password'),
      secret('nodes', '1', 'capabilities', 'os', 'properties', 'credential'),
      secret('inputs', '0', 'x'),
      secret('outputs', '1', 'value'),
    ];
    const { web, db } = requestedNodes({ nodes, policies: [], secrets });
    expect(web).not.toHaveProperty('secrets');
    expect(db?.secrets).toEqual(['properties.password', 'capabilities.os.properties.credential']);
  });
});
