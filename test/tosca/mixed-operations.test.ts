import { describe, expect, it } from 'vitest';
import { unsupportedReasons } from '../../src/domain/infrastructure-manager/unsupported.ts';
import { topologyOf } from './fixtures.ts';

const reasons = async (relationship: string, ofJoins = '') => {
  const { nodes } = await topologyOf(`tosca_definitions_version: tosca_simple_yaml_1_3
relationship_types:
  my.Base:
    derived_from: tosca.relationships.ConnectsTo
    interfaces: { Configure: { add_target: { implementation: https://scripts.example/a.yml, inputs: { a: base } } } }
  my.Empty: { derived_from: tosca.relationships.ConnectsTo, interfaces: { Configure: { add_target: { implementation: } } } }
  my.Joins:
    derived_from: my.Base
${ofJoins}
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    a: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: vm }, { dependency: { node: b, relationship: ${relationship} } } ] }
    b: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: vm } ] }
`);
  return unsupportedReasons(nodes);
};

const assigned = (operation: string) => `{ type: my.Base, interfaces: { Configure: { add_target: ${operation} } } }`;

describe('an operation of a relationship', () => {
  it.each([
    ['a file of its own', assigned('https://scripts.example/own.yml'), ''],
    ['an input of its own', assigned('{ inputs: { a: own } }'), ''],
    ['a type above', 'my.Joins', '    interfaces: { Configure: { add_source: https://scripts.example/b.yml } }'],
  ])('is a reason against the manager where it has %s beside that of its type', async (_, relationship, ofJoins) => {
    expect(await reasons(relationship, ofJoins)).toEqual([
      expect.stringMatching(/operation add_target of the requirement dependency of node a/),
    ]);
  });

  it.each([
    ['its type alone gives it', 'my.Base'],
    ['a type above alone gives it', 'my.Joins'],
    [
      'its type names it and gives nothing',
      '{ type: my.Empty, interfaces: { Configure: { add_target: https://scripts.example/own.yml } } }',
    ],
    [
      'the template alone gives it',
      '{ type: tosca.relationships.ConnectsTo, interfaces: { Configure: { add_target: https://scripts.example/own.yml } } }',
    ],
    [
      'the template gives another',
      '{ type: my.Base, interfaces: { Configure: { add_source: https://scripts.example/b.yml } } }',
    ],
  ])('is none where %s', async (_, relationship) => {
    expect(await reasons(relationship)).toEqual([]);
  });
});
