import type { Case } from './case.ts';
import { forms, type Named, script } from './changes.ts';
import type { Draft } from './drafts.ts';

const address = 'https://types.example/types.yaml';

/** The same template with its types in a file that it imports. */
export const withImport = ({ name, template }: Case): Case => {
  const { tosca_definitions_version, topology_template = {}, ...types } = template;
  return {
    name,
    template: { tosca_definitions_version: tosca_definitions_version ?? '', imports: [address], topology_template },
    files: { [address]: { tosca_definitions_version: tosca_definitions_version ?? '', ...types } },
  };
};

const steps = ['pre_configure_source', 'post_configure_target', 'add_target', 'remove_target', 'target_changed'];

/** Each operation of a relationship type, in each form. */
export function* ofJoining(): Generator<Named> {
  for (const step of steps)
    for (const [form, operation] of forms(step))
      yield [
        `${step} ${form}`,
        {
          node_templates: {
            vm: { type: 'tosca.nodes.Compute' },
            a: {
              type: 'my.App',
              requirements: [{ host: 'vm' }, { dependency: { node: 'b', relationship: 'my.Joins' } }],
            },
            b: { type: 'my.App', requirements: [{ host: 'vm' }] },
          },
        },
        joining(step, operation),
      ];
}

/** Two relationships that give operations to one node: of the same name, and of other names. */
export function* ofTwoJoins(): Generator<Named> {
  for (const [first, second] of pairs)
    for (const [at, of] of [
      ['one source', { a: ['b', 'c'] }],
      ['one target', { a: ['c'], b: ['c'] }],
    ] as const) {
      const joined: { readonly [name: string]: readonly string[] } = of;
      const steps = [first, second].values();
      const node = (name: string): Draft => ({
        type: 'tosca.nodes.SoftwareComponent',
        requirements: [
          { host: 'vm' },
          ...(joined[name] ?? []).map((target) => ({
            dependency: { node: target, relationship: given(steps.next().value ?? '', `${name}${target}`) },
          })),
        ],
      });
      const nodes = { vm: { type: 'tosca.nodes.Compute' }, a: node('a'), b: node('b'), c: node('c') };
      yield [`${first} and ${second} at ${at}`, { node_templates: nodes }];
    }
}

const pairs = [
  ...(['pre_configure_source', 'post_configure_target', 'add_target', 'add_source'] as const).map((step) => [
    step,
    step,
  ]),
  ['pre_configure_source', 'post_configure_source'],
  ['pre_configure_target', 'add_target'],
] as const;

const given = (step: string, file: string): Draft => ({
  type: 'tosca.relationships.DependsOn',
  interfaces: { Configure: { [step]: script(`${file}.yml`) } },
});

/** Each operation in the definition of a requirement, for a requirement in each form. */
export function* ofDefinedJoins(): Generator<Named> {
  for (const step of steps)
    for (const [form, operation] of forms(step))
      for (const [as, db] of assignments)
        yield [
          `${step} ${form}, as ${as}`,
          {
            node_templates: {
              vm: { type: 'tosca.nodes.Compute' },
              a: { type: 'my.App', requirements: [{ host: 'vm' }, { peer: db }] },
              b: { type: 'my.Peer', requirements: [{ host: 'vm' }] },
            },
          },
          defining(step, operation),
        ];
}

const connects = 'tosca.relationships.ConnectsTo';
const assignments: readonly (readonly [string, Draft | string])[] = [
  ['a name', 'b'],
  ['a map', { node: 'b' }],
  ['a type', { node: 'b', relationship: 'my.Below' }],
  ['inputs', { node: 'b', relationship: { type: connects, interfaces: { Configure: { inputs: { more: 'x' } } } } }],
];

const defining = (step: string, operation: Draft | string): Draft => ({
  relationship_types: { 'my.Below': { derived_from: connects } },
  node_types: {
    'my.Peer': {
      derived_from: 'tosca.nodes.SoftwareComponent',
      capabilities: { talk: { type: 'tosca.capabilities.Endpoint' } },
    },
    'my.App': {
      derived_from: 'tosca.nodes.SoftwareComponent',
      properties: { port: { type: 'integer', default: 80 } },
      requirements: [
        {
          peer: {
            capability: 'tosca.capabilities.Endpoint',
            node: 'my.Peer',
            relationship: { type: connects, interfaces: { Configure: { [step]: operation } } },
          },
        },
      ],
    },
  },
});

const joining = (step: string, operation: Draft | string): Draft => ({
  node_types: {
    'my.App': {
      derived_from: 'tosca.nodes.SoftwareComponent',
      properties: { port: { type: 'integer', default: 80, constraints: [{ in_range: [1, 65_535] }] } },
    },
  },
  relationship_types: {
    'my.Joins': { derived_from: 'tosca.relationships.DependsOn', interfaces: { Configure: { [step]: operation } } },
  },
});
