import { describe, expect, it } from 'vitest';
import { formsOf } from '../../src/domain/infrastructure-manager/forms/forms.ts';
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

describe('operations of one name at one node', () => {
  const joined = (of: Readonly<Record<string, readonly (readonly [target: string, step: string, file: string])[]>>) => {
    const nodes = ['a', 'b', 'c', 'disk'].map((name) => {
      const joins = (of[name] ?? []).map(
        ([target, step, file]) =>
          `{ dependency: { node: ${target}, relationship: { type: tosca.relationships.DependsOn, interfaces: { Configure: { ${step}: { implementation: https://scripts.example/${file}.yml } } } } } }`,
      );
      return name === 'disk'
        ? '    disk: { type: tosca.nodes.BlockStorage, properties: { size: 1 GB } }'
        : `    ${name}: { type: tosca.nodes.SoftwareComponent, requirements: [ ${['{ host: vm }', ...joins].join(', ')} ] }`;
    });
    return topologyOf(
      `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    vm: { type: tosca.nodes.Compute }\n${nodes.join('\n')}\n`,
    );
  };

  it.each<[string, Parameters<typeof joined>[0], RegExp]>([
    [
      'the source of two relationships',
      {
        a: [
          ['b', 'pre_configure_source', 'x'],
          ['c', 'pre_configure_source', 'y'],
        ],
      },
      /pre_configure_source .*node a .*dependency of a and dependency of a/,
    ],
    [
      'the target of two nodes',
      { a: [['c', 'add_target', 'x']], b: [['c', 'add_target', 'y']] },
      /add_target .*node c .*dependency of a and dependency of b/,
    ],
  ])('are a reason against the manager at %s', async (_, of, reason) => {
    expect(unsupportedReasons((await joined(of)).nodes)).toEqual([expect.stringMatching(reason)]);
  });

  it.each<[string, Parameters<typeof joined>[0]]>([
    [
      'other names',
      {
        a: [
          ['b', 'pre_configure_source', 'x'],
          ['c', 'post_configure_source', 'y'],
        ],
      },
    ],
    [
      'other nodes',
      {
        a: [
          ['b', 'add_target', 'x'],
          ['c', 'add_target', 'y'],
        ],
      },
    ],
    [
      'the same file without inputs',
      {
        a: [
          ['b', 'add_source', 'x'],
          ['c', 'add_source', 'x'],
        ],
      },
    ],
  ])('are none with %s', async (_, of) => {
    expect(unsupportedReasons((await joined(of)).nodes)).toEqual([]);
  });

  it('are said to be not run where their node has no machine', async () => {
    const { nodes } = await joined({ a: [['disk', 'pre_configure_target', 'x']], b: [['disk', 'add_source', 'y']] });
    expect(formsOf(nodes).notes).toEqual([expect.stringMatching(/pre_configure_target .*node a .*disk/)]);
  });
});
