import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { noImports } from './fixtures.ts';

/** Section 4 of the standard (1.3), case by case. */
const template = (
  expression: string,
  version = '1_3',
): string => `tosca_definitions_version: tosca_simple_yaml_${version}
data_types:
  my.Address: { properties: { street: { type: string }, numbers: { type: list, entry_schema: { type: integer } }, note: { type: string, required: false } } }
capability_types:
  my.Service: { derived_from: tosca.capabilities.Root, properties: { address: { type: my.Address } }, attributes: { load: { type: float } } }
relationship_types:
  my.Uses:
    derived_from: tosca.relationships.Root
    properties: { weight: { type: integer, default: 1 }, seen: { type: string, required: false } }
    attributes: { opened: { type: string } }
    interfaces: { Watch: { type: my.Watch } }
interface_types:
  my.Watch: { derived_from: tosca.interfaces.Root, begin: { } }
group_types:
  my.Pair: { derived_from: tosca.groups.Root, properties: { colour: { type: string } } }
node_types:
  my.Server:
    derived_from: tosca.nodes.Root
    properties:
      address: { type: my.Address }
      matrix: { type: list, entry_schema: { type: list, entry_schema: { type: integer } }, default: [ [ 1, 2 ], [ 3, 4 ] ] }
    attributes: { addresses: { type: list, entry_schema: { type: my.Address } } }
    capabilities: { service: { type: my.Service } }
    artifacts: { image: { type: tosca.artifacts.File, file: image.img } }
  my.Layer:
    derived_from: tosca.nodes.SoftwareComponent
    capabilities: { layer: { type: tosca.capabilities.Compute } }
  my.Client:
    derived_from: tosca.nodes.Root
    properties: { seen: { type: string, required: false } }
    requirements:
      - host: { capability: tosca.capabilities.Compute, relationship: tosca.relationships.HostedOn }
      - service: { capability: my.Service, relationship: my.Uses, occurrences: [ 0, UNBOUNDED ] }
topology_template:
  inputs: { place: { type: my.Address, default: { street: Main, numbers: [ 7, 8 ] } } }
  relationship_templates: { link: { type: my.Uses, properties: { weight: 3, seen: { get_property: [ TARGET, address, street ] } } } }
  groups: { pair: { type: my.Pair, members: [ server, client ], properties: { colour: red } } }
  node_templates:
    server:
      type: my.Server
      properties: { address: { street: High, numbers: [ 1, 2 ] } }
      capabilities: { service: { properties: { address: { street: Low, numbers: [ 3 ] } } } }
    machine: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 2 } } } }
    middle: { type: my.Layer, requirements: [ { host: machine } ] }
    client:
      type: my.Client
      properties: { seen: ${expression.includes('SELF') || expression.includes('HOST') ? expression : 'nothing'} }
      requirements:
        - host: middle
        - service: { node: server, relationship: link }
  outputs:
    result: { value: ${expression.includes('SELF') || expression.includes('HOST') ? '{ get_property: [ client, seen ] }' : expression} }
`;

const process = async (expression: string, version?: string) => {
  const { ok, problems, ...rest } = await processTemplate(template(expression, version), {
    inputs: {},
    imports: noImports,
  });
  const output = 'topology' in rest ? rest.topology?.outputs[0] : undefined;
  return { ok, found: problems.map(({ severity, code }) => `${severity} ${code}`), output };
};

describe('get_property', () => {
  it.each<[string, string, Json]>([
    ['of a node', '{ get_property: [ server, address ] }', { street: 'High', numbers: [1, 2] }],
    ['a key inside its value', '{ get_property: [ server, address, street ] }', 'High'],
    ['an index inside its value', '{ get_property: [ server, address, numbers, 1 ] }', 2],
    ['an index of an index', '{ get_property: [ server, matrix, 1, 0 ] }', 3],
    ['of a capability', '{ get_property: [ server, service, address, street ] }', 'Low'],
    ['of a capability, an index', '{ get_property: [ server, service, address, numbers, 0 ] }', 3],
    ['through a requirement, of the relationship', '{ get_property: [ client, service, weight ] }', 3],
    ['through a requirement, of the capability', '{ get_property: [ client, service, address, street ] }', 'Low'],
    ['through a requirement, of the node', '{ get_property: [ client, service, matrix, 0, 1 ] }', 2],
    ['through two requirements', '{ get_property: [ client, host, host, num_cpus ] }', 2],
    ['of a relationship template', '{ get_property: [ link, weight ] }', 3],
    ['of a group', '{ get_property: [ pair, colour ] }', 'red'],
    ['of the target, in the relationship', '{ get_property: [ client, service, seen ] }', 'High'],
    ['what the type has and the value has not', '{ get_property: [ server, address, note ] }', null],
    ['of SELF', '{ concat: [ { get_property: [ SELF, service, address, street ] } ] }', 'Low'],
    ['of the host of the host', '{ concat: [ { get_property: [ HOST, host, num_cpus ] } ] }', '2'],
  ])('reads %s', async (_, expression, value) => {
    expect(await process(expression)).toEqual({
      ok: true,
      found: [],
      output: { name: 'result', value, deferred: false },
    });
  });

  it.each([
    ['no such key', '{ get_property: [ server, address, town ] }', 'function-value'],
    ['no such index', '{ get_property: [ server, address, numbers, 2 ] }', 'function-value'],
    ['no such property', '{ get_property: [ server, adress ] }', 'property-unknown'],
    ['no such property of the capability', '{ get_property: [ server, service, port ] }', 'property-unknown'],
    ['no such property behind the requirement', '{ get_property: [ client, service, port ] }', 'property-unknown'],
    ['no such property of the group', '{ get_property: [ pair, color ] }', 'property-unknown'],
    ['no such node', '{ get_property: [ sever, address ] }', 'node-unknown'],
    ['a node alone', '{ get_property: server }', 'function-arguments'],
    ['a capability alone', '{ get_property: [ server, service ] }', 'function-arguments'],
    ['TARGET where there is no relationship', '{ get_property: [ TARGET, address ] }', 'function-arguments'],
  ])('refuses %s', async (_, expression, code) => {
    expect((await process(expression)).found).toEqual([`error ${code}`]);
  });
});

