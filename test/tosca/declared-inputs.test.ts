import { describe, expect, it } from 'vitest';
import { processTemplate, validateTemplate } from '../../src/tosca/process.ts';
import { noImports } from './fixtures.ts';

const simple = (inputs: string, more = ''): string =>
  `tosca_definitions_version: tosca_simple_yaml_1_3\n${more}topology_template:\n  inputs:\n${inputs}`;

const strict = (inputs: string, more = ''): string =>
  `tosca_definitions_version: tosca_2_0\n${more}service_template:\n  inputs:\n${inputs}`;

const inputsOf = async (text: string) => (await validateTemplate(text, noImports)).inputs;

describe('the inputs that a template declares', () => {
  it('are in its order, with type, description, default and whether they are required', async () => {
    const text = simple(`    workers: { type: integer, description: how many, default: "2" }
    memory: { type: scalar-unit.size, default: 4 gb }
    note: { type: string, required: false }
    name: { type: string, metadata: { widget: text } }
`);
    expect(await inputsOf(text)).toEqual([
      { name: 'workers', type: 'integer', base: 'integer', description: 'how many', required: true, default: 2 },
      {
        ...{ name: 'memory', type: 'scalar-unit.size', base: 'scalar-unit.size', required: true, default: '4 gb' },
        units: ['B', 'kB', 'KiB', 'MB', 'MiB', 'GB', 'GiB', 'TB', 'TiB'],
      },
      { name: 'note', type: 'string', base: 'string', required: false },
      { name: 'name', type: 'string', base: 'string', required: true, metadata: { widget: 'text' } },
    ]);
  });

  it.each([
    ['integer', '{ in_range: [ 1, UNBOUNDED ] }', { operator: 'in_range', operand: [1, 'UNBOUNDED'] }],
    ['string', '{ valid_values: [ 16.04, a ] }', { operator: 'valid_values', operand: ['16.04', 'a'] }],
    ['string', '{ min_length: 2 }', { operator: 'min_length', operand: 2 }],
    ['string', '{ pattern: "[a-z]+" }', { operator: 'pattern', operand: '[a-z]+' }],
    ['scalar-unit.size', '{ greater_or_equal: 2 GB }', { operator: 'greater_or_equal', operand: '2 GB' }],
    ['float', '{ less_than: "3" }', { operator: 'less_than', operand: 3 }],
  ])('of type %s have the constraint %s as data', async (type, clause, expected) => {
    const [input] = await inputsOf(simple(`    value: { type: ${type}, constraints: [ ${clause} ] }\n`));
    expect(input?.constraints).toEqual([expected]);
  });

  it.each([
    ['{ $valid_values: [ $value, [ 1, 5 ] ] }', [{ operator: 'valid_values', operand: [1, 5] }]],
    [
      '{ $and: [ { $greater_than: [ $value, 1 ] }, { $less_than: [ $value, 9 ] } ] }',
      [
        { operator: 'greater_than', operand: 1 },
        { operator: 'less_than', operand: 9 },
      ],
    ],
    [
      '{ $or: [ { $equal: [ $value, 1 ] }, { $equal: [ $value, 9 ] } ] }',
      [{ operator: 'validation', operand: { $or: [{ $equal: ['$value', 1] }, { $equal: ['$value', 9] }] } }],
    ],
  ])('of 2.0 have the validation %s as data', async (validation, expected) => {
    const [input] = await inputsOf(strict(`    value: { type: integer, validation: ${validation} }\n`));
    expect(input?.constraints).toEqual(expected);
  });

  it('of 2.0 have a length as data, and no default that is computed', async () => {
    const inputs = await inputsOf(
      strict(`    value: { type: string, validation: { $less_or_equal: [ { $length: [ $value ] }, 8 ] } }
    copy: { type: string, default: { $get_input: [ value ] } }
`),
    );
    expect(inputs.map(({ constraints, default: value }) => [constraints, value])).toEqual([
      [[{ operator: 'max_length', operand: 8 }], undefined],
      [undefined, undefined],
    ]);
  });

  it('have the schema of their entries, keys and members, and the conditions of their type', async () => {
    const types = `data_types:
  Port: { derived_from: integer, constraints: [ { in_range: [ 1, 65535 ] } ] }
  Rule: { properties: { port: { type: Port }, cidr: { type: string, required: false, default: 0.0.0.0/0 } } }
`;
    const [rules] = await inputsOf(simple('    rules: { type: list, entry_schema: { type: Rule } }\n', types));
    expect(rules).toEqual({
      ...{ name: 'rules', type: 'list', base: 'list', required: true },
      entry: {
        ...{ type: 'Rule', base: 'complex' },
        members: [
          {
            ...{ name: 'port', type: 'Port', base: 'integer', required: true },
            constraints: [{ operator: 'in_range', operand: [1, 65_535] }],
          },
          { name: 'cidr', type: 'string', base: 'string', required: false, default: '0.0.0.0/0' },
        ],
      },
    });
  });

  it('end where a type contains itself', async () => {
    const types = 'data_types:\n  Tree: { properties: { left: { type: Tree, required: false } } }\n';
    const text = JSON.stringify(await inputsOf(simple('    tree: { type: Tree }\n', types)));
    expect(text.match(/"left"/g)).toHaveLength(4);
  });

  it('say which are secrets', async () => {
    const inputs = await inputsOf(simple('    admin_password: { type: string }\n    size: { type: integer }\n'));
    expect(inputs.map(({ name, secret }) => [name, secret])).toEqual([
      ['admin_password', true],
      ['size', undefined],
    ]);
  });

  it('are known although a node is wrong, and empty where there is no template', async () => {
    const wrong = simple('    size: { type: integer }\n  node_templates: { a: { type: no.such.Type } }\n');
    expect((await inputsOf(wrong)).map(({ name }) => name)).toEqual(['size']);
    expect(await inputsOf('not: [ yaml')).toEqual([]);
  });

  it('are given beside the problems of values', async () => {
    const text = simple('    size: { type: integer }\n');
    const { inputs, problems } = await validateTemplate(text, noImports, { size: 'two' });
    expect(inputs).toHaveLength(1);
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual(['input-invalid inputs.size']);
  });

  it('are not worked out where nobody asks for them', async () => {
    const processed = await processTemplate(simple('    size: { type: integer, default: 1 }\n'), {
      inputs: {},
      imports: noImports,
    });
    expect(processed).not.toHaveProperty('inputs');
  });
});
