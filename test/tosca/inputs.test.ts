import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { processorTime } from '../support/processor-time.ts';
import { errorsOf, noImports, topologyOf } from './fixtures.ts';

const template = (definition: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    value: ${definition}
`;

const bound = async (definition: string, value: Json): Promise<Json | undefined> =>
  (await topologyOf(template(definition), { value })).inputs['value'];

describe('inputs', () => {
  it.each<[string, Json, Json]>([
    ['{ type: integer }', '3', 3],
    ['{ type: integer }', 3, 3],
    ['{ type: integer }', ' 12 ', 12],
    ['{ type: float }', '1.50', 1.5],
    ['{ type: float }', 2, 2],
    ['{ type: boolean }', 'yes', true],
    ['{ type: boolean }', 'FALSE', false],
    ['{ type: boolean }', true, true],
    ['{ type: string }', 'no', 'no'],
    ['{ type: string }', 16.04, '16.04'],
    ['{ type: version }', '16.10', '16.10'],
    ['{ type: scalar-unit.size }', '4 gb', '4 gb'],
    ['{ type: timestamp }', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z'],
    ['{ type: list, entry_schema: { type: integer } }', '["1", 2]', [1, 2]],
    ['{ type: map, entry_schema: { type: boolean } }', { a: 'on' }, { a: true }],
    ['{ type: range }', [1, 'UNBOUNDED'], [1, 'UNBOUNDED']],
    ['{ type: PortDef }', '80', 80],
  ])('declared as %s turn %j into %j', async (definition, given, expected) => {
    expect(await bound(definition, given)).toEqual(expected);
  });

  it.each<[string, Json]>([
    ['{ type: integer }', '3.5'],
    ['{ type: integer }', 'three'],
    ['{ type: integer }', 1.5],
    ['{ type: float }', ''],
    ['{ type: boolean }', 'perhaps'],
    ['{ type: boolean }', 2],
    ['{ type: string }', ['a']],
    ['{ type: list }', 'a'],
    ['{ type: map }', ['a']],
    ['{ type: scalar-unit.size }', '4'],
    ['{ type: scalar-unit.size }', '4 s'],
    ['{ type: timestamp }', 'yesterday'],
    ['{ type: range }', [3, 1]],
    ['{ type: integer, constraints: [{ in_range: [1, 4] }] }', '5'],
    ['{ type: range, constraints: [{ in_range: [1, 10] }] }', [5, 'UNBOUNDED']],
    ['{ type: integer, constraints: [{ valid_values: [1, 2] }] }', 3],
    ['{ type: string, constraints: [{ pattern: "[a-z]+" }] }', 'abC'],
    ['{ type: string, constraints: [{ min_length: 2 }, { max_length: 3 }] }', 'abcd'],
    ['{ type: scalar-unit.size, constraints: [{ less_or_equal: 1 GB }] }', '1001 MB'],
    ['{ type: list, entry_schema: { type: string, constraints: [{ length: 1 }] } }', ['a', 'bb']],
    ['{ type: PortDef }', 65536],
  ])('declared as %s refuse %j', async (definition, given) => {
    expect(await errorsOf(template(definition), { value: given })).toEqual(['input-invalid@4']);
  });

  it('compare sizes by what they are, not by how they are written', async () => {
    const definition = '{ type: scalar-unit.size, constraints: [{ valid_values: [ 1 GB, 2048 MiB ] }] }';
    expect(await bound(definition, '2 GiB')).toBe('2 GiB');
    expect(await bound(definition, '1000 MB')).toBe('1000 MB');
  });

  it('take the default for a parameter that is absent or null', async () => {
    expect(await bound('{ type: integer, default: 7 }', null)).toBe(7);
    expect((await topologyOf(template('{ type: boolean, default: yes }'))).inputs).toEqual({ value: true });
  });

  it('are absent when they are optional and have neither', async () => {
    expect((await topologyOf(template('{ type: string, required: no }'))).inputs).toEqual({});
  });

  it('leave parameters aside that nobody declared, and warn of them', async () => {
    const text = template('{ type: string, default: a }');
    const { inputs } = await topologyOf(text, { other: 1, ['__proto__']: 2 });
    expect(inputs).toEqual({ value: 'a' });
    const { ok, problems } = await processTemplate(text, { inputs: { valeu: 'b' }, imports: noImports });
    expect(ok).toBe(true);
    expect(problems).toMatchObject([
      {
        code: 'input-undeclared',
        severity: 'warning',
        path: 'inputs.valeu',
        message:
          'the template declares no input "valeu" (did you mean "value"?), so its value in parameters is not used',
      },
    ]);
  });

  it('only warn of a default outside its own constraints', async () => {
    const text = template('{ type: integer, default: 3, constraints: [{ valid_values: [1, 2] }] }');
    const { ok, problems } = await processTemplate(text, { inputs: {}, imports: noImports });
    expect(ok).toBe(true);
    expect(problems).toMatchObject([{ code: 'value-constraint', severity: 'warning', line: 4 }]);
  });

  it('give a pattern that backtracks for ever no time', async () => {
    const text = template('{ type: string, constraints: [{ pattern: "(a+)+b" }] }');
    const started = processorTime();
    expect(await errorsOf(text, { value: 'a'.repeat(60) })).toEqual(['input-invalid@4']);
    expect(processorTime() - started).toBeLessThan(2_000);
  });
});
