import { describe, expect, it } from 'vitest';
import { expectFound, found, simple, strict } from './found.ts';

describe('a constraint that makes no sense', () => {
  const input = (type: string, constraints: string): string =>
    simple(`topology_template: { inputs: { i: { type: ${type}, constraints: [ ${constraints} ] } } }`);

  it.each([
    ['integer', '{ in_range: [ 10, 1 ] }', 'no value is from 10 to 1'],
    ['scalar-unit.size', '{ in_range: [ 1 GB, 500 MB ] }', 'no value is from 1 GB to 500 MB'],
    ['version', '{ in_range: [ 1.10, 1.9 ] }', 'no value is from 1.10 to 1.9'],
    ['integer', '{ in_range: [ a, b ] }', 'bounds that are each an integer, found "a"'],
    ['integer', '{ in_range: [ 1 ] }', 'a list of two bounds, the lower one first, found a list of 1'],
    ['integer', '{ in_range: 5 }', 'a list of two bounds, the lower one first, found 5'],
    ['integer', '{ greater_than: x }', 'greater_than takes an integer, found "x"'],
    ['scalar-unit.size', '{ less_than: 5 }', 'less_than takes a number with a unit'],
    ['string', '{ length: -1 }', 'length takes a whole number from 0, found -1'],
    ['string', '{ max_length: 1.5 }', 'max_length takes a whole number from 0, found 1.5'],
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
    ['integer', '{ pattern: a }', 'are not texts'],
    ['boolean', '{ greater_than: true }', 'have no order'],
    ['boolean', '{ in_range: [ false, true ] }', 'have no order'],
    ['integer', '{ valid_values: [ 1, x ] }', 'each must be an integer, found "x"'],
    ['string', "{ pattern: '(?=a)b' }", 'RE2 does not support'],
  ])('is a warning where values are not checked against it: %s %s', async (type, constraints, message) => {
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
    expect((await found(text))[0]).toContain('RE2 does not support');
  });

  it('is an error when nobody knows it', async () => {
    await expectFound(node(`{ $matches: [ $value, '(a' ] }`), ['error constraint-invalid']);
  });
});
