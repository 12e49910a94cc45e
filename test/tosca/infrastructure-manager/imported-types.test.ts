import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';

const types = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.App: { derived_from: tosca.nodes.SoftwareComponent, properties: { port: { type: integer, default: 80 } } }
relationship_types:
  my.Joins:
    derived_from: tosca.relationships.ConnectsTo
    interfaces:
      Configure:
        add_target: { implementation: https://scripts.example/join.yml, inputs: { port: { get_attribute: [ TARGET, port ] } } }
        remove_target: https://scripts.example/leave.yml
`;

const sent = async (nodes: string): Promise<{ readonly relationship_types?: object }> => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ https://types.example/types.yaml ]
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
${nodes}`;
  const imports = { read: () => Promise.resolve(types) };
  const { text: readable, processed } = await deployable(text, { inputs: {}, imports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return load(bindTemplate(readable, { inputs: {}, name: 'x' })) as { readonly relationship_types?: object };
};

const app = (name: string, target: string, values = '') =>
  `    ${name}: { type: my.App${values}, requirements: [ { host: vm }, { dependency: { node: ${target}, relationship: my.Joins } } ] }\n`;

describe('a relationship type of an import', () => {
  it('is defined by the template, without what the manager would run at once, and with values for calls', async () => {
    const { relationship_types: written } = await sent(
      `${app('a', 'b')}    b: { type: my.App, requirements: [ { host: vm } ] }`,
    );
    expect(written).toEqual({
      'my.Joins': {
        derived_from: 'tosca.relationships.ConnectsTo',
        interfaces: {
          Configure: { add_target: { implementation: 'https://scripts.example/join.yml', inputs: { port: 80 } } },
        },
      },
    });
  });

  it('keeps a call whose value differs from one relationship to the next', async () => {
    const { relationship_types: written } = await sent(
      `${app('a', 'b')}${app('c', 'd')}    b: { type: my.App, requirements: [ { host: vm } ] }
    d: { type: my.App, properties: { port: 81 }, requirements: [ { host: vm } ] }`,
    );
    expect(written).toMatchObject({
      'my.Joins': {
        interfaces: { Configure: { add_target: { inputs: { port: { get_attribute: ['TARGET', 'port'] } } } } },
      },
    });
  });

  it('stays in the import where nothing is wrong with it', async () => {
    expect(await sent('    b: { type: my.App, requirements: [ { host: vm } ] }')).not.toHaveProperty(
      'relationship_types',
    );
  });
});
