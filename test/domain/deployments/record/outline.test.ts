import { describe, expect, it } from 'vitest';
import { type OutlineNode, outlineOf } from '../../../../src/domain/deployments/record/outline.ts';
import { deployable } from '../../../../src/tosca/infrastructure-manager/deployable.ts';
import type { Node } from '../../../../src/tosca/topology.ts';
import { noImports } from '../../../tosca/fixtures.ts';
import { attached, compute, container, network, software, volume } from '../../infrastructure-manager/requested.ts';
import { asking, node } from '../../providers/asking.ts';

const outlined = (nodes: readonly Node[]) => outlineOf(asking({ nodes }).topology).nodes;
const factsOf = (one: Node) => outlined([one])[0]?.facts;

describe('the outline of a template', () => {
  it('has its nodes in dependency order, with what they are, how many, what is asked of them and what they need', async () => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      properties: { component_version: '2.1' }
      requirements: [ host: server, dependency: disk ]
    server:
      type: tosca.nodes.Compute
      capabilities:
        scalable: { properties: { default_instances: 3, max_instances: 3 } }
        host: { properties: { num_cpus: 2, mem_size: 4 GB, disk_size: 20 GB } }
        os: { properties: { type: linux, distribution: ubuntu, version: 22.04 } }
      requirements:
        - local_storage: { node: disk, relationship: { type: tosca.relationships.AttachesTo, properties: { location: /mnt } } }
    disk: { type: tosca.nodes.BlockStorage, properties: { size: 10 GB } }
`;
    const { processed } = await deployable(text, { inputs: {}, imports: noImports });
    if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
    const shown: readonly OutlineNode[] = [
      {
        ...{ name: 'disk', type: 'tosca.nodes.BlockStorage', kind: 'volume', count: 1 },
        ...{ facts: { size: '10 GB' }, requirements: [] },
      },
      {
        ...{ name: 'server', type: 'tosca.nodes.Compute', kind: 'compute', count: 3 },
        facts: { cpus: '2', memory: '4 GB', disk: '20 GB', os: 'ubuntu 22.04' },
        requirements: [{ name: 'local_storage', node: 'disk', as: 'attachment' }],
      },
      {
        ...{ name: 'app', type: 'tosca.nodes.SoftwareComponent', kind: 'software', count: 1 },
        facts: { version: '2.1' },
        requirements: [
          { name: 'host', node: 'server', as: 'host' },
          { name: 'dependency', node: 'disk' },
        ],
      },
    ];
    expect(outlineOf(processed.topology).nodes).toEqual(shown);
  });

  it('says what kind of thing a node is, also where that depends on other nodes', () => {
    const faas = 'tosca.nodes.aisprint.FaaS.Function';
    const onMachine = software('on-machine', 'server', { type: faas });
    const nodes = [compute('server'), network('net'), container('c', 'server'), node('in-cloud', faas, {}), onMachine];
    const kinds = outlined([...nodes, node('job', 'toscanini.nodes.Job', {})]).map(({ name, kind }) => [name, kind]);
    expect(Object.fromEntries(kinds)).toEqual({
      ...{ server: 'compute', net: 'network', c: 'container' },
      ...{ 'in-cloud': 'container', 'on-machine': 'software', job: 'job' },
    });
  });

  it('leaves out a requirement that the provider chooses', () => {
    const open = { name: 'network' };
    const [one] = outlined([compute('web', { requirements: [open, attached('disk', '/mnt')] }), volume('disk', {})]);
    expect(one?.requirements).toEqual([{ name: 'local_storage', node: 'disk', as: 'attachment' }]);
  });

  it('shows no secret', () => {
    const { topology } = asking({ nodes: [compute('web', { properties: { image: 'hunter2', size: 'big' } })] });
    const secrets = [{ at: ['nodes', '0', 'properties', 'image'], is: 'secret' as const }];
    expect(outlineOf({ ...topology, secrets }).nodes[0]?.facts).toEqual({ image: '********', size: 'big' });
  });
});

describe('the facts of a node', () => {
  it('are those of its capabilities', () => {
    const host = { num_cpus: 4, mem_size: '8 GB', disk_size: '50 GB', num_gpus: 1 };
    const facts = { cpus: '4', memory: '8 GB', disk: '50 GB', gpus: '1', image: 'ami-1' };
    expect(factsOf(compute('web', { capabilities: { host, os: { image: 'ami-1' } } }))).toEqual(facts);
  });

  it('are those of its properties, where no capability says so', () => {
    const properties = { num_cpus: 2, mem_size: '1 GB', image: 'busybox', size: 'small', network_type: 'public' };
    expect(factsOf(node('job', 'toscanini.nodes.Job', properties))).toEqual({
      ...{ cpus: '2', memory: '1 GB', image: 'busybox', size: 'small', network: 'public' },
    });
    const gpus = { scheduling: { num_gpus: 2 } };
    expect(factsOf(compute('web', { capabilities: gpus }))).toEqual({ gpus: '2' });
  });

  it('are first those of its capabilities', () => {
    const capabilities = {
      host: { num_cpus: 4, mem_size: '8 GB', num_gpus: 1 },
      ...{ scheduling: { num_gpus: 2 }, os: { image: 'ami-1' } },
    };
    const properties = { num_cpus: 2, mem_size: '1 GB', image: 'busybox' };
    expect(factsOf(compute('web', { capabilities, properties }))).toEqual({
      ...{ cpus: '4', memory: '8 GB', gpus: '1', image: 'ami-1' },
    });
  });

  it.each([
    [{ type: 'linux', distribution: 'ubuntu', version: 22.04 }, 'ubuntu 22.04'],
    [{ type: 'linux' }, 'linux'],
    [{ type: 'linux', version: '9' }, 'linux 9'],
    [{ version: '9' }, '9'],
    [{ distribution: { get_attribute: ['web', 'os'] }, version: '9' }, '9'],
    [{ distribution: { get_attribute: ['web', 'os'] } }, undefined],
    [{}, undefined],
  ])('name the operating system %j: %s', (os, text) => {
    expect(factsOf(compute('web', { capabilities: { os } }))?.os).toBe(text);
  });

  it.each([
    [{ version: '1' }, '1'],
    [{ version: '1', component_version: '2' }, '2'],
    [{ version: { get_attribute: ['web', 'version'] } }, undefined],
    [{ version: true }, undefined],
  ])('name the version of %j: %s', (properties, version) => {
    expect(factsOf(node('app', 'tosca.nodes.SoftwareComponent', properties))).toStrictEqual(
      version === undefined ? {} : { version },
    );
  });
});
