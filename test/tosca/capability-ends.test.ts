import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import { noImports } from './fixtures.ts';

const judged = async (text: string): Promise<string[]> => {
  const { problems } = await processTemplate(text, { inputs: {}, imports: noImports });
  return problems.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
};

interface Rules {
  readonly type?: string;
  readonly definition?: string;
  readonly refined?: string;
  readonly relationship?: string;
  readonly assignment?: string;
}

const simple = ({ type = '', definition = '', refined = '', relationship = '', assignment = 'store' }: Rules): string =>
  `tosca_definitions_version: tosca_simple_yaml_1_3
capability_types: { my.Data: { derived_from: tosca.capabilities.Root, ${type} } }
relationship_types:
  my.Reads: { derived_from: tosca.relationships.Root, ${relationship} }
  my.Fast: { derived_from: my.Reads }
node_types:
  my.Store: { derived_from: tosca.nodes.Root, capabilities: { data: { type: my.Data, ${definition} } } }
  my.Big: { derived_from: my.Store, capabilities: { data: { type: my.Data, ${refined} } } }
  my.Reader:
    derived_from: tosca.nodes.Root
    requirements: [ { data: { capability: my.Data, relationship: my.Reads } } ]
  my.Writer: { derived_from: my.Reader }
topology_template:
  node_templates:
    store: { type: my.Big }
    reader: { type: my.Reader, requirements: [ { data: ${assignment} } ] }
`;

describe('what a capability may be required by', () => {
  it.each<[string, Rules, RegExp]>([
    [
      'its type',
      { type: 'valid_source_types: [ my.Writer ]' },
      /data of store is for my\.Writer .* reader is a my\.Reader$/,
    ],
    ['its definition', { definition: 'valid_source_types: [ my.Writer ]' }, /is for my\.Writer/],
    ['a definition that refines', { refined: 'valid_source_types: [ my.Writer ]' }, /is for my\.Writer/],
    [
      'the definition before the type',
      { type: 'valid_source_types: [ my.Reader ]', definition: 'valid_source_types: [ my.Writer ]' },
      /is for my\.Writer/,
    ],
    [
      'the relationships it takes',
      { definition: 'valid_relationship_types: [ my.Fast ]' },
      /takes relationships of my\.Fast; this one is a my\.Reads$/,
    ],
    [
      'where the relationship ends',
      { relationship: 'valid_target_types: [ tosca.capabilities.Endpoint ]' },
      /my\.Reads ends at tosca\.capabilities\.Endpoint; the capability data of store is a my\.Data$/,
    ],
  ])('is told by %s; 1.x warns', async (_, rules, message) => {
    const found = await judged(simple(rules));
    expect(found).toEqual([expect.stringMatching(message)]);
    expect(found[0]).toMatch(/^warning requirement-target: /);
  });

  it.each<[string, Rules]>([
    ['a source that is one', { definition: 'valid_source_types: [ my.Reader ]' }],
    ['a source that derives from one', { definition: 'valid_source_types: [ tosca.nodes.Root ]' }],
    [
      'a relationship that is one',
      {
        definition: 'valid_relationship_types: [ my.Fast ]',
        assignment: '{ node: store, relationship: { type: my.Fast } }',
      },
    ],
    ['an end that is one', { relationship: 'valid_target_types: [ my.Data ]' }],
    ['a list that allows nothing in particular', { definition: 'valid_source_types: [ ]' }],
  ])('is not held against %s', async (_, rules) => {
    expect(await judged(simple(rules))).toEqual([]);
  });

  it('is an error in 2.0', async () => {
    const text = `tosca_definitions_version: tosca_2_0
capability_types: { Data: { valid_source_node_types: [ Writer ] } }
relationship_types: { Reads: {} }
node_types:
  Store: { capabilities: { data: Data } }
  Reader: { requirements: [ { data: { capability: Data, relationship: Reads, count_range: [ 0, 1 ] } } ] }
  Writer: { derived_from: Reader }
service_template:
  node_templates:
    store: { type: Store }
    writer: { type: Writer, requirements: [ { data: store } ] }
    reader: { type: Reader, requirements: [ { data: store } ] }
`;
    expect(await judged(text)).toEqual([expect.stringMatching(/^error requirement-target: .* reader is a Reader$/)]);
  });
});
