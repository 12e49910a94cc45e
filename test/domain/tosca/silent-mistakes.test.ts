import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../../src/domain/tosca/process.ts';
import { noImports } from './fixtures.ts';

/** Mistakes that leave a template readable: each is told, as an error or (where tools of 1.x do not look) a warning. */

async function found(text: string): Promise<readonly string[]> {
  const { problems } = await validateTemplate(text, noImports);
  return problems
    .filter(({ code }) => code !== 'input-missing')
    .map(({ severity, code, path, message }) => `${severity} ${code} ${path}: ${message}`);
}

const simple = (body: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3\n${body}\n`;
const strict = (body: string): string => `tosca_definitions_version: tosca_2_0\n${body}\n`;

/** `expected`: each text is in one of the problems, and there are no others. */
async function expectFound(text: string, expected: readonly string[]): Promise<void> {
  const problems = await found(text);
  expect(problems).toHaveLength(expected.length);
  for (const each of expected) expect(problems.join('\n')).toContain(each);
}

describe('types in definitions of 1.x', () => {
  const node = (members: string): string => simple(`node_types: { N: { derived_from: tosca.nodes.Root, ${members} } }`);

  it.each([
    ['a capability', 'capabilities: { c: { type: no.C } }', 'capability type "no.C"'],
    ['a capability in short', 'capabilities: { c: no.C }', 'capability type "no.C"'],
    ["a requirement's capability", 'requirements: [ { r: { capability: no.C } } ]', 'capability type "no.C"'],
    ["a requirement's capability in short", 'requirements: [ { r: no.C } ]', 'capability type "no.C"'],
    [
      "a requirement's node",
      'requirements: [ { r: { capability: tosca.capabilities.Node, node: no.N } } ]',
      'node type "no.N"',
    ],
    [
      "a requirement's relationship",
      'requirements: [ { r: { capability: tosca.capabilities.Node, relationship: no.R } } ]',
      'relationship type "no.R"',
    ],
    [
      "a requirement's relationship at length",
      'requirements: [ { r: { capability: tosca.capabilities.Node, relationship: { type: no.R } } } ]',
      'relationship type "no.R"',
    ],
    ['an interface', 'interfaces: { i: { type: no.I, go: go.sh } }', 'interface type "no.I"'],
    ['an artifact', 'artifacts: { a: { type: no.A, file: a.sh } }', 'artifact type "no.A"'],
    ['a property', 'properties: { p: { type: no.D } }', 'data type "no.D"'],
    ['an entry', 'properties: { p: { type: list, entry_schema: { type: no.D } } }', 'data type "no.D"'],
    ['an attribute', 'attributes: { p: { type: no.D } }', 'data type "no.D"'],
  ])('%s of a type that nobody knows', async (_, members, name) => {
    await expectFound(node(members), [`error type-unknown node_types.N`]);
    expect((await found(node(members)))[0]).toContain(name);
  });

  it('says what was most likely meant', async () => {
    const [problem] = await found(node('capabilities: { c: { type: tosca.capabilities.Endpiont } }'));
    expect(problem).toContain('did you mean "tosca.capabilities.Endpoint"?');
  });

  it('takes the name of a capability for its type, where the node that has it is named', async () => {
    const named = 'requirements: [ { r: { capability: host, node: tosca.nodes.Compute } } ]';
    expect(await found(node(named))).toEqual([]);
    await expectFound(node(named.replace('host', 'hots')), ['the capability type "hots" is not known']);
  });

  it('warns of those in templates, whose deployer may know more', async () => {
    const text = simple(`topology_template:
  node_templates:
    n: { type: tosca.nodes.Compute, artifacts: { a: { type: no.A, file: a.sh } }, interfaces: { Standard: { type: no.I } } }`);
    await expectFound(text, ['warning type-unknown', 'warning type-unknown']);
  });
});

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
      'warning function-malformed topology_template.outputs.o.value: get_input is a function, which stands alone',
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

describe('how many requirements there are', () => {
  const types = `capability_types: { C: { derived_from: tosca.capabilities.Root } }
node_types:
  Target: { derived_from: tosca.nodes.Root, capabilities: { c: { type: C }, narrow: { type: C, occurrences: [ 0, 2 ] } } }
  Said: { derived_from: tosca.nodes.Root, requirements: [ { r: { capability: C, occurrences: [ 1, 2 ] } } ] }
  Unsaid: { derived_from: tosca.nodes.Root, requirements: [ { r: { capability: C } } ] }
  Any: { derived_from: tosca.nodes.Root, requirements: [ { r: { capability: C, occurrences: [ 0, UNBOUNDED ] } } ] }`;
  const text = (type: string, requirements: readonly string[], more = ''): string =>
    simple(`${types}
topology_template:
  node_templates:
    t: { type: Target }
    n: { type: ${type}${more}, requirements: [ ${requirements.map((each) => `{ r: ${each} }`).join(', ')} ] }`);
  const wide = '{ node: t, capability: c }';

  it.each<[string, readonly string[], string | undefined]>([
    [
      'Said',
      [],
      'error requirement-count topology_template.node_templates.n.requirements.r: n has 0 r requirements; its type allows 1 to 2',
    ],
    ['Said', [wide], undefined],
    ['Said', [wide, wide], undefined],
    [
      'Said',
      [wide, wide, wide],
      'error requirement-count topology_template.node_templates.n.requirements[2].r: n has 3 r requirements; its type allows 1 to 2',
    ],
    ['Unsaid', [], 'warning requirement-count'],
    ['Unsaid', [wide], undefined],
    ['Unsaid', [wide, wide], 'warning requirement-count'],
    ['Any', [], undefined],
    ['Any', [wide, wide, wide], undefined],
    ['Said', ['{ node: t, capability: c, occurrences: [ 1, 3 ] }'], undefined],
    ['Said', ['{ node: t, capability: c, occurrences: [ 3, 3 ] }'], 'error requirement-count'],
  ])('%s with %j', async (type, requirements, problem) => {
    await expectFound(text(type, requirements), problem === undefined ? [] : [problem]);
  });

  it.each(['selectable', 'substitutable', 'select', 'substitute'])(
    'is not asked of a node with the directive %s',
    async (directive) => {
      expect(await found(text('Said', [], `, directives: [ ${directive} ]`))).toEqual([]);
    },
  );

  it('is not asked where the substituted node has it', async () => {
    const mapped = simple(`${types}
topology_template:
  substitution_mappings: { node_type: Said, requirements: { r: [ n, r ] } }
  node_templates: { n: { type: Said } }`);
    expect(await found(mapped)).toEqual([]);
  });

  it('is what a capability takes', async () => {
    const narrow = '{ node: t, capability: narrow }';
    expect(await found(text('Any', [narrow, narrow]))).toEqual([]);
    await expectFound(text('Any', [narrow, wide, narrow, narrow]), [
      'warning requirement-count topology_template.node_templates.n.requirements[3].r: this is relationship 3 that ends at the capability narrow of t, which takes at most 2',
    ]);
  });

  it('is what a capability takes, as the node says it', async () => {
    const own = text('Any', [wide, wide]).replace(
      '{ type: Target }',
      '{ type: Target, capabilities: { c: { occurrences: [ 0, 1 ] } } }',
    );
    await expectFound(own, ['warning requirement-count']);
  });

  it.each(['[ 2, 1 ]', '[ 1 ]', '[ a, 2 ]', '[ -1, 2 ]', '[ 1, 2, 3 ]', '1', '[ UNBOUNDED, 1 ]', '{ a: b }'])(
    'is no range: %s',
    async (range) => {
      const at = (where: string): string => simple(`node_types: { N: { derived_from: tosca.nodes.Root, ${where} } }`);
      await expectFound(at(`requirements: [ { r: { capability: tosca.capabilities.Node, occurrences: ${range} } } ]`), [
        'error keyname-type',
      ]);
      await expectFound(at(`capabilities: { c: { type: tosca.capabilities.Node, occurrences: ${range} } }`), [
        'error keyname-type',
      ]);
    },
  );

  it('is said in 2.0 too, and what is not written at all is left to be found', async () => {
    const of = (requirements: string): string =>
      strict(`capability_types: { C: {} }
relationship_types: { J: {} }
node_types:
  T: { capabilities: { c: C } }
  N: { requirements: [ { r: { capability: C, relationship: J, count_range: [ 2, 2 ] } } ] }
service_template: { node_templates: { t: { type: T }, n: { type: N${requirements} } } }`);
    await expectFound(of(''), ['warning requirement-count']);
    await expectFound(of(', requirements: [ { r: t } ]'), ['error requirement-count']);
    await expectFound(of(', requirements: [ { r: t }, { r: t }, { r: t } ]'), ['error requirement-count']);
    await expectFound(of(', requirements: [ { r: t }, { r: t } ]'), []);
  });
});

describe('requirements as a map', () => {
  it.each([
    [
      'a node',
      'topology_template: { node_templates: { n: { type: tosca.nodes.Root, requirements: { dependency: n2 } }, n2: { type: tosca.nodes.Root } } }',
    ],
    ['a type', 'node_types: { N: { derived_from: tosca.nodes.Root, requirements: { r: tosca.capabilities.Node } } }'],
  ])('of %s are one error', async (_, body) => {
    const problems = await found(simple(body));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^error keyname-type .*requirements: expected a list.*, found a map$/);
  });
});

describe('substitution of 1.3', () => {
  const mapping = (section: string): string =>
    simple(`node_types: { S: { derived_from: tosca.nodes.Root, properties: { size: { type: integer } }, attributes: { address: { type: string } }, interfaces: { Do: { type: my.I } } } }
interface_types: { my.I: { derived_from: tosca.interfaces.Root, go: { description: a } } }
topology_template:
  inputs: { size: { type: integer, default: 1 } }
  substitution_mappings: { node_type: S, ${section} }
  node_templates: { n: { type: tosca.nodes.Compute } }
  workflows: { flow: { steps: {} } }
  outputs: { address: { value: { get_attribute: [ n, public_address ] } } }`);

  it.each([
    ['properties: { size: [ sise ] }', 'error input-unknown'],
    ['properties: { size: { mapping: [ sise ] } }', 'error input-unknown'],
    ['properties: { sise: [ size ] }', 'error property-unknown'],
    ['properties: { sise: 5 }', 'error property-unknown'],
    ['attributes: { address: [ adress ] }', 'error template-unknown'],
    ['attributes: { adress: [ address ] }', 'error attribute-unknown'],
    ['interfaces: { Do: { go: flo } }', 'error template-unknown'],
    ['interfaces: { Do: { goo: flow } }', 'error operation-unknown'],
    ['interfaces: { Doo: { go: flow } }', 'error interface-unknown'],
  ])('%s', async (section, problem) => {
    await expectFound(mapping(section), [problem]);
    expect((await found(mapping(section)))[0]).toContain('did you mean');
  });

  it('is good', async () => {
    const all =
      'properties: { size: [ size ] }, attributes: { address: [ address ] }, interfaces: { Do: { go: flow } }';
    expect(await found(mapping(all))).toEqual([]);
  });
});

describe('a constraint that makes no sense', () => {
  const input = (type: string, constraints: string): string =>
    simple(`topology_template: { inputs: { i: { type: ${type}, constraints: [ ${constraints} ] } } }`);

  it.each([
    ['integer', '{ in_range: [ 10, 1 ] }', 'no value is from 10 to 1'],
    ['scalar-unit.size', '{ in_range: [ 1 GB, 500 MB ] }', 'no value is from 1 GB to 500 MB'],
    ['version', '{ in_range: [ b, a ] }', 'no value is from b to a'],
    ['integer', '{ in_range: [ a, b ] }', 'bounds that are each an integer, found "a"'],
    ['integer', '{ in_range: [ 1 ] }', 'a list of two bounds, the lower one first, found a list of 1'],
    ['integer', '{ in_range: 5 }', 'a list of two bounds, the lower one first, found "5"'],
    ['integer', '{ greater_than: x }', 'greater_than takes an integer, found "x"'],
    ['scalar-unit.size', '{ less_than: 5 }', 'less_than takes a number with a unit'],
    ['string', '{ length: -1 }', 'length takes a whole number from 0, found "-1"'],
    ['string', '{ max_length: 1.5 }', 'max_length takes a whole number from 0, found "1.5"'],
    ['string', '{ valid_values: [] }', 'this one is empty'],
    ['string', '{ valid_values: a }', 'valid_values takes a list, found "a"'],
    ['string', '{ patern: a }', 'patern is not a constraint (did you mean "pattern"?)'],
    ['integer', '{ greater_than: 5 }, { less_than: 5 }', 'both greater than 5 and less than 5'],
    ['integer', '{ greater_or_equal: 6 }, { less_than: 6 }', 'both at least 6 and less than 6'],
    ['integer', '{ in_range: [ 1, 3 ] }, { greater_than: 3 }', 'both greater than 3 and in the range 1 to 3'],
    [
      'scalar-unit.size',
      '{ greater_than: 2 GB }, { less_than: 1000 MB }',
      'both greater than 2 GB and less than 1000 MB',
    ],
    ['string', '{ min_length: 5 }, { max_length: 3 }', 'both a length of at least 5 and a length of at most 3'],
    ['list', '{ length: 2 }, { min_length: 3 }', 'both a length of at least 3 and a length of exactly 2'],
  ])('%s %s', async (type, constraints, message) => {
    await expectFound(input(type, constraints), [message]);
    expect((await found(input(type, constraints)))[0]).toMatch(/^error constraint-invalid /);
  });

  it.each([
    ['integer', '{ min_length: 3 }', 'have no length'],
    ['integer', '{ pattern: a }', 'are no texts'],
    ['boolean', '{ greater_than: true }', 'have no order'],
    ['boolean', '{ in_range: [ false, true ] }', 'have no order'],
    ['integer', '{ valid_values: [ 1, x ] }', 'each must be an integer, found "x"'],
    ['string', "{ pattern: '(?=a)b' }", 'RE2 does not know'],
  ])('is a warning where values are not held against it: %s %s', async (type, constraints, message) => {
    await expectFound(input(type, constraints), [message]);
    expect((await found(input(type, constraints)))[0]).toMatch(/^warning constraint-invalid /);
  });

  it.each([
    ['integer', '{ in_range: [ 1, UNBOUNDED ] }'],
    ['integer', '{ in_range: [ UNBOUNDED, 1 ] }'],
    ['integer', '{ in_range: [ 3, 3 ] }'],
    ['integer', '{ greater_or_equal: 5 }, { less_or_equal: 5 }'],
    ['string', '{ min_length: 3 }, { max_length: 3 }, { pattern: "a+" }'],
    ['range', '{ in_range: [ 1, 2 ] }'],
    ['timestamp', '{ greater_than: 2026-01-01 }'],
    ['boolean', '{ equal: yes }'],
  ])('is none: %s %s', async (type, constraints) => {
    expect(await found(input(type, constraints))).toEqual([]);
  });
});

describe('what a workflow calls', () => {
  const types = `interface_types:
  Face: { derived_from: tosca.interfaces.Root, inputs: { all: { type: integer, required: false } }, go: { inputs: { size: { type: integer }, name: { type: string, default: x } } } }
node_types: { N: { derived_from: tosca.nodes.Root, interfaces: { Do: { type: Face, go: { inputs: { fixed: 5 } } } } } }`;
  const calling = (activity: string): string =>
    simple(`${types}
topology_template:
  node_templates: { n: { type: N }, filled: { type: N, interfaces: { Do: { go: { inputs: { size: 5, more: 3 } } } } } }
  workflows:
    other: { inputs: { size: { type: integer }, name: { type: string, default: z } } }
    one: { steps: { a: ${activity} } }`);
  const call = (inputs: string, target = 'n'): string =>
    calling(`{ target: ${target}, activities: [ { call_operation: { operation: Do.go, inputs: ${inputs} } } ] }`);
  const flow = (kind: string, inputs: string): string =>
    calling(`{ target: n, activities: [ { ${kind}: { workflow: other, inputs: ${inputs} } } ] }`);

  it.each([
    [
      'an input that is missing',
      call('{ name: y }'),
      'the operation Do.go requires the input "size", which has no value',
    ],
    ['one of another type', call('{ size: large }'), 'expected an integer, found "large"'],
    ['one of another type, of the whole interface', call('{ size: 1, all: x }'), 'expected an integer, found "x"'],
    [
      'one that is not declared',
      call('{ size: 1, sise: 2 }'),
      'declares no input "sise" (did you mean "size"?); it has all, size, name, fixed',
    ],
    ['a missing one of an inlined workflow', flow('inline', '{}'), 'the workflow other requires the input "size"'],
    ['one of another type of an inlined workflow', flow('inline', '{ size: x }'), 'expected an integer, found "x"'],
    [
      'an undeclared one of an inlined workflow',
      flow('inline', '{ size: 1, nam: x }'),
      'declares no input "nam" (did you mean "name"?)',
    ],
    [
      'a missing one of a delegated workflow',
      flow('delegate', '{ name: x }'),
      'the workflow other requires the input "size"',
    ],
  ])('%s', async (_, text, message) => {
    await expectFound(text, [`: ${message}`.replace(': declares', ' declares')]);
    expect((await found(text))[0]).toMatch(/^warning /);
  });

  it.each([
    ['all that is required', call('{ size: 1 }')],
    ['what the type gives already', call('{ size: 1, fixed: 3 }')],
    ['what the node gives already', call('{}', 'filled')],
    ['what the node gives beside', call('{ more: 4 }', 'filled')],
    ['what is computed', call('{ size: { get_property: [ n, x ] } }')],
    ['a workflow that is delegated to elsewhere', calling('{ target: n, activities: [ { delegate: deploy } ] }')],
    ['an inlined workflow', flow('inline', '{ size: 1 }')],
  ])('takes %s', async (_, text) => expect(await found(text)).toEqual([]));

  it('is an error in 2.0, but for what nobody declares', async () => {
    const of = (inputs: string): string =>
      strict(`interface_types: { Face: { operations: { go: { inputs: { size: { type: integer } } } } } }
node_types: { N: { interfaces: { Do: { type: Face } } } }
service_template:
  node_templates: { n: { type: N } }
  workflows: { one: { steps: { a: { target: n, activities: [ { call_operation: { operation: Do.go, inputs: ${inputs} } } ] } } } }`);
    await expectFound(of('{}'), ['error workflow-invalid']);
    await expectFound(of('{ size: x }'), ['error value-type']);
    await expectFound(of('{ size: 1, sise: 2 }'), ['warning workflow-invalid']);
    await expectFound(of('{ size: 1 }'), []);
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
    expect((await found(text(path)))[0]).toMatch(/^warning /);
  });

  it.each(['outer', 'outer, inner', 'outer, many, 0, deep', 'names, any, deep', 'c, outer, inner, deep'])(
    'is none: %s',
    async (path) => expect(await found(text(path))).toEqual([]),
  );
});

describe('an expression that RE2 lacks, in 2.0', () => {
  const node = (validation: string, more = ''): string =>
    strict(`node_types: { N: { properties: { s: { type: string, validation: ${validation} }, b: { type: boolean, default: true } } } }
service_template: { node_templates: { n: { type: N, properties: { s: a${more} } } } }`);

  it.each([
    [
      'a validation clause',
      node(`{ $matches: [ $value, '(?=a)a' ] }`),
      'warning constraint-invalid node_types.N.properties.s.validation',
    ],
    ['inside one', node(`{ $not: [ { $matches: [ $value, '(?!a)b' ] } ] }`), 'warning constraint-invalid'],
    ['a value', node(`{ $matches: [ $value, a ] }`, `, b: { $matches: [ a, '(?<=b)a' ] }`), 'warning function-value'],
    ['a back-reference', node(String.raw`{ $matches: [ $value, '(a)\1' ] }`), 'warning constraint-invalid'],
  ])('%s is a warning', async (_, text, problem) => {
    await expectFound(text, [problem]);
    expect((await found(text))[0]).toContain('RE2 does not know');
  });

  it('is an error when nobody knows it', async () => {
    await expectFound(node(`{ $matches: [ $value, '(a' ] }`), ['error constraint-invalid']);
  });
});
