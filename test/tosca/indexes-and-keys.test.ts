import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import { noImports } from './fixtures.ts';
import { found } from './found.ts';

const network = (count: string, node: string): string => `tosca_definitions_version: tosca_2_0
capability_types: { Net: {} }
node_types:
  Server: { requirements: [ net: { capability: Net, node: Network } ] }
  Network: { capabilities: { net: { type: Net } } }
service_template:
  inputs: { n: { type: integer } }
  node_templates:
    s: { type: Server, requirements: [ net: ${node} ] }
    nw: { type: Network, count: ${count} }
`;

const errorsIn = async (text: string) => (await found(text)).filter((each) => each.startsWith('error'));

describe('the index of a requirement', () => {
  it.each([
    ['1', '[ nw, 1 ]'],
    ['2', '{ node: [ nw, 2 ] }'],
    ['{ $sum: [ 1, 1 ] }', '[ nw, 3 ]'],
    ['3', '[ nw, { $sum: [ 2, 1 ] } ]'],
    ['3', '[ nw, { $difference: [ 1, 2 ] } ]'],
    ['0', '[ nw, 0 ]'],
  ])('of a template with count %s may not be %s', async (count, node) => {
    expect(await errorsIn(network(count, node))).toEqual([
      expect.stringMatching(/^error requirement-target service_template\.node_templates\.s\.requirements\[0\]\.net/),
    ]);
  });

  it.each([
    ['3', '[ nw, 2 ]'],
    ['{ $get_input: n }', '[ nw, 7 ]'],
    ['2', '[ nw, $node_index ]'],
  ])('of a template with count %s may be %s', async (count, node) => {
    expect(await errorsIn(network(count, node))).toEqual([]);
  });
});

describe('a function call as a key', () => {
  const map = async (value: string, more = '') => {
    const text = `tosca_definitions_version: tosca_2_0
node_types: { N: { properties: { m: { type: map, entry_schema: string${more} } } } }
service_template:
  inputs: { k: { type: string, default: key }, later: { type: string }, l: { type: list, entry_schema: string, default: [ a ] } }
  node_templates: { n: { type: N, properties: { m: ${value} } } }
`;
    const { ok, problems, ...rest } = await processTemplate(text, { inputs: { later: 'x' }, imports: noImports });
    return ok && 'topology' in rest
      ? rest.topology.nodes[0]?.properties['m']
      : problems.map(({ code, line }) => `${code}@${line}`);
  };

  it('is worked out', async () => {
    expect(await map('{ { $get_input: k }: 1a, b: c }')).toEqual({ key: '1a', b: 'c' });
    expect(await map('{ ? { $concat: [ a, { $get_input: k } ] } : v }')).toEqual({ akey: 'v' });
  });

  it('is checked like any other key', async () => {
    const short = ', key_schema: { type: string, validation: { $equal: [ { $length: [ $value ] }, 3 ] } }';
    expect(await map('{ { $get_input: k }: v }', short)).toEqual({ key: 'v' });
    expect(await map('{ { $concat: [ abc, d ] }: v }', short)).toEqual(['value-constraint@5']);
  });

  it('is named where it is wrong, unknown, no text, or there twice', async () => {
    expect(await map('{ { $get_input: q }: v }')).toEqual(['input-unknown@5']);
    expect(await map('{ { $no_function: [ q ] }: v }')).toEqual(['function-unknown@5']);
    expect(await map('{ { $get_input: l }: v }')).toEqual(['value-type@5']);
    expect(await map('{ key: w, { $get_input: k }: v }')).toEqual(['duplicate-key@5']);
    expect(await map('{ { $get_input: k }: v, key: w }')).toEqual(['duplicate-key@5']);
  });
});

it('$length counts the items of a list that stands there', async () => {
  const length = async (value: string) => {
    const text = `tosca_definitions_version: tosca_2_0
node_types: { N: { properties: { i: { type: integer } } } }
service_template: { node_templates: { n: { type: N, properties: { i: { $length: ${value} } } } } }
`;
    const processed = await processTemplate(text, { inputs: {}, imports: noImports });
    return processed.ok ? processed.topology.nodes[0]?.properties['i'] : processed.problems[0]?.code;
  };
  expect(
    await Promise.all(['[ [ 1, 2, 3 ] ]', '[ 1, 2, 3 ]', '[ abc ]', '[ { a: 1 } ]', '[ [] ]'].map(length)),
  ).toEqual([3, 3, 3, 1, 0]);
});