describe('get_attribute', () => {
  it.each([
    ['of a node', '{ get_attribute: [ machine, private_address ] }'],
    ['inside a list', '{ get_attribute: [ server, addresses, 0, street ] }'],
    ['of a capability', '{ get_attribute: [ server, service, load ] }'],
    ['through a requirement', '{ get_attribute: [ client, service, addresses, 0 ] }'],
    ['through a requirement, of the relationship', '{ get_attribute: [ client, service, opened ] }'],
    ['of a relationship template', '{ get_attribute: [ link, opened ] }'],
    ['every node has', '{ get_attribute: [ server, tosca_id ] }'],
  ])('leaves an attribute %s to the deployment', async (_, expression) => {
    const { ok, found, output } = await process(expression);
    expect({ ok, found, deferred: output?.deferred }).toEqual({ ok: true, found: [], deferred: true });
  });

  it.each([
    ['error', 'no such attribute of the node', '{ get_attribute: [ machine, public_adress ] }'],
    ['warning', 'no such attribute of the capability', '{ get_attribute: [ server, service, weight ] }'],
    ['error', 'no such attribute behind the requirement', '{ get_attribute: [ client, service, weigth ] }'],
    ['warning', 'no such attribute of the relationship', '{ get_attribute: [ link, closed ] }'],
  ])('%s: there is %s', async (severity, _, expression) => {
    expect((await process(expression)).found).toEqual([`${severity} attribute-unknown`]);
  });
});

describe('functions of the deployment', () => {
  it.each([
    ['{ get_operation_output: [ client, Standard, create, port ] }', []],
    ['{ get_operation_output: [ link, Watch, begin, port ] }', []],
    ['{ get_operation_output: [ client, Standart, create, port ] }', ['error interface-unknown']],
    ['{ get_operation_output: [ client, Standard, make, port ] }', ['warning operation-unknown']],
    ['{ get_operation_output: [ client, Standard, create ] }', ['error function-arguments']],
    ['{ get_operation_output: [ nobody, Standard, create, port ] }', ['error node-unknown']],
    ['{ get_artifact: [ server, image ] }', []],
    ['{ get_artifact: [ server, image, LOCAL_FILE, true ] }', []],
    ['{ get_artifact: [ server, picture ] }', ['warning artifact-unknown']],
    ['{ get_artifact: server }', ['error function-arguments']],
    ['{ get_artifact: [ server, image, LOCAL_FILE, true, more ] }', ['error function-arguments']],
    ['{ get_nodes_of_type: my.Nothing }', ['error type-unknown']],
    ['{ get_nodes_of_type: [ ] }', ['error function-arguments']],
  ])('%s: %j', async (expression, expected) => {
    expect((await process(expression)).found).toEqual(expected);
  });

  it('name the nodes of a type, and of those that derive from it', async () => {
    expect((await process('{ get_nodes_of_type: tosca.nodes.Root }')).output?.value).toEqual([
      'server',
      'machine',
      'middle',
      'client',
    ]);
  });
});

describe('functions that came later', () => {
  it.each<[string, string, Json, string]>([
    ['1_0', '{ join: [ [ a, b ], "-" ] }', 'a-b', '1.2'],
    ['1_1', '{ join: [ [ a, b ], "-" ] }', 'a-b', '1.2'],
    ['1_2', '{ get_input: [ place, street ] }', 'Main', '1.3'],
    ['1_3', '{ $concat: [ a, b ] }', { $concat: ['a', 'b'] }, '2.0'],
  ])('in %s %s is %j, with a warning that names %s', async (version, expression, value) => {
    const { found, output } = await process(expression, version);
    expect({ found, value: output?.value }).toEqual({ found: ['warning function-version'], value });
  });

  it.each([
    ['1_0', '{ token: [ "a:b", ":", 1 ] }'],
    ['1_0', '{ concat: [ a, b ] }'],
    ['1_2', '{ join: [ [ a, b ] ] }'],
    ['1_3', '{ get_input: [ place, numbers, 1 ] }'],
    ['1_3', '{ $money: 5 }'],
  ])('in %s %s is nothing to speak of', async (version, expression) => {
    expect((await process(expression, version)).found).toEqual([]);
  });
});
