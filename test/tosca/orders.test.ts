import { describe, expect, it } from 'vitest';
import { errorsOf } from './fixtures.ts';

/** Whether an input of this type and constraint takes the value. */
const takes = async (type: string, constraint: string, value: string): Promise<boolean> => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template: { inputs: { a: { type: ${type}, constraints: [ ${constraint} ] } }, node_templates: {} }`;
  return (await errorsOf(text, { a: value })).length === 0;
};

/** The same for a property of 2.0. */
const takesIn2 = async (type: string, validation: string, value: string): Promise<boolean> => {
  const text = `tosca_definitions_version: tosca_2_0
node_types: { N: { properties: { a: { type: ${type}, validation: ${validation} } } } }
service_template: { node_templates: { n: { type: N, properties: { a: "${value}" } } } }`;
  return (await errorsOf(text)).length === 0;
};

describe('the order of versions', () => {
  it.each([
    ['{ greater_or_equal: 1.9 }', '1.10', true],
    ['{ greater_or_equal: 1.10 }', '1.9', false],
    ['{ greater_than: 9.0 }', '10.0', true],
    ['{ less_than: 18.04 }', '9.10', true],
    ['{ in_range: [ 2.0, 10.0 ] }', '3.1', true],
    ['{ in_range: [ 9.9, UNBOUNDED ] }', '10.0', true],
    ['{ less_than: 1.0.0 }', '1.0.0.beta-1', true],
    ['{ greater_than: 1.0.0.beta-2 }', '1.0.0.beta-10', true],
    ['{ equal: 1.0 }', '1.0.0', true],
    ['{ valid_values: [ 1.0, 2.0 ] }', '2.0.0', true],
    ['{ equal: 1.0.0.alpha }', '1.0.0.beta', false],
    ['{ less_than: 2.0 }', '1.20260131', true],
    ['{ equal: 7 }', '7.0', true],
  ])('%s, given %s: %s', async (constraint, value, taken) => {
    expect(await takes('version', constraint, value)).toBe(taken);
  });

  it.each([
    ['{ $less_than: [ $value, "2.0" ] }', '1.20260131', true],
    ['{ $greater_or_equal: [ $value, "1.10" ] }', '1.9', false],
    ['{ $equal: [ $value, "1.0.0.alpha-1" ] }', '1.0.0.beta-1', false],
    ['{ $valid_values: [ $value, [ "1.0.0.alpha-1" ] ] }', '1.0.0.beta-1', false],
  ])('in 2.0, %s, given %s: %s', async (validation, value, taken) => {
    expect(await takesIn2('version', validation, value)).toBe(taken);
  });
});

describe('the order of timestamps', () => {
  it.each([
    ['2026-01-31T12:00:00+02:00', true],
    ['2026-01-31 10:00:00', true],
    ['2026-1-31 10:00:00.5', false],
    ['2026-01-31t11:59:59.99 +2', true],
    ['2026-01-31', true],
  ])('without a time zone %s is in UTC', async (value, taken) => {
    expect(await takes('timestamp', '{ less_or_equal: 2026-01-31T10:00:00Z }', value)).toBe(taken);
  });

  it.each(['2026-02-30', '2026-13-01', '2026-01-31T25:00:00Z', '2026-01-31T12:61:00Z'])(
    'does not know %s, a moment that does not exist',
    async (value) => expect(await takes('timestamp', '', value)).toBe(false),
  );
});
