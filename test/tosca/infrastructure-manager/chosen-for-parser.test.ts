import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { noImports } from '../fixtures.ts';

/** What the Infrastructure Manager gets of the topology, and what our own checks read in it. */
const sent = async (topology: string) => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n${topology}`;
  const { text: readable, processed } = await deployable(text, { inputs: {}, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  const { topology_template: written } = load(readable) as { topology_template: { readonly [name: string]: Json } };
  return { written, topology: processed.topology };
};

const filter = 'node_filter: { capabilities: [ { host: { properties: [ { num_cpus: { greater_or_equal: 2 } } ] } } ] }';

const machines = `  node_templates:
    small: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 1 } } } }
    large: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 4 } } } }
`;

describe('a node that our checks choose for a requirement', () => {
  it.each([
    ['a filter alone', `{ ${filter} }`],
    ['a type and a filter', `{ node: tosca.nodes.Compute, ${filter} }`],
  ])('is named to the Infrastructure Manager, which chooses none: %s', async (_, host) => {
    const { written, topology } = await sent(
      `${machines}    app: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: ${host} } ] }`,
    );
    expect(topology.nodes.find(({ name }) => name === 'app')?.requirements).toMatchObject([{ node: 'large' }]);
    expect(written['node_templates']).toMatchObject({ app: { requirements: [{ host: { node: 'large' } }] } });
  });

  it('is none where only a type is named: the type is told', async () => {
    const { topology } = await sent(
      `${machines}    app: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: tosca.nodes.Compute } ] }`,
    );
    const [host] = topology.nodes.find(({ name }) => name === 'app')?.requirements ?? [];
    expect(host).toMatchObject({ nodeType: 'tosca.nodes.Compute' });
    expect(host).not.toHaveProperty('node');
  });
});

describe('a call that the parser of the Infrastructure Manager does not know', () => {
  it('has its result in its place where several characters separate parts', async () => {
    const { written } = await sent(`${machines}  outputs:
    known: { value: { concat: [ 'x-', { token: [ 'a:b/c', ':/', 2 ] } ] } }
    one: { value: { token: [ 'a:b', ':', 1 ] } }
`);
    expect(written['outputs']).toEqual({
      known: { value: 'x-c' },
      one: { value: { token: ['a:b', ':', 1] } },
    });
  });

  it('is asked alone where it stands in others, which are worked out here', async () => {
    const { written, topology } = await sent(`${machines}  outputs:
    known: { value: { join: [ [ a, b ], '-' ] } }
    later: { value: { join: [ [ { get_attribute: [ small, private_address ] }, b, 7 ], '-' ] } }
    inner: { value: { concat: [ '<', { join: [ [ a, { get_attribute: [ small, private_address ] } ] ] }, '>' ] } }
    list: { value: { join: [ { get_attribute: [ small, private_address ] }, ',' ] } }
`);
    const address = { get_attribute: ['small', 'private_address'] };
    expect(written['outputs']).toEqual({
      known: { value: 'a-b' },
      ...Object.fromEntries(
        ['later', 'inner', 'list'].map((name) => [
          `toscanini:${name}:get_attribute:small.private_address`,
          { value: address },
        ]),
      ),
    });
    expect(topology.outputs.find(({ name }) => name === 'later')?.value).toEqual({ join: [[address, 'b', '7'], '-'] });
  });

  it('has its result in its place where it asks for a property behind a requirement', async () => {
    const { written } =
      await sent(`${machines}    app: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: large } ] }
  outputs: { cpus: { value: { concat: [ { get_property: [ app, host, num_cpus ] }, ' of them' ] } } }
`);
    expect(written['outputs']).toEqual({ cpus: { value: '4 of them' } });
  });

  it('names the node where it asks for an attribute behind a requirement', async () => {
    const { written } =
      await sent(`${machines}    app: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: large } ] }
  outputs:
    address: { value: { get_attribute: [ app, host, private_address ] } }
    text: { value: { concat: [ 'http://', { get_attribute: [ app, host, public_address, 0 ] } ] } }
    id: { value: { get_attribute: [ app, host, tosca_id ] } }
    own: { value: { get_attribute: [ large, private_address ] } }
