import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/tosca/process.ts';
import { noImports } from './fixtures.ts';

const found = async (text: string): Promise<readonly string[]> => {
  const { problems } = await validateTemplate(text, noImports);
  return problems
    .filter(({ code }) => code !== 'node-filter')
    .map(({ severity, message }) => `${severity}: ${message}`);
};

describe('the names in a node_filter of 2.0', () => {
  const template = (filter: string, node = '', definition = ''): string => `tosca_definitions_version: tosca_2_0
capability_types: { C: { properties: { port: { type: integer, default: 5 } } } }
relationship_types: { R: { properties: { way: { type: string, default: a } } } }
node_types:
  T: { properties: { name: { type: string }, size: { type: integer, default: 3 } }, capabilities: { c: C } }
  N: { requirements: [ { r: { capability: C, node: T, relationship: R ${definition} } } ] }
service_template:
  inputs: { least: { type: integer, default: 1 } }
  node_templates:
    t: { type: T, properties: { name: tee } }
    n: { type: N, requirements: [ { r: { ${node} node_filter: ${filter} } } ] }
`;

  it.each([
    ['of the node', '{ $equal: [ { $get_property: [ SELF, TARGET, size ] }, { $get_input: least } ] }'],
    ['of the relationship', '{ $equal: [ { $get_property: [ SELF, way ] }, a ] }'],
    ['of its capability', '{ $less_than: [ 4, { $get_property: [ SELF, CAPABILITY, port ] } ] }'],
    ['of a named capability', '{ $equal: [ { $get_property: [ SELF, TARGET, CAPABILITY, c, port ] }, 5 ] }'],
    ['of a length', '{ $equal: [ { $length: [ { $get_property: [ SELF, name ] } ] }, 3 ] }'],
  ])('may be those %s', async (_, filter) => {
    expect(await found(template(filter))).toEqual([]);
  });

  it.each([
    ['[ SELF, TARGET, sizee ]', 'T has no property "sizee" (did you mean "size"?)'],
    ['[ SELF, wy ]', 'T has no property "wy"'],
    ['[ SELF, CAPABILITY, prt ]', 'C has no property "prt" (did you mean "port"?)'],
    ['[ SELF, TARGET, CAPABILITY, c, prt ]', 'c has no property "prt" (did you mean "port"?)'],
    ['[ SELF, TARGET, CAPABILITY, cc, port ]', 'T has no capability "cc"'],
  ])('are errors where the node of %s is named', async (path, message) => {
    const [first, ...more] = await found(template(`{ $equal: [ { $get_property: ${path} }, 5 ] }`, 'node: t,'));
    expect(first).toContain(`error: ${message}`);
    expect(more).toEqual([]);
  });

  it('are errors where a type is named and a name is similar, else warnings, since a derived type may have them', async () => {
    const of = (name: string) => found(template(`{ $equal: [ { $get_property: [ SELF, ${name} ] }, 5 ] }`));
    expect(await of('sizee')).toEqual([expect.stringMatching(/^error: T has no property "sizee"/)]);
    expect(await of('colour')).toEqual([expect.stringMatching(/^warning: T has no property "colour"/)]);
  });

  it('are checked in the definition of the requirement too', async () => {
    const text = template(
      '{ $equal: [ 1, 1 ] }',
      '',
      ', node_filter: { $equal: [ { $get_property: [ SELF, sizee ] }, 3 ] }',
    );
    expect(await found(text)).toEqual([expect.stringMatching(/^error: T has no property "sizee"/)]);
  });

  it.each([
    ['{ $equal: [ { $get_property: [ SELF, size ] }, three ] }', 'expected an integer, found "three"'],
    ['{ $greater_than: [ { $get_property: [ SELF, name ] }, 5 ] }', 'expected a string, found 5'],
    ['{ $valid_values: [ { $get_property: [ SELF, size ] }, [ 3, four ] ] }', 'expected an integer, found "four"'],
    ['{ $less_than: [ x, { $get_property: [ SELF, CAPABILITY, port ] } ] }', 'expected an integer, found "x"'],
    ['{ $equal: [ { $get_property: [ SELF, size ] }, { $get_input: most } ] }', 'there is no input "most"'],
  ])('are compared by their types: %s', async (filter, message) => {
    expect(await found(template(filter))).toEqual([expect.stringContaining(`error: ${message}`)]);
  });
});

describe('the names in a node_filter of 1.x that names no node', () => {
  const template = (filter: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    app: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: { node_filter: ${filter} } } ] }
`;
  const host = (clause: string): string => template(`{ capabilities: [ { host: { properties: [ ${clause} ] } } ] }`);

  it.each([
    [host('{ num_cpuss: 1 }'), 'error: host has no property "num_cpuss" (did you mean "num_cpus"?)'],
    [host('{ colour: red }'), 'warning: host has no property "colour"'],
    [host('{ mem_size: { greater_than: big } }'), 'warning: greater_than takes a number with a unit'],
    [
      template('{ capabilities: [ { hst: { properties: [] } } ] }'),
      'error: tosca.nodes.Compute has no capability "hst"',
    ],
  ])('are held against the type, though no node is there: %#', async (text, message) => {
    expect(await found(text)).toEqual([expect.stringContaining(message)]);
  });

  it('may be those of capability types, and values may be functions', async () => {
    expect(
      await found(host('{ num_cpus: { greater_or_equal: 2 } }, { mem_size: { in_range: [ 1 GB, 2 GB ] } }')),
    ).toEqual([]);
    expect(await found(template('{ capabilities: [ { tosca.capabilities.Compute: { properties: [] } } ] }'))).toEqual(
      [],
    );
    expect(await found(template('{ capabilities: [ { tosca.capabilities.Storage: { properties: [] } } ] }'))).toEqual(
      [],
    );
  });
});
