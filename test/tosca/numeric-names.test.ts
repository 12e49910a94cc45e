import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { noImports } from './fixtures.ts';

/** Names and keys that YAML may take for other numbers or for booleans: TOSCA has texts there. */
const template = (expression: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    0x20: { type: string, default: hex }
    codes: { type: map, entry_schema: { type: string }, default: { 007: bond, 1.0: one, True: yes, 16: decimal, 0x10: hexadecimal } }
    plain: { type: list, entry_schema: { type: string }, default: [ a, b ] }
  node_templates:
    007:
      type: tosca.nodes.Compute
      capabilities:
        endpoint: { properties: { ports: { 0x10: { protocol: tcp, source: 80 }, 16: { protocol: tcp, source: 81 } } } }
    client: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: 007 } ] }
  outputs: { result: { value: ${expression} } }
`;

const result = async (expression: string) => {
  const { problems, ...rest } = await processTemplate(template(expression), { inputs: {}, imports: noImports });
  const output = 'topology' in rest ? rest.topology?.outputs[0] : undefined;
  return { problems: problems.map(({ message }) => message), value: output?.value };
};

it('a node whose name is a whole number stays a name where only the deployment can answer', async () => {
  const named = template('{ get_attribute: [ 7, private_address, 0 ] }').replaceAll('007', '7');
  const { problems, ...rest } = await processTemplate(named, { inputs: {}, imports: noImports });
  expect(problems).toEqual([]);
  const output = 'topology' in rest ? rest.topology?.outputs[0] : undefined;
  expect(output?.value).toEqual({ get_attribute: ['7', 'private_address', 0] });
});

describe('names and keys that look like numbers', () => {
  it.each<[string, Json]>([
    ['{ get_input: 0x20 }', 'hex'],
    ['{ get_input: [ codes, 007 ] }', 'bond'],
    ['{ get_input: [ codes, 1.0 ] }', 'one'],
    ['{ get_input: [ codes, True ] }', 'yes'],
    ['{ get_input: [ codes, 16 ] }', 'decimal'],
    ['{ get_input: [ codes, 0x10 ] }', 'hexadecimal'],
    ['{ get_input: [ codes, "0x10" ] }', 'hexadecimal'],
    ['{ get_input: [ plain, 0x1 ] }', 'b'],
    ['{ get_property: [ 007, endpoint, ports, 0x10, source ] }', 80],
    ['{ get_property: [ 007, endpoint, ports, 16, source ] }', 81],
    ['{ get_property: [ client, host, endpoint, ports, 0x10, source ] }', 80],
    ['{ get_attribute: [ 007, private_address ] }', { get_attribute: ['007', 'private_address'] }],
    [
      '{ get_attribute: [ 007, networks, 0x10, addresses, 0 ] }',
      { get_attribute: ['007', 'networks', '0x10', 'addresses', 0] },
    ],
    ['{ concat: [ a, { get_attribute: [ 007, state ] } ] }', { concat: ['a', { get_attribute: ['007', 'state'] }] }],
  ])('%s', async (expression, value) => {
    expect(await result(expression)).toEqual({ problems: [], value });
  });
});
