import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import { processorTime } from '../support/processor-time.ts';
import { noImports, topologyOf } from './fixtures.ts';

const simple = (requirement: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: { cpus: { type: integer, default: 4 } }
  node_templates:
    small:
      type: tosca.nodes.Compute
      capabilities: { host: { properties: { num_cpus: 1, mem_size: 512 MB } }, os: { properties: { type: linux } } }
    big:
      type: tosca.nodes.Compute
      capabilities: { host: { properties: { num_cpus: 8, mem_size: 4 GB } } }
    app:
      type: tosca.nodes.SoftwareComponent
      properties: { component_version: "4" }
      requirements: [ { host: ${requirement} } ]
    above:
      type: tosca.nodes.SoftwareComponent
      properties: { component_version: { get_property: [ app, host, num_cpus ] } }
      requirements: [ { host: big } ]
`;

const filtered = (filter: string, node = ''): string => simple(`{ ${node}node_filter: ${filter} }`);
const host = (clauses: string): string => `{ capabilities: [ { host: { properties: [ ${clauses} ] } } ] }`;

const judged = async (text: string) => {
  const { problems } = await processTemplate(text, { inputs: {}, imports: noImports });
  return problems.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
};

const targetOf = async (text: string): Promise<string | undefined> =>
  (await topologyOf(text)).nodes.find(({ name }) => name === 'app')?.requirements[0]?.node;

describe('the node_filter of a requirement that names its target', () => {
  it.each([
    ['a number', host('{ num_cpus: { greater_or_equal: 4 } }'), 'host.num_cpus: 1 must be at least 4'],
    [
      'a value with a unit',
      host('{ mem_size: { greater_or_equal: 1 GB } }'),
      'host.mem_size: 512 MB must be at least 1 GB',
    ],
    [
      'each of a list',
      host('{ num_cpus: [ { less_than: 4 }, { greater_than: 2 } ] }'),
      'host.num_cpus: 1 must be greater than 2',
    ],
    ['an input', host('{ num_cpus: { equal: { get_input: cpus } } }'), 'host.num_cpus: 1 must be 4'],
    [
      'a plain value',
      '{ capabilities: [ { os: { properties: [ { type: windows } ] } } ] }',
      'os.type: linux must be windows',
    ],
    [
      'a property of the source',
      host('{ num_cpus: { equal: { get_property: [ SELF, component_version ] } } }'),
      'host.num_cpus: 1 must be 4',
    ],
    [
      'a capability by its type',
      '{ capabilities: [ { tosca.capabilities.Compute: { properties: [ { num_cpus: 2 } ] } } ] }',
      'host.num_cpus: 1 must be 2',
    ],
    ['a capability it has not', '{ capabilities: [ { gpu: { properties: [ ] } } ] }', 'it has no capability gpu'],
    ['a property it has not', '{ properties: [ { colour: blue } ] }', 'it has no property colour'],
  ])('is held against %s', async (_, filter, reason) => {
    expect(await judged(filtered(filter, 'node: small, '))).toEqual([
      `error node-filter: small does not pass the node_filter of host: ${reason}`,
    ]);
  });

  it.each([
    ['what is right', host('{ num_cpus: { in_range: [ 1, 2 ] } }, { mem_size: { less_than: 1 GB } }')],
    ['what nobody has said', host('{ disk_size: { greater_than: 10 GB } }')],
    ['what only the deployment knows', host('{ num_cpus: { equal: { get_attribute: [ big, private_address ] } } }')],
    ['a map instead of a list', '{ capabilities: { host: { properties: { num_cpus: { equal: 1 } } } } }'],
    ['nothing', '{ }'],
  ])('says nothing of %s', async (_, filter) => {
    expect(await judged(filtered(filter, 'node: small, '))).toEqual([]);
  });

  it('warns of a clause that is none', async () => {
    expect(await judged(filtered(host('{ num_cpus: { at_least: 4 } }'), 'node: small, '))).toEqual([
      expect.stringMatching(/^warning constraint-invalid: at_least is not a constraint/),
    ]);
  });
});

describe('the node_filter of a requirement that names no target', () => {
  it('chooses the first node that passes, and its values can be read', async () => {
    const text = filtered(host('{ num_cpus: { greater_or_equal: 4 } }'));
    expect(await targetOf(text)).toBe('big');
    const { nodes } = await topologyOf(text);
    expect(nodes.find(({ name }) => name === 'above')?.properties['component_version']).toBe('8');
  });

  it('chooses among those of the type that is named', async () => {
    expect(await targetOf(filtered(host('{ num_cpus: 1 }'), 'node: tosca.nodes.Compute, '))).toBe('small');
  });

  it('says why each was not chosen, and leaves the target to the provider', async () => {
    const text = filtered(host('{ num_cpus: { greater_than: 16 } }'));
    expect(await judged(text)).toEqual([
      'warning node-filter: no node of the template passes the node_filter of host; the provider has to find one: ' +
        'small (host.num_cpus: 1 must be greater than 16), big (host.num_cpus: 8 must be greater than 16)',
    ]);
    expect(await targetOf(text)).toBeUndefined();
  });

  it('never closes a circle', async () => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    a: { type: tosca.nodes.Root, requirements: [ { dependency: b } ] }
    b: { type: tosca.nodes.Root, requirements: [ { dependency: { node_filter: { properties: [] } } } ] }
`;
    expect(await judged(text)).toEqual([expect.stringContaining('a (it requires b itself)')]);
  });

  it('looks at a bounded number of nodes', async () => {
    const many = Array.from(
      { length: 2_000 },
      (_, index) =>
        `    n${index}: { type: tosca.nodes.SoftwareComponent, properties: { component_version: 1.0 }, requirements: [ { dependency: { node_filter: { properties: [ { component_version: 2.0 } ] } } } ] }`,
    );
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n${many.join('\n')}\n`;
    const started = processorTime();
    expect((await topologyOf(text)).nodes).toHaveLength(2_000);
    expect(processorTime() - started).toBeLessThan(10_000);
  });
});

describe('a node_filter of 2.0', () => {
  const strict = (filter: string): string => `tosca_definitions_version: tosca_2_0
data_types: { Size: { derived_from: scalar, units: { MB: 1, GB: 1000 } } }
capability_types: { Host: { properties: { cpus: { type: integer }, memory: { type: Size } } } }
relationship_types: { On: {} }
node_types:
  Server: { capabilities: { host: { type: Host } } }
  App: { requirements: [ { host: { capability: Host, relationship: On, count_range: [ 0, 1 ] } } ] }
service_template:
  node_templates:
    small: { type: Server, capabilities: { host: { properties: { cpus: 1, memory: 512 MB } } } }
    big: { type: Server, capabilities: { host: { properties: { cpus: 8, memory: 4 GB } } } }
    app: { type: App, requirements: [ { host: { node_filter: ${filter} } } ] }
`;

  it.each([
    ['{ $greater_than: [ { $get_property: [ SELF, CAPABILITY, cpus ] }, 4 ] }', 'big'],
    ['{ $greater_than: [ { $get_property: [ SELF, CAPABILITY, memory ] }, 1 GB ] }', 'big'],
    ['{ $less_than: [ { $get_property: [ SELF, CAPABILITY, host, memory ] }, 1 GB ] }', 'small'],
    [
      '{ $and: [ { $equal: [ { $get_property: [ SELF, TARGET, CAPABILITY, host, cpus ] }, 8 ] }, { $not: [ { $equal: [ 1, 2 ] } ] } ] }',
      'big',
    ],
    ['{ $greater_than: [ { $available_allocation: [ SELF, CAPABILITY, host, cpus ] }, 4 ] }', 'small'],
  ])('%s chooses %s', async (filter, name) => {
    expect(await targetOf(strict(filter))).toBe(name);
  });
});
