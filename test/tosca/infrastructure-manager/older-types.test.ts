import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';

const sent = (body: string) =>
  load(bindTemplate(`tosca_definitions_version: tosca_simple_yaml_1_3\n${body}`, { inputs: {}, name: 'x' })) as {
    readonly [section: string]: unknown;
    readonly topology_template: { readonly [section: string]: unknown };
  };

const typesOf = (section: string, types: string) => sent(`${section}: ${types}\ntopology_template: {}`)[section];

describe('types that the parser of the Infrastructure Manager does not know', () => {
  it.each([
    ['tosca.nodes.Storage.BlockStorage', 'tosca.nodes.BlockStorage'],
    ['tosca.nodes.Storage.ObjectStorage', 'tosca.nodes.ObjectStorage'],
  ])('get the name that they had in 1.0: %s', (name, older) => {
    const { node_types, topology_template } = sent(`node_types: { my.Disk: { derived_from: ${name} } }
topology_template:
  node_templates: { disk: { type: ${name}, properties: { size: 1 GB, label: ${name} } } }
  groups: { g: { type: my.Group, members: [ disk ] } }
`);
    expect(node_types).toEqual({ 'my.Disk': { derived_from: older } });
    expect(topology_template['node_templates']).toEqual({
      disk: { type: older, properties: { size: '1 GB', label: name } },
    });
  });

  it('lose the name of a block storage, which is a property since 1.1', () => {
    const { topology_template } = sent(`topology_template:
  node_templates:
    disk: { type: tosca.nodes.Storage.BlockStorage, properties: { name: data, size: 1 GB } }
    bucket: { type: tosca.nodes.Storage.ObjectStorage, properties: { name: data } }
`);
    expect(topology_template['node_templates']).toEqual({
      disk: { type: 'tosca.nodes.BlockStorage', properties: { size: '1 GB' } },
      bucket: { type: 'tosca.nodes.ObjectStorage', properties: { name: 'data' } },
    });
  });

  it('are other capabilities', () => {
    const of = (capability: string) => ({ relationship: 'my.Joins', node: 'my.Node', capability });
    const written = (capability: string) => JSON.stringify([{ at: of(capability) }]);
    const types = ['Compute', 'Storage', 'Network', 'Endpoint'].map(
      (name) => `my.${name}: { requirements: ${written(`tosca.capabilities.${name}`)} }`,
    );
    expect(typesOf('node_types', `{ ${types.join(', ')} }`)).toEqual({
      'my.Compute': { requirements: [{ at: of('tosca.capabilities.Container') }] },
      'my.Storage': { requirements: [{ at: of('tosca.capabilities.Node') }] },
      'my.Network': { requirements: [{ at: of('tosca.capabilities.Node') }] },
      'my.Endpoint': { requirements: [{ at: of('tosca.capabilities.Endpoint') }] },
    });
  });
});

describe('definitions that the parser of the Infrastructure Manager does not know', () => {
  it('become maps where they are capabilities and requirements in their short forms', () => {
    const short = '{ my.App: { capabilities: { web: my.Web }, requirements: [ db: tosca.capabilities.Endpoint ] } }';
    expect(typesOf('node_types', short)).toEqual({
      'my.App': {
        capabilities: { web: { type: 'my.Web' } },
        requirements: [{ db: { capability: 'tosca.capabilities.Endpoint' } }],
      },
    });
  });

  it.each(['my.Cap', 'tosca.capabilities.Node', 'tosca.capabilities.Storage'])(
    'get a node type where only their capability is named, and no normative node has %s alone',
    (capability) => {
      expect(
        typesOf('node_types', `{ my.App: { requirements: [ at: { capability: ${capability} } ] } }`),
      ).toMatchObject({ 'my.App': { requirements: [{ at: { node: 'tosca.nodes.Root' } }] } });
    },
  );

  it.each([
    ['{ type: scalar-unit.bitrate, constraints: [ greater_or_equal: 1 Mbps ] }', { type: 'string' }],
    ['{ type: json }', { type: 'string' }],
    ['{ type: tosca.datatypes.TimeInterval }', { type: 'map' }],
    ['{ type: version, constraints: [ greater_or_equal: "1.2" ] }', { type: 'version' }],
    ['{ type: string, constraints: [ pattern: "http|https" ] }', { type: 'string' }],
    [
      '{ type: list, entry_schema: { type: string, constraints: [ pattern: "a|ab" ] } }',
      { type: 'list', entry_schema: { type: 'string' } },
    ],
    ['{ type: list, entry_schema: string }', { type: 'list', entry_schema: { type: 'string' } }],
    ['{ type: map, entry_schema: { type: scalar-unit.bitrate } }', { type: 'map', entry_schema: { type: 'string' } }],
  ])('are written in its words where they are properties: %s', (definition, written) => {
    expect(typesOf('node_types', `{ my.App: { properties: { a: ${definition} } } }`)).toEqual({
      'my.App': { properties: { a: written } },
    });
  });

  it('have the simple type that their data type derives from, also over others', () => {
    const { node_types, topology_template } = sent(`data_types:
  my.Third: { derived_from: my.Second }
  my.Second: { derived_from: my.First }
  my.First: { derived_from: scalar-unit.size }
  my.Map: { derived_from: tosca.datatypes.Root, properties: { a: { type: string, constraints: [ pattern: "a|ab" ] } } }
  my.Circle: { derived_from: my.Circle }
node_types: { my.App: { properties: { a: { type: my.Third }, b: { type: my.Map }, c: { type: my.Circle } } } }
topology_template: { inputs: { a: { type: my.Second, constraints: [ greater_than: 1 GB ] } } }
`);
    expect(node_types).toEqual({
      'my.App': { properties: { a: { type: 'scalar-unit.size' }, b: { type: 'my.Map' }, c: { type: 'my.Circle' } } },
    });
    expect(topology_template['inputs']).toEqual({ a: { type: 'scalar-unit.size' } });
  });

  it('reads many data types in one go', () => {
    const types = Array.from({ length: 20_000 }, (_, index) => `  t${index}: { derived_from: t${index + 1} }`);
    const { node_types } = sent(`data_types:\n${types.join('\n')}\n  t20000: { derived_from: version }
node_types: { my.App: { properties: { a: { type: t0 } } } }
topology_template: {}
`);
    expect(node_types).toEqual({ 'my.App': { properties: { a: { type: 'version' } } } });
  });
});
