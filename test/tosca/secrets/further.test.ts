import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../../src/tosca/process.ts';
import { noImports } from '../fixtures.ts';

const types = `
data_types: { my.Secret: { derived_from: string } }
relationship_types: { my.Login: { derived_from: tosca.relationships.DependsOn, properties: { credential: { type: tosca.datatypes.Credential } } } }
group_types: { my.Group: { derived_from: tosca.groups.Root, properties: { join_token: { type: string } } } }
policy_types: { my.Policy: { derived_from: tosca.policies.Root } }
artifact_types: { my.File: { derived_from: tosca.artifacts.File, properties: { password: { type: string } } } }
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      password: { type: string, required: false }
      hint: { type: string, required: false, metadata: { secret: 'true' } }
    interfaces:
      Own: { type: tosca.interfaces.Root, operations: { rotate: { inputs: { api_key: { type: string, required: false }, size: { type: string, required: false } } }, rotate_token: {} } }
`;

const secretInputs = async (own: string, more = ''): Promise<readonly string[]> => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
${types}topology_template:
  inputs: { foo: { type: string, default: hunter2 }, other: { type: string, default: shown } }
  node_templates:
    m: { type: tosca.nodes.Compute }
    p:
      type: my.App
      requirements: [ { host: m } ]
      ${own}
  ${more}
`;
  const processed = await processTemplate(text, { inputs: {}, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  const found = processed.topology.secrets.flatMap(({ at: [where, name = ''] }) => (where === 'inputs' ? [name] : []));
  return [...new Set(found)];
};

const steps = (activity: string): string =>
  `workflows: { change_password: { steps: { new_secret: { target: p, activities: [ ${activity} ] } } } }`;

describe('an input becomes a secret', () => {
  it.each([
    [
      'the input of a call of an operation',
      steps('{ call_operation: { operation: Own.rotate, inputs: { api_key: { get_input: foo } } } }'),
    ],
    [
      'the input of a workflow within a workflow',
      steps('{ inline: { workflow: change_password, inputs: { db_password: { get_input: foo } } } }'),
    ],
    [
      'a default of an input of a workflow',
      'workflows: { w: { inputs: { pin: { type: string, default: { get_input: foo } } }, steps: {} } }',
    ],
    [
      'what a trigger of a policy gives',
      'policies: [ { k: { type: my.Policy, targets: [ p ], triggers: { t: { event: e, action: [ { call_operation: { operation: Own.rotate, inputs: { api_key: { get_input: foo } } } } ] } } } } ]',
    ],
    [
      'a property of a group',
      'groups: { g: { type: my.Group, members: [ p ], properties: { join_token: { get_input: foo } } } }',
    ],
    [
      'a relationship template that no requirement uses',
      'relationship_templates: { r: { type: my.Login, properties: { credential: { user: { get_input: other }, token: { get_input: foo } } } } }',
    ],
    [
      'a property of the node that the template stands for',
      'substitution_mappings: { node_type: my.App, properties: { password: [ foo ] } }',
    ],
    [
      'one whose definition says so',
      'substitution_mappings: { node_type: my.App, properties: { hint: { mapping: [ foo ] } } }',
    ],
  ])('as %s', async (_, more) => expect(await secretInputs('properties: {}', more)).toEqual(['foo']));

  it.each([
    [
      'a property of an artifact',
      'artifacts: { f: { file: f.sh, type: my.File, properties: { password: { get_input: foo } } } }',
    ],
    [
      'an input of an operation without an implementation',
      'interfaces: { Own: { rotate: { inputs: { api_key: { get_input: foo } } } } }',
    ],
  ])('as %s', async (_, own) => expect(await secretInputs(own)).toEqual(['foo']));
});

describe('an input becomes no secret', () => {
  it.each([
    [
      'within a step with the name of one',
      steps('{ call_operation: { operation: Own.rotate, inputs: { size: { get_input: foo } } } }'),
    ],
    [
      'as another property of the node that the template stands for',
      'substitution_mappings: { node_type: tosca.nodes.SoftwareComponent, properties: { component_version: [ foo ] } }',
    ],
  ])('%s', async (_, more) => expect(await secretInputs('properties: {}', more)).toEqual([]));

  it('as an input of an operation of the name of one', async () => {
    const own = 'interfaces: { Own: { rotate_token: { inputs: { size: { get_input: foo } } } } }';
    expect(await secretInputs(own)).toEqual([]);
  });
});
