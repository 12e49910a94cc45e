import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import { processTemplate } from '../../../src/tosca/process.ts';
import { noImports } from '../fixtures.ts';

const problemsOf = async (properties: string): Promise<string[]> => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template: { node_templates: { it: { type: tosca.nodes.Compute, capabilities: { scalable: { properties: ${properties} } } } } }`;
  const { problems } = await processTemplate(text, { inputs: {}, imports: noImports });
  return problems.map(({ severity, message }) => `${severity}: ${message}`);
};

it.each([
  ['{ min_instances: 1, max_instances: 3, default_instances: 5 }', '5; its scalable allows 1 to 3'],
  ['{ max_instances: 3, default_instances: 4 }', '4; its scalable allows at most 3'],
  ['{ min_instances: 3, default_instances: 2 }', '2; its scalable allows at least 3'],
])('%s is an error', async (properties, said) => {
  expect(await problemsOf(properties)).toEqual([`error: it has default_instances ${said}`]);
});

it('bounds between which there is no number are an error', async () => {
  expect(await problemsOf('{ min_instances: 3, max_instances: 1 }')).toEqual([
    'error: it has min_instances 3, more than its max_instances 1',
  ]);
});

it.each([
  '{ min_instances: 1, max_instances: 3 }',
  '{ min_instances: 1, max_instances: 3, default_instances: 3 }',
  '{ default_instances: 7 }',
  '{ min_instances: 2, default_instances: 2 }',
])('%s gives none', async (properties) => expect(await problemsOf(properties)).toEqual([]));

/** The Infrastructure Manager's parser compares the three as they are written. */
const sentFor = async (text: string): Promise<unknown> => {
  const { text: readable, processed } = await deployable(text, { inputs: {}, imports: noImports });
  expect(processed.problems).toEqual([]);
  const { topology_template: topology } = load(bindTemplate(readable, { inputs: {}, name: 'x' })) as Sent;
  return topology.node_templates['it']?.capabilities.scalable.properties;
};

interface Sent {
  readonly topology_template: {
    readonly node_templates: {
      readonly it?: { readonly capabilities: { readonly scalable: { readonly properties: object } } };
    };
  };
}

it.each([
  ['{ default_instances: 7 }', [1, 7, 7]],
  ['{ default_instances: { get_input: n }, max_instances: 9 }', [1, 9, 3]],
  [
    '{ min_instances: { get_input: n }, max_instances: { get_input: n }, default_instances: { get_input: n } }',
    [3, 3, 3],
  ],
  ['{ min_instances: 2, max_instances: 5, default_instances: 2 }', [2, 5, 2]],
])('%s is sent as three numbers', async (properties, [min_instances, max_instances, default_instances]) => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: { n: { type: integer, default: 3 } }
  node_templates: { it: { type: tosca.nodes.Compute, capabilities: { scalable: { properties: ${properties} } } } }`;
  expect(await sentFor(text)).toEqual({ min_instances, max_instances, default_instances });
});

it('of 2.0 is sent as three numbers', async () => {
  const text = `tosca_definitions_version: tosca_2_0
imports: [ { profile: "org.oasis-open.tosca.simple:2.0" } ]
service_template:
  node_templates:
    it: { type: Compute, capabilities: { scalable: { properties: { min_instances: 1, max_instances: 4, default_instances: 2 } } } }`;
  expect(await sentFor(text)).toEqual({ min_instances: 1, max_instances: 4, default_instances: 2 });
});

it('numbers that a node type gives are sent with the others of its machine', async () => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types: { Farm: { derived_from: tosca.nodes.Compute, capabilities: { scalable: { type: tosca.capabilities.Scalable, properties: { default_instances: { type: integer, default: 2 }, max_instances: { type: integer, default: 3 } } } } } }
topology_template: { node_templates: { it: { type: Farm } } }`;
  expect(await sentFor(text)).toEqual({ min_instances: 1, max_instances: 3, default_instances: 2 });
});
