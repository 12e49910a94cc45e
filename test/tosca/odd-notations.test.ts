import { describe, expect, it } from 'vitest';
import { processTemplate, validateTemplate } from '../../src/tosca/process.ts';
import { noImports, topologyOf } from './fixtures.ts';
import { expectFound, found, simple, strict } from './found.ts';

describe('a number that is too large for 64 bits', () => {
  const strictValue = (type: string, value: string): string =>
    strict(`node_types: { N: { properties: { p: { type: ${type} } } } }
service_template: { node_templates: { n: { type: N, properties: { p: ${value} } } } }`);

  it.each(['1.8e308', '-1.8e308', '1e400', '.inf', '-.inf', '.nan', '1e5', '1.7e308'])(
    '%s is a float of 2.0, and no text',
    async (value) => {
      expect(await found(strictValue('float', value))).toEqual([]);
      await expectFound(strictValue('string', value), ['error value-type']);
      await expectFound(strictValue('integer', value), ['error value-type']);
    },
  );

  it.each(['"1.8e308"', "'.inf'", 'e308', '1.8e', '.info'])('%s is a text of 2.0, and no float', async (value) => {
    expect(await found(strictValue('string', value))).toEqual([]);
    await expectFound(strictValue('float', value), ['error value-type']);
  });

  it('is greater than every other', async () => {
    const bounded = (clause: string): string => strictValue(`float, validation: ${clause}`, '1.8e308');
    expect(await found(bounded('{ $greater_than: [ $value, 1e308 ] }'))).toEqual([]);
    await expectFound(bounded('{ $less_than: [ $value, 1e308 ] }'), ['error value-constraint']);
  });

  it('is a float in 1.x, and stays as it is written', async () => {
    const text = simple(`node_types: { N: { derived_from: tosca.nodes.Root, properties: { p: { type: float } } } }
topology_template: { node_templates: { n: { type: N, properties: { p: 1.8e308 } } } }`);
    expect((await topologyOf(text)).nodes[0]?.properties).toEqual({ p: '1.8e308' });
  });

  it.each(['1.8e308', '.inf'])('is no name and no description: %s', async (value) => {
    await expectFound(strict(`description: ${value}`), ['error keyname-type']);
    await expectFound(strict(`node_types: { ${value}: {} }`), ['error keyname-type']);
  });
});

describe('an imported file that does not say its version', () => {
  const importing = (version: string): string =>
    `tosca_definitions_version: ${version}\nimports: [ types.yaml ]\n${
      version === 'tosca_2_0' ? 'service_template' : 'topology_template'
    }: { node_templates: { n: { type: my.N } } }\n`;
  const read = async (text: string, file: string) => {
    const { ok, problems } = await processTemplate(text, { inputs: {}, imports: { read: async () => file } });
    return {
      ok,
      found: problems.map(({ severity, code, file: where, line }) => `${severity} ${code} ${where}@${line}`),
    };
  };

  it.each(['tosca_simple_yaml_1_0', 'tosca_simple_yaml_1_3'])(
    'is read as one of %s, with a warning',
    async (version) => {
      const file = '# types\nnode_types: { my.N: { derived_from: tosca.nodes.Root } }\n';
      expect(await read(importing(version), file)).toEqual({
        ok: true,
        found: ['warning version-missing types.yaml@2'],
      });
    },
  );

  it('is none in 2.0', async () => {
    const { ok, found: problems } = await read(importing('tosca_2_0'), 'node_types: { my.N: {} }\n');
    expect({ ok, problems }).toEqual({ ok: false, problems: ['error version-missing types.yaml@1'] });
  });

  it.each(['a: b\n', '{}\n', 'tosca_definitions_versio: tosca_simple_yaml_1_3\n'])(
    'is none when nothing in it is TOSCA: %j',
    async (file) => {
      const { ok, found: problems } = await read(importing('tosca_simple_yaml_1_3'), file);
      expect({ ok, problems }).toEqual({ ok: false, problems: ['error version-missing types.yaml@1'] });
    },
  );

  it('is none when it says a version that nobody knows', async () => {
    const { found: problems } = await read(
      importing('tosca_simple_yaml_1_3'),
      'tosca_definitions_version: tosca_3\nnode_types: {}\n',
    );
    expect(problems).toEqual(['error version-unknown types.yaml@1']);
  });

  it('is none as the template itself', async () => {
    expect((await validateTemplate('node_types: {}\n', noImports)).ok).toBe(false);
  });
});

