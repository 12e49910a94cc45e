import type { Json } from '../../../src/tosca/topology.ts';

/** What a form of a value is, the same at every deployer. `SELF` is the node `cl`. */
export const forms: readonly (readonly [form: string, value: Json])[] = [
  ['{ get_attribute: [ db, port ] }', 5432],
  ['{ get_attribute: [ db, secure ] }', true],
  ['{ get_attribute: [ db, ratio ] }', 0.5],
  ['{ get_attribute: [ db, conf ] }', { a: 'b' }],
  ['{ get_attribute: [ db, conf, a ] }', 'b'],
  ['{ get_attribute: [ db, names ] }', ['x', 'y']],
  ['{ get_attribute: [ db, names, 1 ] }', 'y'],
  ['{ get_attribute: [ db, users, 0, name ] }', 'ann'],
  ['{ get_attribute: [ db, cap, size ] }', 3],
  ['{ get_attribute: [ db, cap, zone ] }', 'z1'],
  ['{ get_attribute: [ cl, db, weight ] }', 1.5],
  ['{ get_attribute: [ cl, db, a ] }', 'relattr'],
  ['{ get_attribute: [ cl, db, size ] }', 3],
  ['{ get_attribute: [ cl, db, port ] }', 5432],
  ['{ get_attribute: [ rel, a ] }', 'relattr'],
  ['{ get_attribute: [ rel, weight ] }', 1.5],
  ['{ get_attribute: [ db, given ] }', 7],
  ['{ get_attribute: [ db, label ] }', 'db:5432'],
  ['{ get_attribute: [ db, tosca_name ] }', 'db'],
  ['{ get_property: [ db, port ] }', 5432],
  ['{ get_property: [ cl, db, size ] }', 3],
  ['{ get_property: [ cl, far, size ] }', 4],
  ['{ get_attribute: [ cl, far, size ] }', 4],
  ['{ get_attribute: [ cl, far, zone ] }', 'z2'],
  ['{ get_nodes_of_type: app.Db }', ['db']],
  [
    '{ concat: [ "postgres://", { get_attribute: [ db, tosca_name ] }, ":", { get_attribute: [ db, port ] } ] }',
    'postgres://db:5432',
  ],
  ['{ token: [ { get_attribute: [ db, label ] }, ":", 1 ] }', '5432'],
  ['{ join: [ { get_attribute: [ db, names ] }, "," ] }', 'x,y'],
  ['{ join: [ { get_nodes_of_type: app.Db }, "," ] }', 'db'],
];

/** The same with SELF, which stands only inside a node. */
const ownForms: typeof forms = [
  ['{ get_attribute: [ SELF, name ] }', 'cl'],
  ['{ get_attribute: [ SELF, db, port ] }', 5432],
  ['{ get_attribute: [ SELF, db, a ] }', 'relattr'],
  ['{ concat: [ { get_attribute: [ SELF, db, label ] }, "/", { get_attribute: [ SELF, name ] } ] }', 'db:5432/cl'],
];

interface Placed {
  /** the type from which `db` and `cl` derive */
  readonly base: string;
  /** what each of the two nodes needs besides, in YAML of one line */
  readonly properties?: string;
  /** one requirement, in YAML of one line */
  readonly host?: string;
  /** nodes besides the two, as lines without indentation */
  readonly nodes?: string;
  /** sections of `cl` besides, as lines without indentation */
  readonly client?: string;
  /** definitions of its type besides, as lines without indentation */
  readonly clientType?: string;
  readonly outputs?: string;
}

const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));

/** A database and its client. */
export const template = (placed: Placed): string => {
  const { base, properties = '', host, nodes = '', client = '', clientType = '', outputs = '' } = placed;
  const requirements = [
    ...(host === undefined ? [] : [host]),
    '{ db: { node: db, relationship: rel } }',
    '{ far: { node: db, capability: other } }',
  ];
  return `tosca_definitions_version: tosca_simple_yaml_1_3
${base.startsWith('toscanini.') ? 'imports: [ toscanini-types.yaml ]\n' : ''}data_types:
  app.User: { properties: { name: { type: string } } }
capability_types:
  app.Cap:
    derived_from: tosca.capabilities.Root
    properties: { size: { type: integer, default: 3 } }
    attributes: { zone: { type: string, default: z1 } }
relationship_types:
  app.Rel:
    derived_from: tosca.relationships.DependsOn
    properties: { weight: { type: float, default: 1.5 } }
    attributes: { a: { type: string, default: relattr } }
node_types:
  app.Db:
    derived_from: ${base}
    properties:
      port: { type: integer, default: 5432 }
      secure: { type: boolean, default: true }
      ratio: { type: float, default: 0.5 }
      conf: { type: map, entry_schema: { type: string }, default: { a: b } }
      names: { type: list, entry_schema: { type: string }, default: [ x, y ] }
      users: { type: list, entry_schema: { type: app.User }, default: [ { name: ann } ] }
    attributes:
      given: { type: integer }
      label: { type: string, default: { concat: [ 'db:', { get_property: [ SELF, port ] } ] } }
    capabilities: { cap: app.Cap, other: app.Cap }
  app.Client:
    derived_from: ${base}
    properties: { name: { type: string, default: cl } }
    requirements:
      - db: { capability: app.Cap, relationship: app.Rel, occurrences: [ 0, 1 ] }
      - far: { capability: app.Cap, relationship: tosca.relationships.DependsOn, occurrences: [ 0, 1 ] }
${indented(clientType, 4)}
topology_template:
  node_templates:
${indented(nodes, 4)}
    db:
      type: app.Db
      attributes: { given: 7 }
      capabilities: { other: { properties: { size: 4 }, attributes: { zone: z2 } } }
      properties: {${properties}}
      requirements: [${host === undefined ? '' : ` ${host} `}]
    cl:
      type: app.Client
      properties: {${properties}}
      requirements: [ ${requirements.join(', ')} ]
${indented(client, 6)}
  relationship_templates:
    rel: { type: app.Rel }
  outputs:
${outputs === '' ? '    none: { value: 0 }' : indented(outputs, 4)}
`;
};

export const allForms: typeof forms = [...forms, ...ownForms];

const named = (some: typeof forms, of: (form: string) => string): string =>
  some.map(([form], index) => `v${index}: ${of(form)}`).join('\n');

export const expected = (some: typeof forms): { readonly [name: string]: Json } =>
  Object.fromEntries(some.map(([, value], index) => [`v${index}`, value]));

/** All forms as outputs. */
export const outputs = named(forms, (form) => `{ value: ${form} }`);

const configure = `interfaces:
  Standard:
    configure:
      implementation: https://example.org/a.yml
      inputs:
${indented(
  named([...forms, ...ownForms], (form) => form),
  8,
)}`;

/** Software on a machine, with all forms as inputs of an operation that its template, or its type, defines. */
export const onMachine = (place: 'client' | 'clientType'): Placed => ({
  base: 'tosca.nodes.SoftwareComponent',
  host: '{ host: srv }',
  nodes: 'srv: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 2, mem_size: 2 GB } } } }',
  outputs,
  [place]: configure,
});
