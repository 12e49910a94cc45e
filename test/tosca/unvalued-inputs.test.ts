import { describe, expect, it } from 'vitest';
import { found } from './found.ts';

const simple = (type: string, input: string, value: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  Pair: { properties: { list: { type: list, entry_schema: { type: string } }, number: { type: integer } } }
  Same: { properties: { list: { type: list, entry_schema: { type: string } }, number: { type: integer, required: false } } }
  Other: { properties: { text: { type: string } } }
node_types: { N: { derived_from: tosca.nodes.Root, properties: { p: ${type} } } }
topology_template:
  inputs: { i: ${input} }
  node_templates: { n: { type: N, properties: { p: ${value} } } }
`;

const list = '{ type: list, entry_schema: { type: string } }';
const errorsIn = async (text: string) => (await found(text)).filter((each) => each.startsWith('error'));

describe('an input without a value', () => {
  it.each([
    ['{ type: integer }', list, '{ get_input: i }'],
    ['{ type: scalar-unit.size }', '{ type: map, entry_schema: { type: string } }', '{ get_input: i }'],
    ['{ type: scalar-unit.size }', '{ type: boolean }', '{ get_input: i }'],
    ['{ type: integer }', '{ type: scalar-unit.size }', '{ get_input: i }'],
    ['{ type: scalar-unit.time }', '{ type: scalar-unit.size }', '{ get_input: i }'],
    ['{ type: integer }', '{ type: boolean, required: false }', '{ get_input: i }'],
    ['{ type: integer }', '{ type: Pair }', '{ get_input: [ i, list ] }'],
    ['{ type: Other }', '{ type: Pair }', '{ get_input: i }'],
    [
      '{ type: list, entry_schema: { type: integer } }',
      '{ type: list, entry_schema: { type: boolean } }',
      '{ get_input: i }',
    ],
    ['{ type: string }', list, '{ concat: [ a, { get_input: i } ] }'],
    ['{ type: string }', '{ type: string }', '{ join: [ { get_input: i }, "," ] }'],
    ['{ type: string }', list, '{ token: [ { get_input: i }, ",", 0 ] }'],
  ])('is named where it never fits: %s from %s by %s', async (type, input, value) => {
    expect(await errorsIn(simple(type, input, value))).toEqual([
      expect.stringMatching(
        /^error (?:value-type|function-arguments) topology_template\.node_templates\.n\.properties\.p/,
      ),
    ]);
  });

  it.each([
    ['{ type: integer }', '{ type: string }', '{ get_input: i }'],
    ['{ type: string }', '{ type: integer }', '{ get_input: i }'],
    ['{ type: float }', '{ type: integer }', '{ get_input: i }'],
    ['{ type: version }', '{ type: float }', '{ get_input: i }'],
    ['{ type: integer }', list, '{ get_input: [ i, 0 ] }'],
    ['{ type: integer }', '{ type: Pair }', '{ get_input: [ i, number ] }'],
    ['{ type: Same }', '{ type: Pair }', '{ get_input: i }'],
    ['{ type: Pair }', '{ type: map }', '{ get_input: i }'],
    ['{ type: range }', list, '{ get_input: i }'],
    ['{ type: string }', list, '{ join: [ { get_input: i }, "," ] }'],
    [list, list, '{ concat: [ { get_input: i }, { get_input: i } ] }'],
  ])('may stand where one of its values fits: %s from %s by %s', async (type, input, value) => {
    expect(await errorsIn(simple(type, input, value))).toEqual([]);
  });

  it('is compared also through a property, in an output and in a capability', async () => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types: { N: { derived_from: tosca.nodes.Root, properties: { l: ${list}, i: { type: integer, required: false } } } }
topology_template:
  inputs: { l: ${list} }
  node_templates:
    a: { type: N, properties: { l: { get_input: l } } }
    b: { type: N, properties: { l: [], i: { get_property: [ a, l ] } } }
    vm: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: { get_input: l } } } } }
  outputs: { o: { type: integer, value: { get_input: l } } }
`;
    const places = (await errorsIn(text)).map((each) => each.split(' ')[2]?.replace(/:$/, ''));
    expect(places).toEqual([
      'topology_template.node_templates.b.properties.i',
      'topology_template.node_templates.vm.capabilities.host.properties.num_cpus',
      'topology_template.outputs.o.value',
    ]);
  });

  it('is not converted in 2.0', async () => {
    const strict = (type: string) => `tosca_definitions_version: tosca_2_0
node_types: { N: { properties: { p: { type: integer } } } }
service_template:
  inputs: { i: { type: ${type} } }
  node_templates: { n: { type: N, properties: { p: { $get_input: i } } } }
`;
    expect(await errorsIn(strict('string'))).toHaveLength(1);
    expect(await errorsIn(strict('integer'))).toEqual([]);
  });
});

describe('a version in 1.x', () => {
  const version = (value: string) => simple('{ type: version }', '{ type: string, default: a }', value);

  it.each(['7', '1.10', '16.04', '1.2.3.beta-4', '1.2.3.4'])('may be %s', async (value) => {
    expect(await errorsIn(version(`"${value}"`))).toEqual([]);
  });

  it.each(['latest', 'jammy', 'v1.2', '1.x', '1..0'])('is not %s', async (value) => {
    expect(await errorsIn(version(`"${value}"`))).toEqual([expect.stringContaining('value-type')]);
  });
});
