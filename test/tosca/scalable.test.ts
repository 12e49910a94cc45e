import { expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import { noImports } from './fixtures.ts';

const warningsOf = async (properties: string): Promise<string[]> => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template: { node_templates: { it: { type: tosca.nodes.Compute, capabilities: { scalable: { properties: ${properties} } } } } }`;
  const { problems } = await processTemplate(text, { inputs: {}, imports: noImports });
  return problems.map(({ severity, message }) => `${severity}: ${message}`);
};

it.each([
  ['{ min_instances: 1, max_instances: 3, default_instances: 5 }', '5; its scalable allows 1 to 3'],
  ['{ max_instances: 3, default_instances: 4 }', '4; its scalable allows at most 3'],
  ['{ min_instances: 3, default_instances: 2 }', '2; its scalable allows at least 3'],
])('%s gives a warning', async (properties, said) => {
  expect(await warningsOf(properties)).toEqual([`warning: it has default_instances ${said}`]);
});

it.each([
  '{ min_instances: 1, max_instances: 3, default_instances: 3 }',
  '{ default_instances: 7 }',
  '{ min_instances: 2, default_instances: 2 }',
])('%s gives none', async (properties) => expect(await warningsOf(properties)).toEqual([]));
