import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { noImports } from '../fixtures.ts';

interface Sent {
  readonly node_types: { readonly [name: string]: Json };
  readonly topology_template: { readonly node_templates: Record<string, Json>; readonly outputs?: Json };
}

const sent = async (nodes: string, types = '', inputs: { readonly [name: string]: Json } = {}): Promise<Sent> => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
${types}
topology_template:
  ${nodes}`;
  const { text: readable, processed } = await deployable(text, { inputs, imports: noImports });
  expect(processed.problems).toEqual([]);
  return load(bindTemplate(readable, { inputs, name: 'x' })) as Sent;
};

const address = '{ get_attribute: [ SELF, host, private_address ] }';
const two = 'one: { type: tosca.nodes.Compute }, two: { type: tosca.nodes.Compute }';
const appsOn = (more = ''): string =>
  `a: { type: App, requirements: [ { host: one } ] }, b: { type: App, requirements: [ { host: two } ]${more} }`;
const told = (machine: string) => ({ get_attribute: [machine, 'private_address'] });

describe('what a type says of its own node, where the nodes stand on several machines', () => {
  it('is the address of its own machine in an input of an operation', async () => {
    const types = `node_types: { App: { derived_from: tosca.nodes.SoftwareComponent, interfaces: { Standard: { configure: { implementation: https://s.example/a.yml,
      inputs: { ip: { type: string, default: ${address} } } } } } } }`;
    const { topology_template: topology } = await sent(`node_templates: { ${two}, ${appsOn()} }`, types);
    const given = (machine: string) => ({
      interfaces: { Standard: { configure: { inputs: { ip: told(machine) } } } },
    });
    expect(topology.node_templates).toMatchObject({ a: given('one'), b: given('two') });
  });

  it('is the same in a default, and where others read that property', async () => {
    const types = `node_types: { App: { derived_from: tosca.nodes.SoftwareComponent, properties: { ip: { type: string, default: ${address} } } } }`;
    const { topology_template: topology } = await sent(
      `node_templates: { ${two}, ${appsOn()} }
  outputs: { o: { value: { get_property: [ a, ip ] } }, p: { value: { get_attribute: [ b, ip ] } } }`,
      types,
    );
    expect(topology.node_templates).toMatchObject({
      a: { properties: { ip: told('one') } },
      b: { properties: { ip: told('two') } },
    });
    expect(topology.outputs).toEqual({ o: { value: told('one') }, p: { value: told('two') } });
  });

  it('is the host of the node that says HOST, also where another one reads it', async () => {
    const types =
      'node_types: { App: { derived_from: tosca.nodes.SoftwareComponent, properties: { ip: { type: string, required: false } } } }';
    const read =
      ', interfaces: { Standard: { configure: { implementation: https://s.example/a.yml, inputs: { ip: { get_property: [ c, ip ] } } } } }';
    const { topology_template: topology } = await sent(
      `node_templates: { ${two}, ${appsOn(read)}, c: { type: App, properties: { ip: { concat: [ { get_attribute: [ HOST, private_address ] }, ":80" ] } }, requirements: [ { host: one } ] } }`,
      types,
    );
    expect(topology.node_templates).toMatchObject({
      b: { interfaces: { Standard: { configure: { inputs: { ip: { concat: [told('one'), ':80'] } } } } } },
    });
  });

  it('is each one for itself where aliases share the text', async () => {
    const types = 'node_types: { App: { derived_from: tosca.nodes.SoftwareComponent } }';
    const { topology_template: topology } = await sent(
      `node_templates: { ${two}, a: { type: App, requirements: [ { host: one } ], interfaces: &i { Standard: { configure: { implementation: https://s.example/a.yml, inputs: { ip: ${address} } } } } }, b: { type: App, requirements: [ { host: two } ], interfaces: *i } }`,
      types,
    );
    const given = (machine: string) => ({ interfaces: { Standard: { configure: { inputs: { ip: told(machine) } } } } });
    expect(topology.node_templates).toMatchObject({ a: given('one'), b: given('two') });
  });
});

