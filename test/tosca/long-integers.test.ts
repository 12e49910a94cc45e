import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { noImports, topologyOf } from './fixtures.ts';

const long = '9007199254740993';
const shorter = 'expected an integer between -9007199254740991 and 9007199254740991 (for more digits the type string)';

const old = (type: string, value: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: { id: { type: ${type}, default: ${value} } }
  outputs: { it: { value: { get_input: id } } }`;

const problemsOf = async (text: string) => (await processTemplate(text, { inputs: {}, imports: noImports })).problems;

const outputOf = async (text: string, inputs = {}): Promise<Json | undefined> =>
  (await topologyOf(text, inputs)).outputs[0]?.value;

describe('a whole number that JavaScript would round', () => {
  it.each([long, `-${long}`, `"${long}"`, '0x20000000000001'])('%s is refused as an integer of 1.x', async (value) => {
    const [problem, ...others] = await problemsOf(old('integer', value));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ line: 3, message: `${shorter}, found ${value}` });
  });

  it.each(['9007199254740991', '-9007199254740991'])('%s is the last one that is none', async (value) => {
    expect(await outputOf(old('integer', value))).toBe(Number(value));
  });

  it.each([`{ a: ${long} }`, `[ ${long} ]`])('keeps its digits where it has no type: %s', async (value) => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: { outputs: { it: { value: ${value} } } }`;
    expect(JSON.stringify(await outputOf(text))).toContain(`"${long}"`);
  });

  it.each([long, '9223372036854775807', '-9223372036854775808'])('keeps its digits in 2.0: %s', async (value) => {
    const text = (least: string) => `tosca_definitions_version: tosca_2_0
service_template:
  node_templates: {}
  inputs: { id: { type: integer, default: ${value}, validation: { $greater_or_equal: [ $value, ${least} ] } } }
  outputs: { it: { value: { $get_input: id } } }`;
    expect(await outputOf(text('-9223372036854775808'))).toBe(value);
    expect((await problemsOf(text(value.startsWith('-') ? '1' : '9223372036854775807000'))).length).toBeGreaterThan(0);
  });

  it('is refused in 2.0 with its limit where 64 bits do not hold it', async () => {
    const text = `tosca_definitions_version: tosca_2_0
service_template: { node_templates: {}, inputs: { id: { type: integer, default: 9223372036854775808 } } }`;
    const message = 'expected an integer of at most 64 bits, found 9223372036854775808';
    expect(await problemsOf(text)).toMatchObject([{ line: 2, message }]);
  });
});
