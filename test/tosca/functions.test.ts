import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/tosca/topology.ts';
import { errorsOf, topologyOf } from './fixtures.ts';

const template = (expression: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    cpus: { type: integer, default: 4 }
    ports: { type: list, entry_schema: { type: integer }, default: [80, 443] }
    nothing: { type: string, required: false }
  node_templates:
    web:
      type: tosca.nodes.SoftwareComponent
      properties: { component_version: "2.7" }
      requirements:
        - host: { node: server, relationship: { type: tosca.relationships.HostedOn } }
    server:
      type: tosca.nodes.Compute
      capabilities:
        host: { properties: { num_cpus: { get_input: cpus }, mem_size: 4 GB } }
      requirements:
        - local_storage:
            node: disk
            relationship: { type: tosca.relationships.AttachesTo, properties: { location: /data } }
    disk:
      type: tosca.nodes.BlockStorage
      properties: { size: 10 GB }
  outputs:
    result: { value: ${expression} }
`;

const evaluated = async (expression: string): Promise<{ value: Json; deferred: boolean } | undefined> =>
  (await topologyOf(template(expression))).outputs[0];

describe('functions', () => {
  it.each<[string, Json]>([
    ['{ get_input: cpus }', 4],
    ['{ get_input: [ ports, 1 ] }', 443],
    ['{ get_input: nothing }', null],
    ['{ get_property: [ web, component_version ] }', '2.7'],
    ['{ get_property: [ server, host, num_cpus ] }', 4],
    ['{ get_property: [ web, host, mem_size ] }', '4 GB'],
    ['{ get_property: [ server, local_storage, location ] }', '/data'],
    ['{ get_property: [ server, local_storage, size ] }', '10 GB'],
    ['{ concat: [ a, 1, true, { get_input: cpus }, { get_input: nothing } ] }', 'a1true4'],
    ['{ join: [ [ a, b, { get_input: cpus } ], "-" ] }', 'a-b-4'],
    ['{ join: [ [ a, b ] ] }', 'ab'],
    ['{ token: [ "a:b-c", ":-", 2 ] }', 'c'],
    ['{ token: [ { concat: [ x, ":", y ] }, ":", 0 ] }', 'x'],
    ['{ get_nodes_of_type: tosca.nodes.Root }', ['web', 'server', 'disk']],
    ['[ { get_input: cpus }, { plain: { get_input: cpus } } ]', [4, { plain: 4 }]],
  ])('%s is %j', async (expression, value) => {
    expect(await evaluated(expression)).toMatchObject({ value, deferred: false });
  });

  it('leave what only the deployment knows, with the rest worked out', async () => {
    const expression =
      '{ concat: [ "http://", { get_attribute: [ server, public_address ] }, ":", { get_input: cpus } ] }';
    const value = { concat: ['http://', { get_attribute: ['server', 'public_address'] }, ':', 4] };
    expect(await evaluated(expression)).toMatchObject({ value, deferred: true });
  });

  it('take a key of data that has the name of a function for what it is', async () => {
    expect(await evaluated('{ token: secret }')).toMatchObject({ value: { token: 'secret' }, deferred: false });
  });

  it('see SELF, HOST, SOURCE and TARGET where they stand', async () => {
    const { nodes } = await topologyOf(`tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    properties: { memory: { type: string }, again: { type: string } }
relationship_types:
  my.Link:
    derived_from: tosca.relationships.DependsOn
    properties: { from: { type: string }, to: { type: string } }
topology_template:
  node_templates:
    app:
      type: my.App
      properties:
        component_version: "1.0"
        memory: { get_property: [ HOST, host, mem_size ] }
        again: { get_property: [ SELF, memory ] }
      requirements:
        - host: server
        - dependency:
            node: other
            relationship:
              type: my.Link
              properties:
                from: { get_property: [ SOURCE, again ] }
                to: { get_property: [ TARGET, component_version ] }
    other: { type: tosca.nodes.SoftwareComponent, properties: { component_version: "2.0" } }
    server: { type: tosca.nodes.Compute, capabilities: { host: { properties: { mem_size: 2 GB } } } }
  outputs:
    from: { value: { get_property: [ app, dependency, from ] } }
    to: { value: { get_property: [ app, dependency, to ] } }
`).then(async (topology) => ({ nodes: [...topology.nodes, ...topology.outputs] }));
    expect(nodes.find(({ name }) => name === 'app')).toMatchObject({ properties: { memory: '2 GB', again: '2 GB' } });
    expect(nodes.find(({ name }) => name === 'from')).toMatchObject({ value: '2 GB' });
    expect(nodes.find(({ name }) => name === 'to')).toMatchObject({ value: '2.0' });
  });

  it('follow a chain of ten thousand references', async () => {
    const links = Array.from({ length: 10_000 }, (_, index) => {
      const version = index === 0 ? '"7"' : `{ get_property: [ n${index - 1}, component_version ] }`;
      return `    n${index}: { type: tosca.nodes.SoftwareComponent, properties: { component_version: ${version} } }`;
    });
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n${links.toReversed().join('\n')}\n`;
    const { nodes } = await topologyOf(text);
    expect(nodes.every(({ properties }) => properties['component_version'] === '7')).toBe(true);
  });

  it('hold a computed value against the type of where it goes', async () => {
    const text = template('1').replace('{ get_input: cpus }, mem_size', '{ concat: [ a, b ] }, mem_size');
    expect(await errorsOf(text)).toEqual(['value-type@16']);
  });
});
