import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import { processTemplate } from '../../src/tosca/process.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { noImports, topologyOf } from './fixtures.ts';
import { expectFound } from './found.ts';

const types = `capability_types:
  Port: { derived_from: tosca.capabilities.Root, properties: { number: { type: integer }, open: { type: boolean, default: false } } }
node_types:
  my.Compute:
    derived_from: tosca.nodes.Compute
    properties: { name: { type: string }, tags: { type: map, entry_schema: { type: string }, default: {} }, size: { type: integer, default: 1 } }
    capabilities: { port: { type: Port } }
    requirements: [ { uses: { capability: tosca.capabilities.Node, occurrences: [ 0, UNBOUNDED ] } } ]
relationship_types: { my.Uses: { derived_from: tosca.relationships.Root, properties: { a: { type: string }, b: { type: string, default: c } } } }`;

const template = (nodes: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
${types}
topology_template:
  node_templates:
    one: { type: tosca.nodes.Compute }
    two: { type: tosca.nodes.Compute }
    base: &base
      type: my.Compute
      description: the first
      properties: { name: base, tags: { colour: red, shape: round } }
      capabilities: { port: { properties: { number: 80, open: true } }, host: { properties: { num_cpus: 2, mem_size: 4 GB } } }
      requirements: [ { uses: one }, { dependency: one } ]
      interfaces: { Standard: { create: { implementation: create.yml, inputs: { a: 1, b: 2 } }, start: start.yml } }
${nodes.replaceAll(/^/gm, '    ')}
`;

async function nodeOf(nodes: string, name = 'copy') {
  const found = (await topologyOf(template(nodes))).nodes.find((node) => node.name === name);
  return {
    type: found?.type,
    properties: found?.properties,
    port: found?.capabilities['port']?.properties,
    host: found?.capabilities['host']?.properties,
    requirements: found?.requirements.map(({ name: requirement, node }) => `${requirement} ${node}`),
  };
}

const base = {
  type: 'my.Compute',
  properties: { name: 'base', tags: { colour: 'red', shape: 'round' }, size: 1 },
  port: { number: 80, open: true },
  host: { num_cpus: 2, mem_size: '4 GB' },
  requirements: ['uses one', 'dependency one'],
};

describe('a node template that copies another', () => {
  it('is all that the other is, without a type of its own', async () => {
    expect(await nodeOf('copy: { copy: base }')).toEqual(base);
  });

  it.each<[string, string, object]>([
    ['a property', 'properties: { name: mine }', { properties: { ...base.properties, name: 'mine' } }],
    ['a property that the other has not', 'properties: { size: 3 }', { properties: { ...base.properties, size: 3 } }],
    [
      'a map, which it gives whole',
      'properties: { tags: { a: b } }',
      { properties: { ...base.properties, tags: { a: 'b' } } },
    ],
    [
      'a property of a capability',
      'capabilities: { port: { properties: { number: 90 } } }',
      { port: { number: 90, open: true } },
    ],
    ['another capability', 'capabilities: { os: { properties: { type: linux } } }', {}],
    ['a requirement', 'requirements: [ { uses: two } ]', { requirements: ['dependency one', 'uses two'] }],
    [
      'requirements',
      'requirements: [ { uses: two }, { uses: one } ]',
      { requirements: ['dependency one', 'uses two', 'uses one'] },
    ],
    ['nothing in a section', 'properties: {}', {}],
  ])('has its own instead: %s', async (_, own, changes) => {
    expect(await nodeOf(`copy: { copy: base, ${own} }`)).toEqual({ ...base, ...changes });
  });

  it('may be of another type, which has what is copied', async () => {
    expect((await nodeOf('copy: { type: my.Compute, copy: base }')).type).toBe('my.Compute');
    const text = template('copy: { type: tosca.nodes.Compute, copy: base }');
    const { problems } = await processTemplate(text, { inputs: {}, imports: noImports });
    expect(new Set(problems.map(({ code }) => code))).toEqual(
      new Set(['property-unknown', 'capability-unknown', 'requirement-unknown']),
    );
  });

  it('leaves the other as it is', async () => {
    expect(await nodeOf('copy: { copy: base, properties: { name: mine } }', 'base')).toEqual(base);
  });

  it.each([
    ['nobody', 'copy: { copy: nobody }', 'there is no template "nobody"'],
    ['a misspelled name', 'copy: { copy: bsae }', 'there is no template "bsae" (did you mean "base"?)'],
    ['itself', 'copy: { type: my.Compute, copy: copy, properties: { name: a } }', 'copy is this one'],
    [
      'a copy',
      'first: { copy: base }\ncopy: { type: my.Compute, copy: first, properties: { name: a } }',
      'first is a copy',
    ],
  ])('cannot copy %s', async (_, nodes, message) => {
    const { problems } = await processTemplate(template(nodes), { inputs: {}, imports: noImports });
    expect(problems.find(({ code }) => code === 'copy-invalid')?.message).toContain(message);
  });

  it('is one in 2.0 too, operations and all', async () => {
    await expectFound(
      `tosca_definitions_version: tosca_2_0
interface_types: { Face: { operations: { go: { inputs: { a: { type: integer }, b: { type: integer } } } } } }
node_types: { N: { properties: { s: { type: string }, t: { type: string } }, interfaces: { Do: { type: Face } } } }
service_template:
  node_templates:
    base: { type: N, properties: { s: a, t: b }, interfaces: { Do: { operations: { go: { implementation: go.sh, inputs: { a: 1, b: 2 } } } } } }
    copy: { copy: base, properties: { t: c }, interfaces: { Do: { operations: { go: { inputs: { b: x } } } } } }
`,
      [
        'error value-type service_template.node_templates.copy.interfaces.Do.operations.go.inputs.b: expected an integer',
      ],
    );
  });

  it('may be a relationship template', async () => {
    const text = (own: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
${types}
topology_template:
  relationship_templates: { base: { type: my.Uses, properties: { a: x } }, copy: { copy: base${own} } }
  outputs: { a: { value: { get_property: [ copy, a ] } }, b: { value: { get_property: [ copy, b ] } } }
`;
    const values = async (own: string) => (await topologyOf(text(own))).outputs.map(({ value }) => value);
    expect(await values('')).toEqual(['x', 'c']);
    expect(await values(', properties: { b: y }')).toEqual(['x', 'y']);
  });
});

