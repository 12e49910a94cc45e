import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../src/tosca/infrastructure-manager/bind.ts';
import { processTemplate } from '../../src/tosca/process.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { noImports, topologyOf } from './fixtures.ts';

const long = '9007199254740993';
const most = '9223372036854775807';
const least = '-9223372036854775808';

const old = (type: string, value: string, more = ''): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: { id: { type: ${type}, default: ${value}${more} } }
  outputs: { it: { value: { get_input: id } } }`;

const strict = (type: string, value: string, more = ''): string => `tosca_definitions_version: tosca_2_0
service_template:
  node_templates: {}
  inputs: { id: { type: ${type}, default: ${value}${more} } }
  outputs: { it: { value: { $get_input: id } } }`;

const problemsOf = async (text: string) => (await processTemplate(text, { inputs: {}, imports: noImports })).problems;

const outputOf = async (text: string, inputs: { [name: string]: Json } = {}): Promise<Json | undefined> =>
  (await topologyOf(text, inputs)).outputs[0]?.value;

describe('an integer of more than 53 bits', () => {
  it.each([long, `-${long}`, most, least])('%s keeps its value and is a number', async (value) => {
    for (const text of [old('integer', value), strict('integer', value)]) {
      const found = await outputOf(text);
      expect(found).toBe(BigInt(value));
      expect(JSON.stringify(found)).toBe(value);
    }
  });

  it.each([
    ['in quotes', `"${long}"`],
    ['in hexadecimal', '0x20000000000001'],
  ])('may stand %s in 1.x', async (_, value) => {
    expect(await outputOf(old('integer', value))).toBe(9007199254740993n);
  });

  it('may come as a parameter: as a number, or in quotes where 1.x reads digits so', async () => {
    for (const given of [BigInt(most), most])
      expect(await outputOf(old('integer', '1'), { id: given })).toBe(BigInt(most));
    expect(await outputOf(strict('integer', '1'), { id: BigInt(most) })).toBe(BigInt(most));
  });

  it.each([`{ a: ${long} }`, `[ ${long} ]`, long])('keeps its digits where it has no type: %s', async (value) => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: { outputs: { it: { value: ${value} } } }`;
    expect(JSON.stringify(await outputOf(text))).toMatch(new RegExp(`(^|[^"\\d])${long}($|[^"\\d])`));
  });

  it.each(['9223372036854775808', '-9223372036854775809'])('is refused with its limit: %s', async (value) => {
    for (const text of [old('integer', value), strict('integer', value)])
      expect(await problemsOf(text)).toMatchObject([{ message: expect.stringMatching(/64 bits/) }]);
  });

  it('is compared exactly by constraints', async () => {
    const bounded = (value: string) => old('integer', value, `, constraints: [ { in_range: [ ${long}, ${most} ] } ]`);
    expect(await problemsOf(bounded(long))).toEqual([]);
    expect(await problemsOf(bounded('9007199254740992'))).toMatchObject([{ code: 'value-constraint' }]);
    const from = strict('integer', '9007199254740992', `, validation: { $greater_or_equal: [ $value, ${long} ] }`);
    expect((await problemsOf(from)).length).toBe(1);
  });

  it('may be a bound of a range', async () => {
    expect(await outputOf(old('range', `[ 0, ${most} ]`))).toEqual([0, BigInt(most)]);
    expect((await problemsOf(old('range', `[ ${most}, ${long} ]`))).length).toBe(1);
  });

  it.each([
    [`{ $sum: [ ${long}, 1 ] }`, '9007199254740994'],
    [`{ $difference: [ ${most}, 1 ] }`, '9223372036854775806'],
    [`{ $product: [ ${long}, 2 ] }`, '18014398509481986'],
    [`{ $remainder: [ ${long}, 10 ] }`, '3'],
  ])('is calculated with exactly: %s', async (call, value) => {
    const text = `tosca_definitions_version: tosca_2_0
service_template: { node_templates: {}, outputs: { it: { value: ${call} } } }`;
    expect(JSON.stringify(await outputOf(text))).toBe(value);
  });

  it('is a text with the same digits in a longer text', async () => {
    const text = old('integer', long).replace('{ get_input: id }', "{ concat: [ 'id-', { get_input: id } ] }");
    expect(await outputOf(text)).toBe(`id-${long}`);
  });

  it('is sent to the Infrastructure Manager as a number', () => {
    expect(bindTemplate(old('integer', '1'), { inputs: { id: BigInt(most) }, name: 'n' })).toMatch(
      new RegExp(`default: ${most}\\b`),
    );
  });
});

describe('1e3', () => {
  it.each([
    ['float', 1000],
    ['string', '1e3'],
  ])('is the value that its type %s says', async (type, value) => {
    expect(await outputOf(old(type, '1e3'))).toBe(value);
  });

  it('is a number without a type, in a literal', async () => {
    const text =
      'tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: { outputs: { it: { value: 1e3 } } }';
    expect(await outputOf(text)).toBe(1000);
  });
});
