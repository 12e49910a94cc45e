import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { inputSchema } from '../../src/tosca/input-schema.ts';
import { validateTemplate } from '../../src/tosca/process.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { noImports } from './fixtures.ts';

const template = (definition: string, types = ''): string =>
  `tosca_definitions_version: tosca_simple_yaml_1_3\n${types}topology_template:\n  inputs:\n    value: ${definition}\n`;

const ports = `data_types:
  Port: { derived_from: integer, constraints: [ { in_range: [ 1, 65535 ] } ] }
  Rule: { properties: { port: { type: Port, constraints: [ { greater_than: 1000 } ] }, note: { type: string, required: false } } }
`;

/** The same verdict of the schema and of the checker, on values in the form that a form sends. */
const cases: readonly (readonly [definition: string, good: readonly Json[], bad: readonly Json[]])[] = [
  ['{ type: integer, constraints: [ { in_range: [ 1, 5 ] } ] }', [1, 5], [0, 6, 1.5, 'x']],
  ['{ type: integer, constraints: [ { in_range: [ 1, UNBOUNDED ] } ] }', [1, 9_999], [0]],
  ['{ type: float, constraints: [ { greater_than: 1 }, { less_or_equal: 2.5 } ] }', [1.1, 2.5], [1, 2.6]],
  ['{ type: string, constraints: [ { min_length: 2 }, { max_length: 3 } ] }', ['ab', 'abc'], ['a', 'abcd']],
  ['{ type: string, constraints: [ { pattern: "[a-z]+" }, { pattern: "a.*" } ] }', ['ab'], ['b', 'A', 'a1']],
  ['{ type: string, constraints: [ { valid_values: [ a, b ] } ] }', ['a'], ['c']],
  ['{ type: boolean }', [true], ['perhaps', 3]],
  ['{ type: scalar-unit.size }', ['4 GB', '1.5 MiB', ' 4gb ', '.5e3 kB'], ['4', 'GB', '4 s', '1.2.3 GB']],
  ['{ type: list, entry_schema: { type: integer }, constraints: [ { length: 2 } ] }', [[1, 2]], [[1], [1, 'x']]],
  ['{ type: map, entry_schema: { type: boolean } }', [{ a: true }], [{ a: 'perhaps' }]],
  [
    '{ type: list, entry_schema: { type: Rule } }',
    [[{ port: 1_001 }]],
    [[{ port: 1 }], [{ note: 'x' }], [{ port: 70_000 }]],
  ],
];

describe('declared inputs as JSON Schema', () => {
  it.each(cases)('%s judges as the checker does', async (definition, good, bad) => {
    const text = template(definition, ports);
    const { inputs } = await validateTemplate(text, noImports);
    const validate = new Ajv2020({ strict: false }).compile(inputSchema(inputs));
    for (const value of [...good, ...bad]) {
      const { ok } = await validateTemplate(text, noImports, { value });
      expect([value, validate({ value }), ok]).toEqual([value, good.includes(value), good.includes(value)]);
    }
    expect(validate({})).toBe(false);
  });

  it('names the TOSCA type, says what is required, and marks secrets', async () => {
    const { inputs } = await validateTemplate(
      template('{ type: scalar-unit.size, default: 4 GB, description: how much }'),
      noImports,
    );
    const password = { name: 'password', type: 'string', base: 'string', required: false, secret: true } as const;
    expect(inputSchema([...inputs, password])).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        value: expect.objectContaining({
          type: 'string',
          'x-tosca-type': 'scalar-unit.size',
          default: '4 GB',
          description: 'how much',
        }),
        password: { 'x-tosca-type': 'string', type: 'string', writeOnly: true, format: 'password' },
      },
    });
  });
});
