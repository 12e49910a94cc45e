const simple = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';
const strict = 'tosca_definitions_version: tosca_2_0\n';
const many = (count: number, line: (index: number, next: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index, (index + 1) % count)).join('');

type Circle = (members: number) => string;

const body = (nodes: string, types = ''): string => `${simple}${types}topology_template:\n  node_templates:\n${nodes}`;
const withText =
  'node_types: { N: { derived_from: tosca.nodes.Root, properties: { t: { type: string, required: false } }, attributes: { a: { type: string } } } }\n';

/** References that go round, by what refers: each makes a template whose circle has so many members. */
export const circles: Readonly<Record<string, Circle>> = {
  'outputs of operations': (count) =>
    body(
      many(
        count,
        (index, next) =>
          `    n${index}: { type: Root, interfaces: { Standard: { create: { implementation: x.sh, inputs: { d: { get_operation_output: [ n${next}, Standard, create, d ] } } } } } }\n`,
      ),
    ),
  'attributes that operations read and set': (count) =>
    body(
      many(
        count,
        (index, next) =>
          `    n${index}: { type: N, interfaces: { Standard: { create: { implementation: x.sh, inputs: { d: { get_attribute: [ n${next}, a ] } }, outputs: { o: [ SELF, a ] } } } } }\n`,
      ),
      withText,
    ),
  'inputs of an interface that read its own operations': (count) =>
    body(
      many(
        count,
        (index, next) =>
          `    n${index}: { type: Root, interfaces: { Standard: { inputs: { i: { get_operation_output: [ n${next}, Standard, create, d ] } }, create: x.sh } } }\n`,
      ),
    ),
  artifacts: (count) =>
    body(
      many(
        count,
        (index, next) =>
          `    n${index}: { type: Root, artifacts: { a: { type: tosca.artifacts.File, file: x, properties: { q: { get_artifact: [ n${next}, a ] } } } } }\n`,
      ),
    ),
  properties: (count) =>
    body(
      many(
        count,
        (index, next) => `    n${index}: { type: N, properties: { t: { get_property: [ n${next}, t ] } } }\n`,
      ),
      withText,
    ),
  'attributes with a first value': (count) =>
    body(
      many(
        count,
        (index, next) => `    n${index}: { type: N, attributes: { a: { get_attribute: [ n${next}, a ] } } }\n`,
      ),
      withText,
    ),
  requirements: (count) =>
    body(many(count, (index, next) => `    n${index}: { type: Root, requirements: [ { dependency: n${next} } ] }\n`)),
  hosts: (count) =>
    body(
      many(
        count,
        (index, next) =>
          `    n${index}: { type: Root, requirements: [ { dependency: { node: n${next}, relationship: tosca.relationships.HostedOn } } ], attributes: { a: { get_attribute: [ HOST, a ] } } }\n`,
      ),
    ),
  groups: (count) =>
    `${body('    n: { type: Root }\n')}  groups:\n${many(count, (index, next) => `    g${index}: { type: tosca.groups.Root, members: [ g${next} ] }\n`)}`,
  workflows: (count) =>
    `${body('    n: { type: Root }\n')}  workflows:\n${many(count, (index, next) => `    w${index}: { steps: { s: { target: n, activities: [ { inline: w${next} } ], on_success: [ s ] } } }\n`)}`,
  'types that derive': (count) =>
    body(
      '    n: { type: T0 }\n',
      `node_types:\n${many(count, (index, next) => `  T${index}: { derived_from: T${next} }\n`)}`,
    ),
  'data types that derive': (count) =>
    body(
      '    n: { type: Root }\n',
      `data_types:\n${many(count, (index, next) => `  D${index}: { derived_from: D${next} }\n`)}`,
    ),
  'data types that hold each other': (count) =>
    body(
      '    n: { type: N, properties: { t: {} } }\n',
      `data_types:\n${many(count, (index, next) => `  D${index}: { properties: { p: { type: D${next}, default: {} } } }\n`)}node_types: { N: { derived_from: tosca.nodes.Root, properties: { t: { type: D0 } } } }\n`,
    ),
  'lists of each other': (count) =>
    body(
      '    n: { type: N, properties: { t: { get_attribute: [ SELF, a ] } } }\n',
      `data_types:\n${many(count, (index, next) => `  D${index}: { derived_from: list, entry_schema: { type: D${next} } }\n`)}  E: { derived_from: list, entry_schema: { type: E } }\nnode_types: { N: { derived_from: tosca.nodes.Root, properties: { t: { type: D0 } }, attributes: { a: { type: E } } } }\n`,
    ),
  'node types that require each other': (count) =>
    body(
      '    n: { type: T0 }\n',
      `node_types:\n${many(count, (index, next) => `  T${index}: { derived_from: tosca.nodes.Root, requirements: [ { r: { node: T${next}, capability: tosca.capabilities.Node, occurrences: [ 0, 1 ] } } ] }\n`)}`,
    ),
  'capability types that misplace capabilities': (count) =>
    body(
      '    n: { type: Root }\n',
      `capability_types:\n${many(count, (index, next) => `  C${index}: { derived_from: tosca.capabilities.Root, capabilities: { c: { type: C${next} } } }\n`)}node_types: { N: { derived_from: tosca.nodes.Root, capabilities: { c: { type: C0 } } } }\n`,
    ),
  'inputs of 2.0': (count) =>
    `${strict}node_types: { N: {} }\nservice_template:\n  inputs:\n${many(count, (index, next) => `    i${index}: { type: string, default: { $get_input: i${next} } }\n`)}  node_templates: { n: { type: N } }\n`,
  'counts of 2.0': (count) =>
    `${strict}node_types: { N: { properties: { c: { type: integer } } } }\nservice_template:\n  node_templates:\n${many(count, (index, next) => `    n${index}: { type: N, count: { $get_property: [ n${next}, c ] }, properties: { c: { $get_property: [ n${next}, 0, c ] } } }\n`)}`,
  'copies of 2.0': (count) =>
    `${strict}node_types: { N: {} }\nservice_template:\n  node_templates:\n${many(count, (index, next) => `    n${index}: { copy: n${next} }\n`)}`,
  'outputs of operations of 2.0': (count) =>
    `${strict}interface_types: { I: { operations: { create: { inputs: { d: { type: string } }, outputs: { t: { type: string } } } } } }\nnode_types: { N: { attributes: { a: { type: string } }, interfaces: { i: { type: I } } } }\nservice_template:\n  node_templates:\n${many(count, (index, next) => `    n${index}: { type: N, interfaces: { i: { operations: { create: { implementation: x.sh, inputs: { d: { $get_attribute: [ n${next}, a ] } }, outputs: { t: [ SELF, a ] } } } } } }\n`)}`,
};

export const circularTemplates: readonly Circle[] = Object.values(circles);