describe('an attribute of 1.x at length', () => {
  const text = (attributes: string): string =>
    simple(`data_types: { D: { properties: { value: { type: string } } } }
capability_types: { C: { derived_from: tosca.capabilities.Root, attributes: { load: { type: integer } } } }
node_types: { N: { derived_from: tosca.nodes.Root, capabilities: { c: { type: C } }, attributes: { address: { type: string }, map: { type: map, entry_schema: { type: string } }, complex: { type: D } } } }
topology_template: { node_templates: { n: { type: N, ${attributes} } } }`);

  it.each([
    'attributes: { address: { description: of it, value: 10.0.0.1 } }',
    'attributes: { address: { value: 10.0.0.1 } }',
    'attributes: { address: { value: { get_input: i } } }',
    'attributes: { map: { value: text, other: text } }',
    'attributes: { complex: { value: text } }',
    'attributes: { complex: { value: { value: text } } }',
    'attributes: { map: { value: { a: text } } }',
    'attributes: { map: { description: of it, value: { a: text } } }',
    'capabilities: { c: { attributes: { load: { description: a, value: 5 } } } }',
  ])('%s', async (attributes) => {
    const withInput = text(attributes).replace(
      'topology_template: {',
      'topology_template: { inputs: { i: { type: string, default: a } },',
    );
    expect(await found(withInput)).toEqual([]);
  });

  it.each([
    ['attributes: { address: { description: of it } }', 'expected a string, found a map'],
    ['attributes: { address: { valeu: a } }', 'expected a string, found a map'],
    ['attributes: { address: { value: a, more: b } }', 'expected a string, found a map'],
    ['capabilities: { c: { attributes: { load: { value: many } } } }', 'expected an integer, found "many"'],
  ])('is none: %s', async (attributes, message) => {
    await expectFound(text(attributes), [message]);
  });
});

describe('what a function says of its arguments', () => {
  const output = (value: string): string =>
    strict(`node_types: { N: {} }\nservice_template: { node_templates: { n: { type: N } }, outputs: { o: ${value} } }`);

  it.each([
    [
      '{ $length: abc }',
      '$length takes a text, a list or a map, found "abc"; its arguments are a list: { $length: [ abc ] }',
    ],
    [
      '{ $length: { $concat: [ a, b ] } }',
      '$length takes a text, a list or a map, found a map; its arguments are a list: { $length: [ { $concat: ... } ] }',
    ],
    [
      '{ $not: { a: 1, b: 2 } }',
      '$not takes true or false values, found a map; its arguments are a list: { $not: [ { ... } ] }',
    ],
    ['{ $length: [] }', '$length takes a text, a list or a map, found none'],
    ['{ $sum: [ a, 1 ] }', '$sum takes numbers, or values with units, found [ "a", '],
    ['{ $and: [ true ] }', '$and takes true or false values, found [ '],
    [
      '{ $token: [ a, b ] }',
      '$token takes a text, the delimiter characters and the index of a part, found [ "a", "b" ]',
    ],
    ['{ $get_property: [ n ] }', 'a property, found [ "n" ]'],
    [
      '{ $concat: [ a, [ b ] ] }',
      'outputs.o.$concat[1]: $concat takes a list of texts, or of lists, found a list in it',
    ],
    [
      '{ $join: [ [ a, { b: c }, d ], "-" ] }',
      'outputs.o.$join[0][1]: $join takes a list of texts and, optionally, a delimiter, found a map in it',
    ],
    [
      '{ $join: [ [ a ], [ b ] ] }',
      'outputs.o.$join[1]: $join takes a list of texts and, optionally, a delimiter, found a list in it',
    ],
    ['{ $join: [ a, b, c ] }', '$join takes a list of texts and, optionally, a delimiter, found [ "a", "b", "c" ]'],
  ])('%s', async (value, message) => {
    await expectFound(output(value), [message]);
  });

  it('says it in a validation clause too', async () => {
    const clause = (validation: string): string =>
      strict(`node_types: { N: { properties: { s: { type: string, validation: ${validation} } } } }`);
    await expectFound(clause('{ $greater_or_equal: [ { $length: $value }, 3 ] }'), [
      '$length takes a text, a list or a map, found "$value"; its arguments are a list: { $length: [ $value ] }',
    ]);
    expect(await found(clause('{ $greater_or_equal: [ { $length: [ $value ] }, 3 ] }'))).toEqual([]);
    expect(await found(clause('{ $greater_or_equal: [ { $length: [ { $value: [] } ] }, 3 ] }'))).toEqual([]);
  });

  it('takes a key with a variation for the same function, in a condition too', async () => {
    const text = strict(`node_types: { N: { properties: { s: { type: string } } } }
service_template: { node_templates: { n: { type: N, directives: [ select ], node_filter: { $equal$1: [ { $get_property$2: [ SELF, s ] }, a ] } } } }`);
    expect(await found(text)).toEqual([]);
  });
});
