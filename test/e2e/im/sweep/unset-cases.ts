import { type Named, script } from './changes.ts';
import type { Draft } from './drafts.ts';

const text: Draft = { type: 'string' };
const optional: Draft = { ...text, required: false };
const texts: Draft = { type: 'map', entry_schema: text, required: false };

const beside: Draft = {
  data_types: { 'my.Data': { derived_from: 'tosca.datatypes.Root', properties: { text } } },
  capability_types: { 'my.Part': { derived_from: 'tosca.capabilities.Root', properties: { text: optional } } },
  node_types: {
    'my.Source': { derived_from: 'tosca.nodes.SoftwareComponent', properties: { text: optional, map: texts } },
    'my.Reader': {
      derived_from: 'tosca.nodes.SoftwareComponent',
      properties: {
        needed: text,
        optional,
        usual: { ...text, default: 'usual' },
        data: { type: 'my.Data', required: false },
      },
      capabilities: { part: { type: 'my.Part' } },
    },
  },
};

/** What comes to nothing, as an input without a value and as a property that is not set. */
const calls: readonly Draft[] = [
  { get_input: 'maybe' },
  { get_input: ['many', 'key'] },
  { get_property: ['source', 'text'] },
  { get_property: ['source', 'map', 'key'] },
  { get_property: ['empty', 'text'] },
  { get_property: ['empty', 'map', 'key'] },
];

const readers = (call: Draft): readonly (readonly [string, Draft])[] => [
  ['a required property', { properties: { needed: call } }],
  ['an optional property', { properties: { needed: 'x', optional: call } }],
  ['a property with a default', { properties: { needed: 'x', usual: call } }],
  ['a member', { properties: { needed: 'x', data: { text: call } } }],
  ['a text', { properties: { needed: { concat: ['a ', call] } } }],
  ['a capability', { properties: { needed: 'x' }, capabilities: { part: { properties: { text: call } } } }],
  [
    'an operation',
    {
      properties: { needed: 'x' },
      interfaces: { Standard: { configure: { implementation: script('a.yml'), inputs: { a: call } } } },
    },
  ],
];

/** Each call in each place. */
export function* ofUnset(): Generator<Named> {
  const requirements = [{ host: 'vm' }];
  for (const call of calls)
    for (const [what, reader] of readers(call))
      yield [
        `${what} reads ${JSON.stringify(call)}`,
        {
          inputs: { maybe: optional, many: texts },
          node_templates: {
            vm: { type: 'tosca.nodes.Compute' },
            source: {
              type: 'my.Source',
              properties: { text: { get_input: 'maybe' }, map: { get_input: 'many' } },
              requirements,
            },
            empty: { type: 'my.Source', requirements },
            reader: { type: 'my.Reader', ...reader, requirements },
          },
        },
        beside,
      ];
  const machine = { type: 'tosca.nodes.Compute' };
  yield [
    'machines in an order of their own',
    { node_templates: { b: machine, '10': machine, '9': machine, a: machine } },
  ];
}
