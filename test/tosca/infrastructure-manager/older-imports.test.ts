import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import type { Imports } from '../../../src/tosca/topology.ts';

const [a, b] = ['https://types.example/a.yaml', 'https://types.example/b.yaml'];

const importsIn = (text: string): unknown => (load(text) as { readonly imports?: unknown }).imports;

const sent = (imports: string, more = ''): unknown =>
  importsIn(
    bindTemplate(
      `tosca_definitions_version: tosca_simple_yaml_1_3\nimports: ${imports}\n${more}topology_template: {}`,
      {
        inputs: {},
        name: 'x',
      },
    ),
  );

describe('imports that the parser of the Infrastructure Manager reads', () => {
  it.each([`[ ${a}, ${b} ]`, `[ { one: ${a} }, { two: ${b} } ]`, `[ ${a}, { two: ${b} } ]`])(
    'stay, the first one last: %s',
    (imports) => {
      expect(sent(imports)).toEqual((load(imports) as readonly unknown[]).toReversed());
    },
  );
});

describe('imports that it refuses become addresses', () => {
  it.each([
    ['two files', `[ { file: ${a} }, { file: ${b} } ]`, [b, a]],
    ['two of one name', `[ { one: ${a} }, { one: ${b} } ]`, [b, { one: a }]],
    ['the same twice', `[ { one: ${a} }, { one: ${a} }, { file: ${a} } ]`, [{ one: a }]],
    ['a map', `{ one: ${a}, two: { file: ${b} } }`, [b, { one: a }]],
    ['a file with a URI of its names', `[ { file: ${a}, namespace_uri: 'http://x' } ]`, [a]],
  ])('%s', (_, imports, expected) => expect(sent(imports)).toEqual(expected));

  it.each(['https://types.example', '{ url: https://types.example/ }'])('a file of the repository %s', (repository) => {
    const imports = '[ { file: a.yaml, repository: r }, { one: { file: b.yaml, repository: r } } ]';
    expect(sent(imports, `repositories: { r: ${repository} }\n`)).toEqual([b, a]);
  });
});

it('gives types no prefix: the parser loses what prefixed types name among themselves', () => {
  const text = `
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [{ file: '${a}', namespace_prefix: p }]
node_types: { own.Type: { derived_from: 'p:my.Type', properties: { image: { type: string, default: 'p:latest' } } } }
topology_template:
  node_templates:
    one: { type: 'p:my.Type', properties: { type: 'p:text' }, requirements: [{ host: { node: two, relationship: 'p:my.Rel' } }] }
    two: { type: 'own.Type' }`;
  expect(load(bindTemplate(text, { inputs: {}, name: 'x' }))).toMatchObject({
    imports: [a],
    node_types: { 'own.Type': { derived_from: 'my.Type', properties: { image: { default: 'p:latest' } } } },
    topology_template: {
      node_templates: {
        one: { type: 'my.Type', properties: { type: 'p:text' }, requirements: [{ host: { relationship: 'my.Rel' } }] },
      },
    },
  });
});

it('imports once what an add-on and its parent both import', async () => {
  const text = (metadata: string, node: string): string => `tosca_definitions_version: tosca_simple_yaml_1_0
imports: [ custom: ${a} ]
metadata: ${metadata}
topology_template: { node_templates: { ${node}: { type: tosca.nodes.Compute } } }`;
  const read: Imports['read'] = async (address) => (address === a ? undefined : text('{}', 'server'));
  const { text: readable } = await deployable(text('{ parents: [ parent.yaml ] }', 'more'), {
    inputs: {},
    imports: { read },
  });
  expect(importsIn(bindTemplate(readable, { inputs: {}, name: 'x' }))).toEqual([{ custom: a }]);
});
