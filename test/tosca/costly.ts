/** Texts that once cost far more than they hold, which limits.test.ts and the benchmark `hostile` try. */

const head = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';

const lines = (count: number, line: (index: number, all: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index, count)).join('\n');

const nodes = (node: (index: number, all: number) => string, count = 10_000): string =>
  `${head}topology_template:\n  node_templates:\n${lines(count, (index, all) => `    n${index}: ${node(index, all)}`)}\n`;

const types = (type: (index: number) => string): string =>
  `${head}node_types:\n${lines(10_000, (index) => `  t${index}: ${type(index)}`)}\n`;

const members = (index: number): string =>
  ['p', 'q'].map((name) => `${name}: { type: ${index === 0 ? 'map' : `t${index - 1}`}, default: {} }`).join(', ');

export const unknownNames = nodes((index) => `{ type: tosca.nodes.Unknown${index} }`, 40_000);

/** what they do -> text */
export const costly: Readonly<Record<string, string>> = {
  'name ten thousand types that nobody knows': nodes((index) => `{ type: tosca.nodes.Comput${index} }`),
  'require ten thousand nodes that are not there': nodes(
    (index) => `{ type: Root, requirements: [ { dependency: m${index} } ] }`,
  ),
  'host each other in one large circle': nodes(
    (index, all) =>
      `{ type: Root, requirements: [ { dependency: { node: n${(index + 1) % all}, relationship: HostedOn } } ] }`,
  ),
  'derive ten thousand types from each other': types(
    (index) => `{ derived_from: ${index === 0 ? 'tosca.nodes.Root' : `t${index - 1}`} }`,
  ),
  'fill in defaults without end': `${head}data_types:\n${lines(40, (index) => `  t${index}: { properties: { ${members(index)} } }`)}
node_types: { my.N: { derived_from: tosca.nodes.Root, properties: { p: { type: t39, default: {} } } } }
topology_template: { node_templates: { a: { type: my.N } } }
`,
};
