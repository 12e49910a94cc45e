const head = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';
const strict = 'tosca_definitions_version: tosca_2_0\n';
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const nodes = (count: number, node: (index: number) => string): string =>
  `topology_template:\n  node_templates:\n${many(count, (index) => `    n${index}: ${node(index)}\n`)}`;
const outputs = (count: number, value: (index: number) => string): string =>
  `  outputs:\n${many(count, (index) => `    o${index}: { value: ${value(index)} }\n`)}`;

/** Documents that are large, or make much of little. */
const texts: Readonly<Record<string, string>> = {
  'as many items as fit': `${head}metadata: { a: [${'x,'.repeat(390_000)}] }\n`,
  'as many empty lists as fit': `${head}metadata: [${'[],'.repeat(195_000)}]\n`,
  'more lists than are taken': `${head}metadata: [${'[],'.repeat(2_500_000)}]\n`,
  'three hundred thousand keys': `${head}metadata:\n${many(300_000, (index) => `  k${index}: v\n`)}`,
  'two hundred thousand documents': `${head}${'---\n'.repeat(200_000)}`,
  'lines that end as on an old Macintosh': `${head}${'#\r'.repeat(3_900_000)}`,
  'nothing but NUL': `${head}${'\0'.repeat(7_900_000)}`,
  'aliases of aliases': `${head}metadata:\n${many(9, (index) => `  a${index}: &a${index} [${index === 0 ? 'x' : `*a${index - 1}, `.repeat(4)}]\n`)}`,
  'brackets that never close': `${head}metadata: ${'{a: ['.repeat(100_000)}`,
  'a few brackets after each other, each closed at the margin': `${head}metadata:\n${many(1_000, (index) => `  k${index}: [\n1,\n2\n]\n`)}`,
  'three thousand lines at the margin': `${head}metadata: {\n${many(3_000, (index) => `k${index}: "a\nb",\n`)}}\n`,
};

/** Few types and many nodes, or nodes and values that grow by each other. */
const templates: Readonly<Record<string, string>> = {
  'thirty thousand nodes': `${head}${nodes(30_000, () => '{ type: tosca.nodes.Compute }')}`,
  'a hundred thousand nodes by their aliases': `${head}dsl_definitions:\n  n: &n { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 1 } } } }\n${nodes(100_000, () => '*n')}`,
  'types that inherit a hundred thousand properties': `${head}node_types:\n${many(
    99,
    (index) =>
      `  T${index}:\n    derived_from: ${index === 0 ? 'tosca.nodes.Root' : `T${index - 1}`}\n    properties:\n${many(1_000, (at) => `      p${index}_${at}: { type: string, default: x }\n`)}`,
  )}${nodes(500, () => '{ type: T98 }')}`,
  'two thousand defaults in each of many nodes': `${head}node_types:\n  B: { derived_from: tosca.nodes.Root, properties: {${many(2_000, (index) => `p${index}: { type: string, default: x }, `)}} }\n${nodes(20_000, () => '{ type: B }')}`,
  'capabilities with five hundred properties, five hundred of them': `${head}capability_types:\n  C: { derived_from: tosca.capabilities.Root, properties: {${many(500, (index) => `p${index}: { type: string, default: x }, `)}} }\nnode_types:\n  B: { derived_from: tosca.nodes.Root, capabilities: {${many(500, (index) => `c${index}: C, `)}} }\n${nodes(1_000, () => '{ type: B }')}`,
  'defaults within defaults, in each of many nodes': `${head}data_types:\n${many(25, (index) => `  t${index}: { properties: { ${['p', 'q'].map((name) => `${name}: { type: ${index === 0 ? 'map' : `t${index - 1}`}, default: {} }`).join(', ')} } }\n`)}node_types: { N: { derived_from: tosca.nodes.Root, properties: { p: { type: t12, default: {} } } } }\n${nodes(20_000, () => '{ type: N }')}`,
};

const functions: Readonly<Record<string, string>> = {
  'a long list joined ten thousand times': `${head}topology_template:\n  inputs:\n    a: { type: list, entry_schema: { type: string }, default: [${'abcdefghij,'.repeat(50_000)}] }\n${outputs(10_000, () => '{ join: [ { get_input: a }, "," ] }')}`,
  'a long text prolonged ten thousand times': `${head}topology_template:\n  inputs: { a: { type: string, default: ${'a'.repeat(900_000)} } }\n${outputs(10_000, (index) => `{ concat: [ { get_input: a }, x${index} ] }`)}`,
  'a long text cut five thousand times': `${head}topology_template:\n  inputs: { a: { type: string, default: "${'a:'.repeat(450_000)}" } }\n${outputs(5_000, (index) => `{ token: [ { get_input: a }, ":", ${index} ] }`)}`,
  'expressions that double forty times': `${head}node_types: { N: { derived_from: tosca.nodes.Root, properties: { q: { type: string } } } }\n${nodes(40, (index) => `{ type: N, properties: { q: { concat: [ ${index === 0 ? '{ get_attribute: [ n1, tosca_id ] }' : `{ get_property: [ n${index - 1}, q ] }, { get_property: [ n${index - 1}, q ] }`} ] } } }`)}`,
  'two long lists with nothing in common': `${strict}node_types: { N: {} }\nservice_template:\n  node_templates: { n: { type: N } }\n  outputs: { o: { $intersection: [ [${many(100_000, (index) => `${index},`)}], [${many(100_000, (index) => `${index + 100_000},`)}] ] } }\n`,
};

const conditions: Readonly<Record<string, string>> = {
  'an expression that backtracks': `${head}topology_template:\n  inputs:\n    a: { type: string, default: "${'a'.repeat(50_000)}!", constraints: [ { pattern: "(a+)+$" } ] }\n`,
  'thirty thousand expressions that repeat': `${head}topology_template:\n  inputs:\n${many(30_000, (index) => `    a${index}: { type: string, default: a, constraints: [ { pattern: "(a|b${index}){1,50}" } ] }\n`)}`,
  'a long list held against a long list': `${head}topology_template:\n  inputs:\n    a: { type: list, entry_schema: { type: integer, constraints: [ { valid_values: [${many(30_000, (index) => `${index},`)}] } ] }, default: [${'29999,'.repeat(100_000)}] }\n`,
  'a list within a list': `${strict}node_types: { N: {} }\nservice_template:\n  node_templates: { n: { type: N } }\n  outputs: { o: { $contains: [ [${'1,'.repeat(100_000)}], [${'1,'.repeat(50_000)}2] ] } }\n`,
  'filters that no node passes': `${head}${nodes(5_000, () => '{ type: tosca.nodes.SoftwareComponent, properties: { component_version: 1.0 }, requirements: [ { dependency: { node_filter: { properties: [ { component_version: { equal: 2.0 } } ] } } } ] }')}`,
};

/** name -> text; each must be judged within seconds, and with little memory. */
export const hostile: Readonly<Record<string, string>> = { ...texts, ...templates, ...functions, ...conditions };
