import { simple, strict } from '../found.ts';

const many = (count: number, line: (index: number, before: string) => string): string =>
  Array.from({ length: count }, (_, index) => line(index, index === 0 ? '' : `${index - 1}`)).join('');

type Chain = (members: number) => string;

const body = (nodes: string, types = ''): string => simple(`${types}topology_template:\n  node_templates:\n${nodes}`);
const withText =
  'node_types: { N: { derived_from: tosca.nodes.Root, properties: { t: { type: string, required: false } }, attributes: { a: { type: string } } } }\n';
const dependencies: Chain = (count) =>
  many(
    count,
    (index, before) =>
      `    n${index}: { type: N, requirements: [ { dependency: n${before} } ], properties: { t: x } }\n`,
  );

/** References one after another, by what refers: each makes a good template whose chain has so many members. */
export const chains: Readonly<Record<string, Chain>> = {
  'outputs of operations': (count) =>
    body(
      `    n: { type: Root }\n${many(count, (index, before) => `    n${index}: { type: Root, interfaces: { Standard: { create: { implementation: x.sh, inputs: { d: { get_operation_output: [ n${before}, Standard, create, d ] } } } } } }\n`)}`,
    ),
  'attributes that operations read and set': (count) =>
    body(
      `    n: { type: N }\n${many(count, (index, before) => `    n${index}: { type: N, interfaces: { Standard: { create: { implementation: x.sh, inputs: { d: { get_attribute: [ n${before}, a ] } }, outputs: { o: [ SELF, a ] } } } } }\n`)}`,
      withText,
    ),
  artifacts: (count) =>
    body(
      `    n: { type: Root, artifacts: { a: { type: tosca.artifacts.File, file: x } } }\n${many(count, (index, before) => `    n${index}: { type: Root, artifacts: { a: { type: tosca.artifacts.File, file: x, properties: { q: { get_artifact: [ n${before}, a ] } } } } }\n`)}`,
    ),
  properties: (count) =>
    body(
      `    n: { type: N, properties: { t: x } }\n${many(count, (index, before) => `    n${index}: { type: N, properties: { t: { get_property: [ n${before}, t ] } } }\n`)}`,
      withText,
    ),
  requirements: (count) => body(`    n: { type: N }\n${dependencies(count)}`, withText),
  'hosts below an output that asks for a public address': (count) =>
    `${body(`    n: { type: tosca.nodes.Compute }\n${many(count, (index, before) => `    n${index}: { type: H, requirements: [ { host: n${before} } ] }\n`)}`, 'node_types: { H: { derived_from: tosca.nodes.Root, requirements: [ { host: { capability: tosca.capabilities.Node, relationship: tosca.relationships.HostedOn, occurrences: [ 0, 1 ] } } ] } }\n')}  outputs: { o: { value: { get_attribute: [ n${count - 1}, host, public_address ] } }, p: { value: { get_attribute: [ n, public_address ] } } }\n`,
  'inputs of 2.0': (count) =>
    strict(
      `node_types: { N: {} }\nservice_template:\n  inputs:\n    i: { type: string, default: x }\n${many(count, (index, before) => `    i${index}: { type: string, default: { $get_input: i${before} } }\n`)}  node_templates: { n: { type: N } }`,
    ),
  'members of data types': (count) =>
    body(
      '    n: { type: Root }\n',
      `data_types:\n  D: { derived_from: string }\n${many(count, (index, before) => `  D${index}: { properties: { p: { type: D${before}, required: false } } }\n`)}`,
    ),
  'entries of lists': (count) =>
    body(
      '    n: { type: Root }\n',
      `data_types:\n  D: { derived_from: string }\n${many(count, (index, before) => `  D${index}: { derived_from: list, entry_schema: { type: D${before} } }\n`)}`,
    ),
};

/** The same, refused with one problem: the code of it. */
export const refusedChains: Readonly<Record<string, { readonly code: string; readonly chain: Chain }>> = {
  'types that derive': {
    code: 'type-parent',
    chain: (count) =>
      body(
        '    n: { type: Root }\n',
        `node_types:\n  T: { derived_from: tosca.nodes.Root }\n${many(count, (index, before) => `  T${index}: { derived_from: T${before} }\n`)}`,
      ),
  },
  'values that hold the one before': {
    code: 'function-value',
    chain: (count) =>
      body(
        `    n: { type: N, properties: { t: {} } }\n${many(count, (index, before) => `    n${index}: { type: N, properties: { t: { i: { get_property: [ n${before}, t ] } } } }\n`)}`,
        'data_types: { D: { properties: { i: { type: D, required: false } } } }\nnode_types: { N: { derived_from: tosca.nodes.Root, properties: { t: { type: D } } } }\n',
      ),
  },
  'steps of a path': {
    code: 'function-arguments',
    chain: (count) =>
      `${body(`    n: { type: N }\n${dependencies(count)}`, withText)}  outputs: { o: { value: { get_property: [ n${count - 1}, ${'dependency, '.repeat(count)} t ] } } }\n`,
  },
  'expressions that hold the one before': {
    code: 'function-value',
    chain: (count) =>
      body(
        `    n: { type: N, properties: { t: { get_attribute: [ SELF, a ] } } }\n${many(count, (index, before) => `    n${index}: { type: N, properties: { t: { concat: [ { get_property: [ n${before}, t ] } ] } } }\n`)}`,
        withText,
      ),
  },
};