describe('what the Infrastructure Manager is given of a copy', () => {
  it('is the whole template', async () => {
    const text = template(`copy:
  copy: base
  properties: { name: "016" }
  capabilities: { port: { properties: { number: 90 } } }
  requirements: [ { uses: two } ]
  interfaces: { Standard: { create: { inputs: { b: 3 } } } }
alias: *base`);
    const { text: sent, processed } = await deployable(text, { inputs: {}, imports: noImports });
    expect(processed.ok).toBe(true);
    const { node_templates: nodes } = (load(sent) as { topology_template: { node_templates: Record<string, Json> } })
      .topology_template;
    expect(nodes['copy']).toEqual({
      type: 'my.Compute',
      description: 'the first',
      properties: { name: '016', tags: { colour: 'red', shape: 'round' } },
      capabilities: {
        port: { properties: { number: 90, open: true } },
        host: { properties: { num_cpus: 2, mem_size: '4 GB' } },
      },
      requirements: [{ dependency: 'one' }, { uses: 'two' }],
      interfaces: {
        Standard: { create: { implementation: 'create.yml', inputs: { a: 1, b: 3 } }, start: 'start.yml' },
      },
    });
    expect(nodes['alias']).toEqual(nodes['base']);
    expect(nodes['base']).toMatchObject({ properties: { name: 'base' } });
  });
});
