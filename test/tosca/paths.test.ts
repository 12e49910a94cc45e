import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { noImports } from './fixtures.ts';

/** Section 10.3 of the standard: one template, and an expression as an output or as the property of a node. */
const template = (output: string, property = ''): string => `tosca_definitions_version: tosca_2_0
data_types: { Size: { derived_from: scalar, units: { B: 1 } } }
relationship_types: { Rel: { properties: { way: { type: string, default: far }, speed: { type: integer, required: false } }, attributes: { up: { type: boolean } } } }
capability_types: { C: { properties: { port: { type: integer, default: 5 } }, attributes: { load: { type: float } } } }
node_types:
  T: { properties: { name: { type: string }, size: { type: Size, default: 3 B } }, capabilities: { c: C }, attributes: { ip: { type: string } }, artifacts: { image: { type: A, file: a.img } } }
  N:
    properties: { text: { type: string, required: false }, texts: { type: list, entry_schema: string, required: false }, numbers: { type: list, entry_schema: integer, required: false } }
    requirements:
      - r: { capability: C, relationship: Rel, count_range: [ 0, 5 ] }
      - refined: { capability: C, relationship: { type: Rel, properties: { way: { default: near } } }, count_range: [ 0, 1 ] }
      - loose: { capability: C, relationship: Rel, count_range: [ 0, 2 ] }
artifact_types: { A: {} }
service_template:
  inputs: { many: { type: integer } }
  node_templates:
    t: { type: T, properties: { name: tee }, count: 2 }
    u: { type: T, properties: { name: you } }
    computed: { type: T, properties: { name: some }, count: { $get_input: many } }
    n:
      type: N
      properties: { ${property} }
      requirements:
        - r: { node: t, count: 2 }
        - r: { node: u, relationship: { properties: { way: own, speed: 7 } } }
        - refined: u
    bare: { type: N }
  outputs: { o: ${output} }
`;

async function found(output: string, property?: string, inputs: Readonly<Record<string, Json>> = { many: 3 }) {
  const { problems, ...rest } = await processTemplate(template(output, property), { inputs, imports: noImports });
  const topology = 'topology' in rest ? rest.topology : undefined;
  const errors = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
  return { errors, output: topology?.outputs[0], topology };
}

describe('ALL in a path', () => {
  it.each<[string, Json]>([
    ['[ t, ALL, name ]', ['tee', 'tee']],
    ['[ u, ALL, name ]', ['you']],
    ['[ computed, ALL, name ]', ['some', 'some', 'some']],
    ['[ n, RELATIONSHIP, r, ALL, way ]', ['far', 'far', 'own']],
    ['[ n, RELATIONSHIP, r, ALL, TARGET, name ]', ['tee', 'tee', 'you']],
    ['[ n, RELATIONSHIP, r, ALL, TARGET, CAPABILITY, c, port ]', [5, 5, 5]],
    ['[ n, RELATIONSHIP, r, ALL, CAPABILITY, port ]', [5, 5, 5]],
    ['[ n, RELATIONSHIP, refined, ALL, way ]', ['near']],
    // several in one path make one list
    ['[ t, ALL, CAPABILITY, c, port ]', [5, 5]],
    [
      '[ u, CAPABILITY, c, RELATIONSHIP, ALL, SOURCE, RELATIONSHIP, r, ALL, way ]',
      ['far', 'far', 'own', 'far', 'far', 'own'],
    ],
    ['[ u, CAPABILITY, c, RELATIONSHIP, ALL, way ]', ['own', 'near']],
  ])('%s', async (path, expected) => {
    const { errors, output } = await found(`{ $get_property: ${path} }`);
    expect(errors).toEqual([]);
    expect(output).toMatchObject({ value: expected, deferred: false });
  });

  it.each([
    // how many there will be is for whoever fulfils the requirement
    '[ bare, RELATIONSHIP, r, ALL, way ]',
    // whose relationships may be more than those that are known
    '[ t, 0, CAPABILITY, c, RELATIONSHIP, ALL, way ]',
  ])('waits for the deployment: %s', async (path) => {
    const { errors, output } = await found(`{ $get_property: ${path} }`);
    expect(errors).toEqual([]);
    expect(output).toMatchObject({ deferred: true });
  });

  it('waits for a count that is not known', async () => {
    const text = template('{ $get_property: [ computed, ALL, name ] }').replace(
      '{ $get_input: many }',
      '{ $get_attribute: [ u, ip ] }',
    );
    const { problems, ...rest } = await processTemplate(text, { inputs: { many: 1 }, imports: noImports });
    expect(problems).toEqual([]);
    expect('topology' in rest && rest.topology.outputs[0]?.deferred).toBe(true);
  });

  it.each([
    ['[ t, ALL, nmae ]', 'property-unknown: t has no property "nmae" (did you mean "name"?)'],
    ['[ n, RELATIONSHIP, r, ALL, wy ]', 'property-unknown: Rel has no property "wy" (did you mean "way"?)'],
    ['[ n, RELATIONSHIP, r, ALL, TARGET, CAPABILITY, d, port ]', 'capability-unknown'],
    ['[ n, RELATIONSHIP, q, ALL, way ]', 'requirement-unknown'],
    ['[ n, ALL, TARGET, name ]', 'function-arguments'],
  ])('is checked: %s', async (path, error) => {
    const { errors } = await found(`{ $get_property: ${path} }`);
    expect(errors[0]).toContain(error);
  });

  it.each([
    ['texts: { $get_property: [ t, ALL, name ] }', []],
    ['texts: { $get_property: [ SELF, RELATIONSHIP, r, ALL, TARGET, name ] }', []],
    ['text: { $get_property: [ t, ALL, name ] }', ['value-type: expected a string, found a list']],
    [
      'numbers: { $get_property: [ t, ALL, name ] }',
      ['value-type: expected an integer, found "tee"', 'value-type: expected an integer, found "tee"'],
    ],
    ['texts: { $get_attribute: [ t, ALL, ip ] }', []],
    [
      'text: { $get_attribute: [ t, ALL, ip ] }',
      ['value-type: expected a string, found the list of attributes that are each a string'],
    ],
    [
      'numbers: { $get_attribute: [ t, ALL, ip ] }',
      ['value-type: expected a list of integer, found the list of attributes that are each a string'],
    ],
    ['text: { $get_attribute: [ t, 0, ip ] }', []],
    ['texts: { $get_attribute: [ t, ALL, pi ] }', ['attribute-unknown']],
    ['text: { $join: [ { $get_property: [ t, ALL, name ] }, "," ] }', []],
  ])('is a list for whoever takes it: %s', async (property, expected) => {
    const { errors } = await found('done', property);
    expect(errors).toHaveLength(new Set(expected).size);
    for (const each of expected) expect(errors.join('\n')).toContain(each);
  });

  it('leads to artifacts', async () => {
    expect((await found('{ $get_artifact: [ t, ALL, image ] }')).errors).toEqual([]);
    expect((await found('{ $get_artifact: [ t, ALL, imgae ] }')).errors[0]).toContain('artifact-unknown');
  });
});

