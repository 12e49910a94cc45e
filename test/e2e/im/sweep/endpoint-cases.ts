import { load } from 'js-yaml';
import { type Named, script, type Topology } from './changes.ts';
import type { Draft } from './drafts.ts';

const read = (text: string): Draft => load(text) as Draft;

const port = '{ type: tosca.datatypes.network.PortDef, default: 3306 }';

/** Endpoints whose values come from a type, from the type above it, and from the definition of the capability in a node type. */
const beside = read(`
data_types: { my.Space: { derived_from: tosca.datatypes.Root, properties: { shares: { type: list, entry_schema: { type: float }, default: [ 1, 2.5 ] } } } }
capability_types:
  my.Door: { derived_from: tosca.capabilities.Endpoint, properties: { port: ${port}, protocol: { type: string, default: udp } } }
  my.Inner: { derived_from: my.Door, properties: { floor: { type: integer, default: 1 }, rate: { type: float, default: 2 }, space: { type: my.Space, default: {} } } }
  my.Outside: { derived_from: tosca.capabilities.Endpoint.Public }
  my.Many: { derived_from: tosca.capabilities.Endpoint, properties: { ports: { type: map, entry_schema: { type: tosca.datatypes.network.PortSpec }, default: { a: { protocol: udp, source: 40 } } } } }
  my.Other: { derived_from: tosca.capabilities.Root, properties: { port: { type: integer, default: 77 } } }
relationship_types: { my.Placed: { derived_from: tosca.relationships.HostedOn, properties: { system: { type: string } } } }
node_types:
  my.Software:
    derived_from: tosca.nodes.SoftwareComponent
    capabilities: { door: { type: my.Door }, inner: { type: my.Inner }, many: { type: my.Many }, other: { type: my.Other } }
  my.Refining: { derived_from: tosca.nodes.SoftwareComponent, capabilities: { door: { type: tosca.capabilities.Endpoint, properties: { port: { type: integer, default: 71 } } } } }
  my.Public: { derived_from: tosca.nodes.SoftwareComponent, capabilities: { out: { type: tosca.capabilities.Endpoint.Public } } }
  my.AlsoPublic: { derived_from: tosca.nodes.SoftwareComponent, capabilities: { out: { type: my.Outside } } }
  my.Machine: { derived_from: tosca.nodes.Compute, capabilities: { admin: { type: tosca.capabilities.Endpoint.Admin }, out: { type: tosca.capabilities.Endpoint.Public }, data: { type: my.Inner } } }
  my.Refined: { derived_from: tosca.nodes.Compute, capabilities: { os: { type: tosca.capabilities.OperatingSystem, properties: { type: { type: string, default: linux } } }, endpoint: { type: tosca.capabilities.Endpoint.Admin, properties: { port: { type: integer, default: 72 }, network_name: { type: string, default: PUBLIC } } }, data: { type: my.Inner, properties: { rate: { type: float, default: 1 } } } } }
  my.Scaled: { derived_from: tosca.nodes.Compute, capabilities: { host: { type: tosca.capabilities.Container, properties: { num_cpus: { type: integer, default: 4 } } }, scalable: { type: tosca.capabilities.Scalable, properties: { default_instances: { type: integer, default: 2 }, max_instances: { type: integer, default: 3 } } } } }
  my.Client: { derived_from: tosca.nodes.SoftwareComponent, requirements: [ { far: { capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo } } ] }
`);

const machine = 'vm: { type: tosca.nodes.Compute }';

const nodes: readonly string[] = [
  ...['my.Software', 'my.Refining', 'my.Public', 'my.AlsoPublic'].map(
    (type) => `{ ${machine}, n: { type: ${type}, requirements: [ { host: vm } ] } }`,
  ),
  `{ ${machine}, n: { type: my.Software, requirements: [ { host: vm } ], capabilities: { door: { properties: { port: 1 } }, other: { properties: { port: 2 } } } } }`,
  `{ ${machine}, n: { type: my.Public, requirements: [ { host: vm } ], capabilities: { out: { properties: { port: 80 } } } } }`,
  '{ vm: { type: my.Machine } }',
  '{ vm: { type: my.Refined } }',
  '{ vm: { type: my.Scaled }, two: { type: my.Scaled, capabilities: { scalable: { properties: { default_instances: 1 } } } } }',
  '{ vm: { type: my.Refined, capabilities: { endpoint: { properties: { port: 73 } } } } }',
  '{ vm: { type: my.Machine, capabilities: { admin: { properties: { port: 22, protocol: ssh } }, endpoint: { properties: { protocol: udp, port: 53, ports: { z: { protocol: tcp, source: 7 } } } } } } }',
  '{ vm: { type: my.Machine, capabilities: { out: { properties: { ports: { a: { protocol: udp, target: 5000 }, b: { protocol: tcp, source_range: [ 100, 110 ] }, c: { protocol: tcp, target_range: [ 200, 210 ] } } } } } } }',
];

const outputs = read('{ public: { value: { get_attribute: [ vm, public_address ] } } }');

const host = '{ get_attribute: [ HOST, private_address ] }';
const joined = `type: tosca.relationships.HostedOn, interfaces: { Configure: { pre_configure_source: { implementation: '${script('join.yml')}', inputs: { a: ${host}, b: { concat: [ "a ", ${host} ] }, n: { get_property: [ HOST, host, num_cpus ] } } } } }`;

/** Ports and public addresses of endpoints, the words of an operation of a relationship, and which endpoint a requirement means. */
export function* ofEndpoints(): Generator<Named> {
  for (const node_templates of nodes)
    yield [node_templates, { node_templates: read(node_templates), outputs } as Topology, beside];
  const cpus = 'vm: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 3 } } } }';
  yield [
    'HOST in an operation of a relationship',
    read(
      `{ node_templates: { ${cpus}, n: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: { node: vm, relationship: { ${joined} } } } ] } } }`,
    ) as Topology,
  ];
  yield [
    'HOST in a relationship template that two requirements use',
    read(
      `{ node_templates: { ${cpus}, n: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: { node: vm, relationship: r } } ] }, m: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: { node: vm, relationship: r } } ] } }, relationship_templates: { r: { ${joined} } } }`,
    ) as Topology,
  ];
  yield [
    'a refined float, and HOST in the relationship template of one requirement, in outputs',
    read(
      `{ node_templates: { vm: { type: my.Refined }, n: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: { node: vm, relationship: r } } ] } }, relationship_templates: { r: { type: my.Placed, properties: { system: { get_property: [ HOST, os, type ] } } } }, outputs: { o: { value: { get_property: [ vm, data, rate ] } }, p: { value: { get_property: [ r, system ] } } } }`,
    ) as Topology,
    beside,
  ];
  for (const named of ['door', 'inner', 'my.Inner'])
    for (const value of ['get_property: [ c, far, port ]', 'get_attribute: [ c, far, ip_address ]'])
      yield [
        `${value} of ${named}`,
        read(`
node_templates:
  ${machine}
  n: { type: my.Software, requirements: [ { host: vm } ], capabilities: { inner: { properties: { port: 2 } } } }
  c: { type: my.Client, requirements: [ { host: vm }, { far: { node: n, capability: ${named} } } ] }
outputs: { o: { value: { ${value} } } }`) as Topology,
        beside,
      ];
}
