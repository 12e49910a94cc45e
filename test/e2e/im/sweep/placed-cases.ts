import { load } from 'js-yaml';
import { type Named, script, type Topology } from './changes.ts';
import type { Draft } from './drafts.ts';

const inLine = (text: string): string => text.replaceAll(/\n\s*/g, ' ');

const read = (text: string): Draft => load(text) as Draft;

const inputs = `{
  far: { type: string, default: { get_attribute: [ SELF, host, private_address ] } },
  text: { type: string, default: { concat: [ { get_attribute: [ SELF, host, private_address ] }, ":", { get_property: [ SELF, port ] } ] } },
  own: { type: string, default: { get_property: [ SELF, address ] } },
  told: { type: list, default: { get_attribute: [ SELF, told ] } },
}`;

const ofJoin = `{
  source: { type: string, default: { get_attribute: [ SOURCE, host, private_address ] } },
  target: { type: string, default: { get_attribute: [ TARGET, host, private_address ] } },
  port: { type: integer, default: { get_attribute: [ TARGET, port ] } },
  address: { type: string, default: { get_property: [ TARGET, address ] } },
}`;

const beside = read(`
capability_types:
  my.Door: { derived_from: tosca.capabilities.Endpoint, properties: { port: { type: tosca.datatypes.network.PortDef, default: { get_property: [ SELF, port ] } } } }
relationship_types:
  my.Joins: { derived_from: tosca.relationships.ConnectsTo, interfaces: { Configure: { post_configure_source: { implementation: '${script('join.yml')}', inputs: ${inLine(ofJoin)} } } } }
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      port: { type: integer, default: 80 }
      address: { type: string, default: { get_attribute: [ SELF, host, private_address ] } }
      unset: { type: string, required: false }
      reads: { type: string, default: { get_property: [ SELF, unset ] } }
      holds: { type: list, entry_schema: { type: string }, default: [ a, { get_property: [ SELF, unset ] } ] }
    attributes: { told: { type: list, entry_schema: { type: string }, default: [ a, b ] } }
    capabilities: { door: { type: my.Door }, window: { type: tosca.capabilities.Endpoint } }
    requirements: [ { joins: { capability: my.Door, relationship: my.Joins, occurrences: [ 0, 1 ] } } ]
    interfaces: { Standard: { configure: { implementation: '${script('configure.yml')}', inputs: ${inLine(inputs)} } } }
`);

/** Three of one type on two machines, whose SELF, HOST, SOURCE and TARGET are not the same; `more`: of the second. */
const threeOf = (more = '', outputs = '{}'): Topology =>
  read(`
node_templates:
  one: { type: tosca.nodes.Compute }
  two: { type: tosca.nodes.Compute }
  a: { type: my.App, requirements: [ { host: one } ] }
  b: { type: my.App, requirements: [ { host: two }, { joins: a } ]${more} }
  c: { type: my.App, properties: { port: 82, unset: x }, requirements: [ { host: one }, { joins: b } ] }
outputs: ${outputs}
`) as Topology;

const windows = [
  'port: { get_property: [ SELF, port ] }, protocol: tcp',
  'ports: { one: { protocol: udp, source: { get_property: [ SELF, port ] } } }',
  'port: { get_attribute: [ SELF, door, port ] }',
  'url_path: { concat: [ "/", { get_property: [ SELF, port ] } ] }, port: 81',
];

const list = '[ SELF, joins, told ]';
const values = ['[ SELF, joins, told, 1 ]', '[ a, address ]', '[ SELF, joins, address ]'];
const asked = [list, ...values].map((value) => `{ get_attribute: ${value} }`);
const inText = values.map((value) => `{ concat: [ "a ", { get_attribute: ${value} } ] }`);

const texts = ['http://host/?page=1', ':80', '?', '=', 'a?b', '<<', '- a', 'a: b', '%a', '@a'];

/** What a type says for each of its nodes and relationships, and texts that YAML 1.1 reads in another way. */
export function* ofPlaces(): Generator<Named> {
  yield ['three of one type', threeOf(), beside];
  for (const window of windows)
    yield [`a capability with ${window}`, threeOf(`, capabilities: { window: { properties: { ${window} } } }`), beside];
  for (const call of [...asked, ...inText]) {
    const given = `, interfaces: { Standard: { configure: { implementation: '${script('own.yml')}', inputs: { a: ${call} } } } }`;
    yield [`an input ${call}`, threeOf(given), beside];
    yield [`an output ${call}`, threeOf('', `{ o: { value: ${call.replace('SELF', 'b')} } }`), beside];
  }
  for (const output of [
    '{ get_property: [ c, address ] }',
    '{ get_property: [ a, reads ] }',
    '{ get_property: [ c, holds ] }',
  ])
    yield [`an output ${output}`, threeOf('', `{ o: { value: ${output} } }`), beside];
  for (const [type, value] of [
    ['boolean', false],
    ['integer', 0],
    ['string', ''],
    ['list', []],
  ] as const)
    yield [
      `a ${type} that is ${JSON.stringify(value)} by default`,
      read(`
node_templates: { vm: { type: tosca.nodes.Compute }, n: { type: my.Node, requirements: [ { host: vm } ] } }
outputs: { o: { value: { get_attribute: [ n, it ] } } }`) as Topology,
      {
        node_types: {
          'my.Node': {
            derived_from: 'tosca.nodes.SoftwareComponent',
            properties: { it: { type, ...(type === 'list' && { entry_schema: { type: 'string' } }), default: value } },
          },
        },
      } as Draft,
    ];
  for (const text of texts)
    yield [
      `the text ${text}`,
      {
        inputs: {
          text: { type: 'string', default: text },
          list: { type: 'list', entry_schema: { type: 'string' }, default: [text] },
        },
        node_templates: { vm: { type: 'tosca.nodes.Compute' } },
        outputs: {
          text: { value: { get_input: 'text' } },
          list: { value: { get_input: 'list' } },
          own: { value: [text] },
        },
      },
    ];
}