describe('an index in a path', () => {
  it.each<[string, Json]>([
    ['[ t, 1, name ]', 'tee'],
    ['[ n, RELATIONSHIP, r, 1, TARGET, name ]', 'tee'],
    ['[ n, RELATIONSHIP, r, 2, TARGET, name ]', 'you'],
    ['[ n, RELATIONSHIP, r, TARGET, name ]', 'tee'],
  ])('%s', async (path, expected) => {
    const { errors, output } = await found(`{ $get_property: ${path} }`);
    expect(errors).toEqual([]);
    expect(output?.value).toBe(expected);
  });

  it.each([
    ['[ t, 2, name ]', '$get_property finds no node 2 of t: its count is 2, and the first index is 0'],
    ['[ u, 1, name ]', '$get_property finds no node 1 of u: its count is 1, and the first index is 0'],
    ['[ n, RELATIONSHIP, r, 5, way ]', 'finds no relationship 5 of r: there are at most 5, and the first index is 0'],
  ])('is none: %s', async (path, message) => {
    expect((await found(`{ $get_property: ${path} }`)).errors).toEqual([expect.stringContaining(message)]);
  });

  it('may be of one that is to be found yet', async () => {
    const { errors, output } = await found('{ $get_property: [ n, RELATIONSHIP, r, 4, way ] }');
    expect({ errors, deferred: output?.deferred }).toEqual({ errors: [], deferred: true });
  });
});

describe('a relationship that nobody speaks of', () => {
  it.each<[string, Json]>([
    ['[ SELF, RELATIONSHIP, r, way ]', 'far'],
    ['[ SELF, RELATIONSHIP, r, 2, way ]', 'own'],
    ['[ SELF, RELATIONSHIP, refined, way ]', 'near'],
  ])('has what its type and its requirement say: %s', async (path, expected) => {
    const { errors, topology } = await found('done', `text: { $get_property: ${path} }`);
    expect(errors).toEqual([]);
    expect(topology?.nodes.find(({ name }) => name === 'n')?.properties['text']).toBe(expected);
  });

  it('has what its type says in 1.x as well, and lacks what its type requires, which no tool looks for', async () => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
relationship_types: { my.On: { derived_from: tosca.relationships.Root, properties: { way: { type: string, default: far }, must: { type: string } } } }
node_types: { N: { derived_from: tosca.nodes.Root, requirements: [ { on: { capability: tosca.capabilities.Node, relationship: my.On } } ] } }
topology_template:
  node_templates: { n: { type: N, requirements: [ { on: m } ] }, m: { type: tosca.nodes.Root } }
  outputs: { o: { value: { get_property: [ n, on, way ] } } }
`;
    const { problems, ...rest } = await processTemplate(text, { inputs: {}, imports: noImports });
    expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: my.On requires the property "must", which has no value',
    ]);
    expect('topology' in rest && rest.topology.outputs[0]?.value).toBe('far');
  });

  it('is asked in 2.0 for what its type requires', async () => {
    const text = template('done').replace('speed: { type: integer, required: false }', 'speed: { type: integer }');
    const { problems } = await processTemplate(text, { inputs: { many: 1 }, imports: noImports });
    expect(problems.map(({ code }) => code)).toEqual(['property-missing', 'property-missing']);
  });
});