describe('HOST in a relationship template', () => {
  const host = '{ get_attribute: [ HOST, private_address ] }';
  const types = `node_types: { App: { derived_from: tosca.nodes.SoftwareComponent } }
relationship_types: { Rel: { derived_from: tosca.relationships.DependsOn, properties: { cpus: { type: integer, required: false } } } }`;
  const machines = `one: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 3 } } } }, two: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 5 } } } }`;
  const app = (name: string, machine: string) =>
    `${name}: { type: App, requirements: [ { host: ${machine} }, { dependency: { node: c, relationship: rel } } ] }`;
  const template = `relationship_templates: { rel: { type: Rel, properties: { cpus: { get_property: [ HOST, host, num_cpus ] } }, interfaces: { Configure: { pre_configure_source: { implementation: https://s.example/a.yml, inputs: { ip: ${host}, n: { get_property: [ HOST, host, num_cpus ] } } } } } } }`;
  const joins = (machine: string, n: number) => JSON.stringify({ ip: told(machine), n });

  it('is the machine of its source', async () => {
    const { topology_template: topology } = await sent(
      `node_templates: { ${machines}, ${app('a', 'one')}, c: { type: App, requirements: [ { host: two } ] } }
  ${template}
  outputs: { o: { value: { get_property: [ rel, cpus ] } } }`,
      types,
    );
    expect(JSON.stringify(topology)).toContain(joins('one', 3));
    expect(topology.outputs).toEqual({ o: { value: 3 } });
  });

  it('is that of each source where several requirements use it', async () => {
    const { topology_template: topology } = await sent(
      `node_templates: { ${machines}, ${app('a', 'one')}, ${app('b', 'two')}, c: { type: App, requirements: [ { host: two } ] } }
  ${template}`,
      types,
    );
    expect(JSON.stringify(topology)).toContain(joins('one', 3));
    expect(JSON.stringify(topology)).toContain(joins('two', 5));
  });

  it.each([
    ['several requirements use', `${app('a', 'one')}, ${app('b', 'two')}`, '2 requirements'],
    ['no requirement uses', 'a: { type: App, requirements: [ { host: one } ] }', 'no requirements'],
  ])('has no value for an output where %s it', async (_, apps, count) => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
${types}
topology_template:
  node_templates: { ${machines}, ${apps}, c: { type: App, requirements: [ { host: two } ] } }
  ${template}
  outputs: { o: { value: { get_property: [ rel, cpus ] } } }`;
    const { processed } = await deployable(text, { inputs: {}, imports: noImports });
    expect(processed.problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      `error: rel is a relationship of ${count}, so HOST in its cpus is no one node: read it through a requirement of a node`,
    ]);
  });
});

it('is the machine of the source in an operation of a relationship that says HOST', async () => {
  const host = '{ get_attribute: [ HOST, private_address ] }';
  const { topology_template: topology } = await sent(
    `node_templates: { one: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 3 } } } }, a: { type: App, requirements: [ { host: { node: one, relationship: { type: tosca.relationships.HostedOn, interfaces: { Configure: { pre_configure_source: { implementation: https://s.example/a.yml, inputs: { ip: ${host}, text: { concat: [ a, ${host} ] }, n: { get_property: [ HOST, host, num_cpus ] } } } } } } } } ] } }`,
    'node_types: { App: { derived_from: tosca.nodes.SoftwareComponent } }',
  );
  const inputs = { ip: told('one'), text: { concat: ['a', told('one')] }, n: 3 };
  expect(JSON.stringify(topology)).toContain(JSON.stringify(inputs));
});

it.each([
  ['of a type above the type', 'Low: { derived_from: High }', '{ type: Low }', 5],
  [
    'of a node type',
    'Low: { derived_from: High }',
    '{ type: Low, properties: { port: { type: integer, default: 6 } } }',
    6,
  ],
])('a default %s is given to each capability, since the parser does not find it', async (_, low, defined, port) => {
  const types = `capability_types: { High: { derived_from: tosca.capabilities.Root, properties: { port: { type: integer, default: 5 } } }, ${low} }
node_types: { App: { derived_from: tosca.nodes.SoftwareComponent, capabilities: { door: ${defined} } } }`;
  const { topology_template: topology, node_types } = await sent(`node_templates: { ${two}, ${appsOn()} }`, types);
  const given = { capabilities: { door: { properties: { port } } } };
  expect(topology.node_templates).toMatchObject({ a: given, b: given });
  expect(node_types).toMatchObject({ App: { capabilities: { door: { type: 'Low' } } } });
  expect(JSON.stringify(node_types)).not.toContain('port');
});

describe('a capability of software', () => {
  const type = (door = '{ type: tosca.capabilities.Endpoint }') =>
    `node_types: { App: { derived_from: tosca.nodes.SoftwareComponent, properties: { port: { type: integer, default: 99 } }, capabilities: { door: ${door} } } }`;
  const of = (door: string) => ({ capabilities: { door: { properties: load(door) } } });

  it.each([
    ['{ port: { get_property: [ SELF, port ] } }', '{ port: 99 }'],
    [
      '{ ports: { x: { protocol: tcp, source: { get_attribute: [ SELF, port ] } } } }',
      '{ ports: { x: { protocol: tcp, source: 99 } } }',
    ],
  ])('%s is sent as what the software has: the manager takes the machine for SELF', async (given, wanted) => {
    const { topology_template: topology } = await sent(
      `node_templates: { one: { type: tosca.nodes.Compute }, a: { type: App, requirements: [ { host: one } ], capabilities: { door: { properties: ${given} } } } }`,
      type(),
    );
    expect(topology.node_templates).toMatchObject({ a: of(wanted) });
  });

  it.each(['', ', capabilities: { door: { properties: { url_path: /x } } }', ', capabilities: { door: {} }'])(
    'gets what its type works out, beside%s',
    async (more) => {
      const door =
        '{ type: tosca.capabilities.Endpoint, properties: { port: { type: tosca.datatypes.network.PortDef, default: { get_property: [ SELF, port ] } } } }';
      const { topology_template: topology } = await sent(`node_templates: { ${two}, ${appsOn(more)} }`, type(door));
      expect(topology.node_templates).toMatchObject({ a: of('{ port: 99 }'), b: of('{ port: 99 }') });
    },
  );
});

describe('a default that reads what nobody sets', () => {
  const app = (value: string, of = 'string') =>
    `node_types: { App: { derived_from: tosca.nodes.SoftwareComponent, properties: { unset: { type: ${of}, required: false }, it: ${value} } } }`;

  it('leaves the type, and a node where it comes to something gets its value', async () => {
    const types = app('{ type: integer, default: { get_property: [ SELF, unset ] } }', 'integer');
    const { topology_template: topology, node_types: sentTypes } = await sent(
      `node_templates: { ${two}, ${appsOn(', properties: { unset: 3 }')} }`,
      types,
    );
    expect(sentTypes).toMatchObject({ App: { properties: { it: { type: 'integer', required: false } } } });
    expect(sentTypes).not.toHaveProperty('App.properties.it.default');
    expect(topology.node_templates['a']).not.toHaveProperty('properties.it');
    expect(topology.node_templates).toMatchObject({ b: { properties: { unset: 3, it: 3 } } });
  });

  it('holds no null in a list or a map', async () => {
    const types = app(
      '{ type: map, entry_schema: { type: string }, default: { k: { get_property: [ SELF, unset ] }, j: z } }',
    );
    const { topology_template: topology } = await sent(`node_templates: { ${two}, ${appsOn()} }`, types);
    expect(topology.node_templates).toMatchObject({ a: { properties: { it: { j: 'z' } } } });
  });
});

it('an item of a list that is an address is asked as that address', async () => {
  const types =
    'node_types: { App: { derived_from: tosca.nodes.SoftwareComponent, attributes: { z: { type: list, entry_schema: { type: string } } } } }';
  const read =
    ', interfaces: { Standard: { configure: { implementation: https://s.example/a.yml, inputs: { z: { get_attribute: [ c, z, 1 ] } } } } }';
  const { topology_template: topology } = await sent(
    `node_templates: { ${two}, ${appsOn(read)}, c: { type: App, attributes: { z: [ a, { get_attribute: [ one, private_address ] } ] }, requirements: [ { host: one } ] } }`,
    types,
  );
  expect(topology.node_templates).toMatchObject({
    b: { interfaces: { Standard: { configure: { inputs: { z: told('one') } } } } },
  });
});

it('an attribute with a default is its default behind a requirement too', async () => {
  const types = `node_types: { App: { derived_from: tosca.nodes.SoftwareComponent, attributes: { z: { type: list, entry_schema: { type: integer }, default: [ 4, 5 ] } } } }`;
  const read =
    ', interfaces: { Standard: { configure: { implementation: https://s.example/a.yml, inputs: { z: { get_attribute: [ SELF, dependency, z ] } } } } }';
  const { topology_template: topology } = await sent(
    `node_templates: { ${two}, ${appsOn()}, c: { type: App, requirements: [ { host: one }, { dependency: a } ]${read} } }`,
    types,
  );
  expect(topology.node_templates).toMatchObject({
    c: { interfaces: { Standard: { configure: { inputs: { z: [4, 5] } } } } },
  });
});

it.each(['http://host/?page=1', ':80', '?', 'a?b'])(
  'the text %s is in quotes between brackets, where YAML 1.1 reads no such text',
  async (text) => {
    const inputs = { list: [text], text };
    const template = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: { list: { type: list, entry_schema: { type: string } }, text: { type: string } }
  node_templates: { vm: { type: tosca.nodes.Compute } }`;
    const written = bindTemplate(template, { inputs, name: 'x' });
    expect(written.split(`'${text}'`)).toHaveLength(3);
  },
);
