import { expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import { noImports } from '../fixtures.ts';

/** What is sent of the node `it`, as text: its parser takes 1.0 for a float, and refuses 1. */
const sentOf = async (types: string, assigned = ''): Promise<string> => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
data_types: { Space: { derived_from: tosca.datatypes.Root, properties: { shares: { type: list, entry_schema: { type: float }, default: [ 1, 2.5 ] }, name: { type: string, default: a } } } }
capability_types:
  Door: { derived_from: tosca.capabilities.Root, properties: { rate: { type: float, default: 2 }, floor: { type: integer, default: 3 } } }
  Inner: { derived_from: Door }
  Spacious: { derived_from: Door, properties: { space: { type: Space, default: {} } } }
  Far: { derived_from: Spacious }
node_types:
  Soft: { derived_from: tosca.nodes.Root, properties: { speed: { type: float, default: 6 } }, capabilities: { ${types} } }
topology_template: { node_templates: { it: { type: Soft${assigned} } } }`;
  const { text: readable, processed } = await deployable(text, { inputs: {}, imports: noImports });
  expect(processed.problems).toEqual([]);
  return /\bit: \{type: Soft, (.*)\}$/m.exec(bindTemplate(readable, { inputs: {}, name: 'x' }))?.[1] ?? '';
};

const rate = (value: string): string => `rate: { type: float, default: ${value} }`;

it.each([
  ['that a node type refines', `door: { type: Door, properties: { ${rate('1')} } }`, '', 'rate: 1.0'],
  ['below zero', `door: { type: Door, properties: { ${rate('-4')} } }`, '', 'rate: -4.0'],
  ['of the type above', 'door: { type: Inner }', '', 'rate: 2.0, floor: 3'],
  [
    'that a property gives',
    `door: { type: Door, properties: { ${rate('{ get_property: [ SELF, speed ] }')} } }`,
    '',
    'rate: 6.0',
  ],
  ['in a list of a data type', 'door: { type: Far }', '', 'space: {shares: [1.0, 2.5], name: a}'],
  [
    'beside an assigned capability',
    `door: { type: Door, properties: { ${rate('1')} } }`,
    ', capabilities: { door: { properties: { floor: 9 } } }',
    'floor: 9, rate: 1.0',
  ],
  [
    'in an assigned capability without properties',
    `door: { type: Door, properties: { ${rate('1')} } }, other: { type: Door }`,
    ', capabilities: { door: { attributes: {} } }',
    'rate: 1.0',
  ],
  [
    'beside another capability',
    `door: { type: Door, properties: { ${rate('1')} } }, other: { type: Door }`,
    ', capabilities: { other: { properties: { floor: 9 } } }',
    'door: {properties: {rate: 1.0',
  ],
])('a whole default of a float %s is sent as a float', async (_, types, assigned, sent) =>
  expect(await sentOf(types, assigned)).toContain(sent),
);
