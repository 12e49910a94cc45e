import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import { validateTemplate } from '../../src/tosca/process.ts';
import { noImports } from './fixtures.ts';
import { found } from './found.ts';

const definitions = `
data_types:
  my.Login: { derived_from: tosca.datatypes.Root, properties: { user: { type: string }, note: { type: string, required: false } } }
capability_types: { my.Part: { derived_from: tosca.capabilities.Root, properties: { text: { type: string } } } }
relationship_types: { my.Join: { derived_from: tosca.relationships.DependsOn, properties: { text: { type: string } } } }
node_types:
  my.Source:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      text: { type: string, required: false }
      map: { type: map, entry_schema: { type: string }, required: false }
      needed: { type: string }
  my.Reader:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      text: { type: string, required: false }
      needed: { type: string, required: true }
      usual: { type: string, default: usual }
      login: { type: my.Login, required: false }
    attributes: { seen: { type: string }, same: { type: string } }
    capabilities: { part: { type: my.Part } }
`;

const on = 'requirements: [ { host: vm } ]';

/** What reads; the source has a value of what is required of it. */
const template = (reader: string, source = 'needed: x'): string => `tosca_definitions_version: tosca_simple_yaml_1_3
${definitions}
topology_template:
  inputs: { maybe: { type: string, required: false }, many: { type: map, entry_schema: { type: string }, required: false } }
  node_templates:
    vm: { type: tosca.nodes.Compute }
    source: { type: my.Source, properties: { ${source} }, ${on} }
    chained: { type: my.Source, properties: { needed: x, text: { get_property: [ source, text ] } }, ${on} }
    reader: { type: my.Reader, ${reader} }
`;

const part = 'capabilities: { part: { properties: { text: a } } }';
const node = (properties: string): string => template(`properties: { ${properties} }, ${part}, ${on}`);
const errors = async (text: string) => (await found(text)).filter((one) => one.startsWith('error'));

describe('a required property that reads one without a value', () => {
  it.each([
    ['of another node', node('needed: { get_property: [ source, text ] }'), 'reader.needed'],
    ['behind another one', node('needed: { get_property: [ chained, text ] }'), 'reader.needed'],
    ['a member of it', node('needed: { get_property: [ source, map, key ] }'), 'reader.needed'],
    ['of the same node', node('needed: { get_property: [ SELF, text ] }'), 'reader.needed'],
    ['of its machine', node('needed: { get_property: [ HOST, os, type ] }'), 'reader.needed'],
    [
      'for a member of a value',
      node('needed: x, login: { user: { get_property: [ source, text ] } }'),
      'my.Login.user',
    ],
    [
      'for a capability',
      template(
        `properties: { needed: x }, ${on}, capabilities: { part: { properties: { text: { get_property: [ source, text ] } } } }`,
      ),
      'reader.part.text',
    ],
    [
      'for a relationship',
      template(
        `properties: { needed: x }, ${part}, requirements: [ { host: vm }, { dependency: { node: source, relationship: { type: my.Join, properties: { text: { get_property: [ source, text ] } } } } } ]`,
      ),
      'my.Join.text',
    ],
  ])('is an error at its place: %s', async (_, text, label) => {
    expect(await errors(text)).toEqual([
      expect.stringContaining(`${label} is required, and the property that it reads has no value`),
    ]);
  });

  it.each([
    ['an optional one', node('needed: x, text: { get_property: [ source, text ] }')],
    ['one with a default', node('needed: x, usual: { get_property: [ source, text ] }')],
    ['a member that may be left out', node('needed: x, login: { user: a, note: { get_property: [ source, text ] } }')],
    ['a part of a text', node('needed: { concat: [ a, { get_property: [ source, text ] } ] }')],
    [
      'an attribute, which is never required',
      template(
        `properties: { needed: x }, ${part}, ${on}, attributes: { seen: { get_property: [ source, text ] }, same: { value: { get_property: [ SELF, text ] } } }`,
      ),
    ],
    ['an input that may get its value', node('needed: { get_input: maybe }')],
    ['a member of such an input', node('needed: { get_input: [ many, key ] }')],
  ])('is none for %s', async (_, text) => {
    expect(await errors(text)).toEqual([]);
  });

  it('is said once, where the property that it reads is missing', async () => {
    const text = template(`properties: { needed: { get_property: [ source, needed ] } }, ${part}, ${on}`, '');
    expect(await errors(text)).toEqual([expect.stringContaining('source requires the property "needed"')]);
  });

  it('is none where the node that it reads is chosen elsewhere', async () => {
    const text = `tosca_definitions_version: tosca_2_0
node_types:
  S: { properties: { text: { type: string, required: false } } }
  R: { properties: { needed: { type: string } } }
service_template:
  node_templates:
    s: { type: S, directives: [ select ] }
    r: { type: R, properties: { needed: { $get_property: [ s, text ] } } }
`;
    expect(await errors(text)).toEqual([]);
    expect(await errors(text.replace(', directives: [ select ]', ''))).toHaveLength(1);
  });
});

describe('the Infrastructure Manager, which takes an input without a value for a required property,', () => {
  const given = async (needed: string, source?: string) => {
    const text = template(`properties: { needed: ${needed} }, ${part}, ${on}`, source);
    const { text: readable, processed } = await deployable(text, { inputs: {}, imports: noImports });
    expect(processed.ok).toBe(true);
    const sent = load(bindTemplate(readable, { inputs: {}, name: 'x' })) as {
      readonly topology_template: { readonly node_templates: { readonly reader: { readonly properties: unknown } } };
    };
    return sent.topology_template.node_templates.reader.properties;
  };

  it.each([
    ['{ get_input: maybe }', undefined, { get_input: 'maybe' }],
    [
      '{ get_property: [ source, text ] }',
      'needed: x, text: { get_input: maybe }',
      { get_property: ['source', 'text'] },
    ],
    ['{ get_input: [ many, key ] }', undefined, { get_input: 'many' }],
    [
      '{ get_property: [ source, map, key ] }',
      'needed: x, map: { get_input: many }',
      { get_property: ['source', 'map'] },
    ],
  ])('gets %s as a call that it can read', async (needed, source, call) => {
    expect(await given(needed, source)).toEqual({ needed: call });
  });

  it('gets it for a member of a value too', async () => {
    const member = 'x, login: { user: { get_input: [ many, key ] }, note: { get_input: [ many, key ] } }';
    expect(await given(member)).toEqual({ needed: 'x', login: { user: { get_input: 'many' } } });
  });
});

it.each(['[ app, host, num_cpus ]', '[ app, host, mem_size ]', '[ vm, host, num_cpus ]'])(
  '%s of a machine that says nothing of it is null, and no unknown property',
  async (path) => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    app: { type: tosca.nodes.SoftwareComponent, ${on} }
  outputs: { o: { value: { get_property: ${path} } } }`;
    const { problems, topology } = await validateTemplate(text, noImports);
    expect(problems).toEqual([]);
    expect(topology?.outputs[0]?.value).toBeNull();
  },
);

it.each([
  ['{ type: nil, default: null }', []],
  ['{ type: nil }', ['error: n requires the property "it", which has no value']],
  ['{ type: string, default: null }', ['error: n requires the property "it", which has no value']],
])('2.0: null is a default of the type nil only: %s', async (definition, expected) => {
  const text = `tosca_definitions_version: tosca_2_0
node_types: { N: { properties: { it: ${definition} } } }
service_template: { node_templates: { n: { type: N } } }`;
  const { problems } = await validateTemplate(text, noImports);
  expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(expected);
});
