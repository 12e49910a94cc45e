import { describe, expect, it } from 'vitest';
import { expectFound, found, simple, strict } from './found.ts';

describe('a misspelled function', () => {
  const output = (value: string): string =>
    simple(`topology_template:
  inputs: { i: { type: string, default: a } }
  node_templates: { n: { type: tosca.nodes.Compute } }
  outputs: { o: { value: ${value} } }`);

  it.each([
    ['{ get_atribute: [ n, private_address ] }', '"get_atribute" (did you mean "get_attribute"?)'],
    ['{ get_attr: [ n, private_address ] }', '"get_attr" (did you mean "get_attribute"?)'],
    ['{ get_inputs: i }', '"get_inputs" (did you mean "get_input"?)'],
    ['{ getInput: i }', '"getInput" (did you mean "get_input"?)'],
    ['{ Get_Input: i }', '"Get_Input" (did you mean "get_input"?)'],
    ['{ get-property: [ n, x ] }', '"get-property" (did you mean "get_property"?)'],
    ['{ concatt: [ a, b ] }', '"concatt" (did you mean "concat"?)'],
    ['{ Concat: [ a, b ] }', '"Concat" (did you mean "concat"?)'],
    ['[ { get_inputs: i } ]', '"get_inputs" (did you mean "get_input"?)'],
    ['{ a: { get_inputs: i } }', '"get_inputs" (did you mean "get_input"?)'],
    ['{ concat: [ a, { get_inputs: i } ] }', '"get_inputs" (did you mean "get_input"?)'],
    ['{ concat: a }', 'concat takes a list'],
  ])('%s', async (value, message) => {
    await expectFound(output(value), [message]);
    expect((await found(output(value)))[0]).toMatch(/^error function-/);
  });

  it('is a warning where it stands among other keys, as after a wrong indentation', async () => {
    await expectFound(output('{ get_input: i, description: of it }'), [
      'warning function-malformed topology_template.outputs.o.value: get_input is a function and must be the only key of its map',
    ]);
  });

  it.each([
    '{ get_url: x }',
    '{ token: x }',
    '{ tokens: [ a, b ] }',
    '{ join: a, b: c }',
    '{ got_input: x }',
    '{ a: b }',
  ])('is none: %s', async (value) => {
    expect((await found(output(value))).filter((each) => each.includes('function-unknown'))).toEqual([]);
  });

  it('is said instead of what a text is not', async () => {
    const text = simple(`topology_template:
  node_templates:
    n: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: { get_inputs: i } } } } }`);
    await expectFound(text, ['error function-unknown']);
    await expectFound(text.replace('get_inputs: i', 'get_input: i, b: c'), ['error function-malformed']);
  });

  it('is one in the default of an input', async () => {
    await expectFound(simple('topology_template: { inputs: { i: { type: string, default: { get_inputs: j } } } }'), [
      'error function-unknown topology_template.inputs.i.default',
    ]);
  });

  it('is a name of 1.x in 2.0', async () => {
    const text = (value: string): string =>
      strict(`node_types: { N: { properties: { s: { type: string, required: false }, m: { type: map, entry_schema: string, required: false } } } }
service_template:
  inputs: { i: { type: string, default: a } }
  node_templates: { n: { type: N, properties: { ${value} } } }`);
    await expectFound(text('s: { get_input: i }'), ['error function-unknown']);
    await expectFound(text('m: { get_input: i }'), ['warning function-unknown']);
    await expectFound(text('m: { other: i }'), []);
    expect((await found(text('s: { get_input: i }')))[0]).toContain('(did you mean "$get_input"?)');
  });

  it('is none in a map of a type that has a member of that name', async () => {
    const text = simple(`data_types: { D: { properties: { get_inputs: { type: string } } } }
node_types: { N: { derived_from: tosca.nodes.Root, properties: { d: { type: D } } } }
topology_template: { node_templates: { n: { type: N, properties: { d: { get_inputs: a } } } } }`);
    expect(await found(text)).toEqual([]);
  });
});

describe('get_attribute with a slip inside the value', () => {
  const text = (path: string): string =>
    simple(`data_types: { Inner: { properties: { deep: { type: string } } }, Outer: { properties: { inner: { type: Inner }, many: { type: list, entry_schema: { type: Inner } } } } }
capability_types: { C: { derived_from: tosca.capabilities.Root, attributes: { outer: { type: Outer } } } }
node_types: { N: { derived_from: tosca.nodes.Root, capabilities: { c: { type: C } }, attributes: { outer: { type: Outer }, names: { type: map, entry_schema: { type: Inner } } } } }
topology_template: { node_templates: { n: { type: N } }, outputs: { o: { value: { get_attribute: [ n, ${path} ] } } } }`);

  it.each([
    ['outer, iner', 'Outer has no property "iner" (did you mean "inner"?)'],
    ['outer, inner, dep', 'Inner has no property "dep" (did you mean "deep"?)'],
    ['outer, many, 0, dep', 'Inner has no property "dep"'],
    ['outer, many, first', 'get_attribute finds nothing at "first": a list has indexes'],
    ['names, any, dep', 'Inner has no property "dep"'],
    ['c, outer, iner', 'Outer has no property "iner"'],
  ])('%s', async (path, message) => {
    await expectFound(text(path), [message]);
    expect((await found(text(path)))[0]).toMatch(/^error /);
  });

  it.each(['outer', 'outer, inner', 'outer, many, 0, deep', 'names, any, deep', 'c, outer, inner, deep'])(
    'is none: %s',
    async (path) => expect(await found(text(path))).toEqual([]),
  );
});
