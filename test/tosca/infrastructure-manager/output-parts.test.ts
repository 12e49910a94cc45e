import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import { joinedParts } from '../../../src/tosca/infrastructure-manager/output-parts.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { noImports } from '../fixtures.ts';

/** What an output is, where the manager answers `answer` to each question. */
const outputOf = async (value: string, answer: (call: Json) => Json, version = '1_3') => {
  const text = `tosca_definitions_version: tosca_simple_yaml_${version}
topology_template:
  node_templates:
    s: { type: tosca.nodes.Compute }
    app: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: s } ] }
  outputs: { it: { value: ${value} } }`;
  const { text: sent, processed } = await deployable(text, { inputs: {}, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  const {
    topology_template: { outputs },
  } = load(sent) as {
    topology_template: { outputs: { [name: string]: { value: Json } } };
  };
  const given = Object.fromEntries(Object.entries(outputs).map(([name, { value: asked }]) => [name, answer(asked)]));
  return {
    asked: Object.values(outputs).map(({ value: one }) => one),
    outputs: joinedParts(processed.topology.outputs, given),
  };
};

const privateAddress = { get_attribute: ['s', 'private_address'] };

describe('an output that holds what only the Infrastructure Manager knows', () => {
  it.each<[string, Json]>([
    ["{ concat: [ 'https://', { get_attribute: [ s, private_address ] }, ':', 8443 ] }", 'https://10.0.0.1:8443'],
    ["{ concat: [ 'https://', { get_attribute: [ s, private_address, 0 ] } ] }", 'https://10.0.0.1'],
    ["{ concat: [ 'https://', { get_attribute: [ app, host, private_address, 0 ] } ] }", 'https://10.0.0.1'],
    ["{ token: [ { get_attribute: [ s, private_address ] }, '.', 3 ] }", '1'],
    ["{ join: [ [ a, { get_attribute: [ s, private_address ] } ], '-' ] }", 'a-10.0.0.1'],
    ['[ 1, { get_attribute: [ s, private_address ] } ]', [1, '10.0.0.1']],
    ['{ at: { get_attribute: [ s, private_address ] }, port: 80 }', { at: '10.0.0.1', port: 80 }],
  ])('asks only for that, and works out the rest: %s', async (value, expected) => {
    const { asked, outputs } = await outputOf(value, () => '10.0.0.1');
    expect(asked).toEqual([privateAddress]);
    expect(outputs).toEqual({ it: expected });
  });

  it.each([
    "{ concat: [ 'https://', { get_attribute: [ s, public_address ] } ] }",
    "{ join: [ [ a, { get_attribute: [ s, public_address ] } ], '-' ] }",
    "{ token: [ { get_attribute: [ s, public_address ] }, '.', 0 ] }",
    '[ 1, { get_attribute: [ s, public_address ] } ]',
  ])('is null where that never comes, and no text None: %s', async (value) => {
    expect((await outputOf(value, () => null)).outputs).toEqual({ it: null });
  });

  it('is asked as a whole where it is one question, without the index that the parser refuses', async () => {
    const { asked, outputs } = await outputOf('{ get_attribute: [ s, private_address, 0 ] }', () => '10.0.0.1', '1_0');
    expect(asked).toEqual([privateAddress]);
    expect(outputs).toEqual({ it: '10.0.0.1' });
  });
});
