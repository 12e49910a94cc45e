import fc from 'fast-check';

/** What a template of 1.3 may hold, in any number and mix: each is good as it is. */

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('yes', '016', '1.10', '2001-01-01', '# no', 'a: b', ' '),
);

/** Of texts that are known before deployment, and of those that are not. */
const expression = fc.letrec<{ any: unknown; known: unknown }>((tie) => ({
  known: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    fc.constantFrom<unknown>(
      { get_input: 'name' },
      { get_input: ['ports', 0] },
      { get_property: ['base', 'host', 'mem_size'] },
      { get_property: ['app', 'component_version'] },
      { token: ['a:b:c', ':', 1] },
    ),
    fc.array(tie('known'), { minLength: 1, maxLength: 3 }).map((parts) => ({ concat: parts })),
    fc.array(tie('known'), { minLength: 1, maxLength: 3 }).map((parts) => ({ join: [parts, '-'] })),
  ),
  any: fc.oneof(
    tie('known'),
    fc.constantFrom<unknown>(
      { get_attribute: ['base', 'private_address'] },
      { get_nodes_of_type: 'tosca.nodes.Root' },
      { get_operation_output: ['app', 'Standard', 'create', 'port'] },
    ),
  ),
}));

const server = fc.record({
  type: fc.constant('tosca.nodes.Compute'),
  description: text,
  capabilities: fc.record({
    host: fc.record({
      properties: fc.record({
        num_cpus: fc.oneof(fc.integer({ min: 1, max: 64 }), fc.constant({ get_input: 'cpus' })),
        mem_size: fc.constantFrom<unknown>('2 GB', '4096 MB', { get_input: 'memory' }),
      }),
    }),
    scalable: fc.record({
      properties: fc.record({
        min_instances: fc.constant(0),
        max_instances: fc.constant(9),
        default_instances: fc.nat(9),
      }),
    }),
  }),
});

const host = fc.constantFrom<unknown>(
  { host: 'base' },
  { host: { node: 'base', relationship: 'tosca.relationships.HostedOn' } },
  {
    host: {
      node: 'base',
      node_filter: { capabilities: [{ host: { properties: [{ num_cpus: { less_than: 999 } }] } }] },
    },
  },
  { host: { node_filter: { capabilities: [{ host: { properties: [{ num_cpus: { greater_than: 0 } }] } }] } } },
);

const software = fc.record({
  type: fc.constant('my.App'),
  properties: fc.record({
    note: expression.known,
    tags: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), text, { maxKeys: 3 }),
    component_version: fc.constantFrom('1.2.3', '1.0.0.beta-4', '22.04'),
  }),
  requirements: fc
    .tuple(
      host,
      fc.constantFrom<unknown>({ dependency: 'app' }, { dependency: { node: 'base', relationship: 'link' } }),
    )
    .map((both) => both),
  interfaces: fc.record({
    Standard: fc.record({
      create: fc.record({ implementation: fc.constant('create.sh'), inputs: fc.record({ value: expression.any }) }),
    }),
  }),
  artifacts: fc.constantFrom({}, { image: { type: 'tosca.artifacts.File', file: 'image.img' } }),
});

const types = {
  'my.App': {
    derived_from: 'tosca.nodes.SoftwareComponent',
    properties: {
      note: { type: 'string', default: 'yes' },
      tags: { type: 'map', entry_schema: { type: 'string' }, required: false },
    },
  },
};

const inputs = {
  memory: { type: 'scalar-unit.size', default: '8 GB' },
  cpus: { type: 'integer', default: 2, constraints: [{ in_range: [1, 64] }] },
  name: { type: 'string', default: 'a' },
  ports: { type: 'list', entry_schema: { type: 'string' }, default: ['80', '443'] },
};

const around = fc.record({
  groups: fc.constantFrom<unknown>({}, { pair: { type: 'tosca.groups.Root', members: ['base', 'app'] } }),
  policies: fc.constantFrom<unknown>([], [{ spread: { type: 'tosca.policies.Placement', targets: ['base'] } }]),
  workflows: fc.constantFrom<unknown>(
    {},
    {
      deploy: {
        steps: {
          first: { target: 'app', activities: [{ set_state: 'created' }, { call_operation: 'Standard.create' }] },
        },
      },
    },
  ),
  substitution_mappings: fc.constantFrom<unknown>(
    { node_type: 'my.App' },
    { node_type: 'tosca.nodes.Compute', capabilities: { host: ['base', 'host'] } },
  ),
});

/** A template as data; whatever is generated is good. */
export const richTemplate = fc
  .record({
    nodes: fc.array(fc.oneof(server, software), { maxLength: 6 }),
    outputs: fc.array(expression.any, { maxLength: 4 }),
    around,
    metadata: fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), text, { maxKeys: 3 }),
  })
  .map(({ nodes, outputs, around, metadata }) => ({
    tosca_definitions_version: 'tosca_simple_yaml_1_3',
    metadata,
    node_types: types,
    topology_template: {
      inputs,
      relationship_templates: { link: { type: 'tosca.relationships.DependsOn' } },
      node_templates: {
        base: {
          type: 'tosca.nodes.Compute',
          capabilities: { host: { properties: { num_cpus: 4, mem_size: '4 GB' } } },
        },
        app: { type: 'my.App', properties: { component_version: '2.7' }, requirements: [{ host: 'base' }] },
        ...Object.fromEntries(nodes.map((node, index) => [`n${index}`, node])),
      },
      outputs: Object.fromEntries(outputs.map((value, index) => [`o${index}`, { value }])),
      ...around,
    },
  }));