`);
    expect(written['outputs']).toEqual({
      address: { value: { get_attribute: ['large', 'private_address'] } },
      'toscanini:text:get_attribute:app.host.public_address.0': {
        value: { get_attribute: ['large', 'public_address'] },
      },
      id: { value: { get_attribute: ['large', 'tosca_id'] } },
      own: { value: { get_attribute: ['large', 'private_address'] } },
    });
  });

  it('names the capability at the end of a requirement, and the machine whose address its software is asked for', async () => {
    const { written } =
      await sent(`${machines}    web: { type: tosca.nodes.WebServer, requirements: [ { host: large } ] }
    balancer: { type: tosca.nodes.LoadBalancer, requirements: [ { application: web } ] }
  outputs:
    address: { value: { get_attribute: [ balancer, application, private_address ] } }
    first: { value: { get_attribute: [ balancer, application, private_address, 0 ] } }
    endpoint: { value: { get_attribute: [ balancer, application, ip_address ] } }
`);
    expect(written['outputs']).toEqual({
      address: { value: { get_attribute: ['large', 'private_address'] } },
      first: { value: { get_attribute: ['large', 'private_address'] } },
      endpoint: { value: { get_attribute: ['web', 'data_endpoint', 'ip_address'] } },
    });
  });

  it('gives software nothing where a call or a null has no value: no None, and no call that the parser refuses', async () => {
    const inputs =
      '{ a: { get_input: none }, b: { of: [ { get_input: none }, ~, x ], more: { get_input: none }, no: ~ }, c: 1 }';
    const step = `{ implementation: https://scripts.example/a.yml, inputs: ${inputs} }`;
    const { written } = await sent(`  inputs: { none: { type: string, required: false } }
${machines}    app:
      type: tosca.nodes.SoftwareComponent
      interfaces: { Standard: { configure: ${step} } }
      requirements:
        - host: large
        - dependency: { node: small, relationship: { type: tosca.relationships.DependsOn, interfaces: { Configure: { add_target: ${step} } } } }
`);
    const given = { inputs: { b: { of: ['', '', 'x'] }, c: 1 } };
    expect(written['node_templates']).toMatchObject({
      app: {
        interfaces: { Standard: { configure: { ...given, implementation: expect.anything() } } },
        requirements: [
          {},
          { dependency: { relationship: { interfaces: { Configure: { add_target: { ...given } } } } } },
        ],
      },
    });
    const all = JSON.stringify(written['node_templates']);
    expect(all).not.toContain('get_input');
    expect(all).not.toContain('null');
  });

  it('gives software nothing of 2.0 either', async () => {
    const text = `tosca_definitions_version: tosca_2_0
imports: [ { profile: org.oasis-open.tosca.simple:2.0 } ]
service_template:
  inputs: { none: { type: string, required: false } }
  node_templates:
    vm: { type: Compute }
    app:
      type: SoftwareComponent
      requirements: [ host: vm ]
      interfaces: { Standard: { operations: { create: { implementation: a.yml, inputs: { a: [ { $get_input: none }, x ] } } } } }
`;
    const { text: readable, processed } = await deployable(text, { inputs: {}, imports: noImports });
    expect(processed.ok).toBe(true);
    expect(load(readable)).toMatchObject({
      topology_template: {
        node_templates: { app: { interfaces: { Standard: { create: { inputs: { a: ['', 'x'] } } } } } },
      },
    });
  });

  it('leaves nothing to the parser that it would write as None', async () => {
    const { written } = await sent(`${machines}    bare: { type: tosca.nodes.Compute }
  outputs:
    cpus: { value: { concat: [ { get_property: [ bare, host, num_cpus ] }, '/', { get_attribute: [ bare, state ] } ] } }
`);
    expect(written['outputs']).toEqual({
      'toscanini:cpus:get_attribute:bare.state': { value: { get_attribute: ['bare', 'state'] } },
    });
  });

  it('has its result in its place where it reads a property of a relationship template', async () => {
    const { written } = await sent(`  relationship_templates:
    attached: { type: tosca.relationships.AttachesTo, properties: { location: /data } }
  node_templates:
    disk: { type: tosca.nodes.BlockStorage, properties: { size: 1 GB } }
    server: { type: tosca.nodes.Compute, requirements: [ { local_storage: { node: disk, relationship: attached } } ] }
  outputs: { where: { value: { get_property: [ attached, location ] } }, size: { value: { get_property: [ disk, size ] } } }
`);
    expect(written['outputs']).toEqual({
      where: { value: '/data' },
      size: { value: '1 GB' },
    });
  });
});
