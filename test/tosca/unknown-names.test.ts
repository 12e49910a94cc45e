import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dump, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/tosca/limits.ts';
import type { Problem } from '../../src/tosca/problems.ts';
import { processTemplate, validateTemplate } from '../../src/tosca/process.ts';
import type { Imports } from '../../src/tosca/topology.ts';
import { corpus, corpusIsHere, filesIn, fixtures, importsBeside, noImports } from './fixtures.ts';

/** What is unknown is said once, where it stands; nothing is said of what follows from it. */

const errorsOf = (problems: readonly Problem[]): string[] =>
  problems.filter(({ severity }) => severity === 'error').map(({ code, path }) => `${code} ${path}`);

const errorsIn = async (text: string, imports: Imports = noImports): Promise<string[]> =>
  errorsOf((await validateTemplate(text, imports)).problems);

/** Everything that a template can say of a node, a group and a policy, over types that an import brings. */
const template = (imports: string, body: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ ${imports} ]
${body}
topology_template:
  inputs: { size: { type: far.Size, default: 5 }, sizes: { type: list, entry_schema: { type: far.Size }, default: [ 5 ] } }
  node_templates:
    near:
      type: my.Near
      properties: { own: text, far: { any: thing }, size: { get_input: size } }
      attributes: { seen: 1 }
      capabilities: { port: { properties: { number: 1 } }, own: { properties: { more: 1 } } }
      requirements: [ { host: machine }, { peer: { node: far, relationship: { type: far.Joins, properties: { a: 1 } } } } ]
      interfaces: { Far: { operations: { go: go.sh } }, Standard: { operations: { more: more.sh } } }
      artifacts: { image: { file: image.img, type: far.Image } }
    far: { type: far.Node, properties: { x: 1 }, requirements: [ { host: near } ] }
    machine: { type: tosca.nodes.Compute }
    software: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: near }, { dependency: { node: near, capability: service } } ] }
  relationship_templates: { link: { type: far.Joins, properties: { a: 1 } }, own: { type: my.Joins, properties: { b: 1 } } }
  groups: { pair: { type: far.Group, members: [ near, far ], properties: { colour: red } }, own: { type: my.Group, members: [ near ], properties: { colour: red } } }
  policies: [ { spread: { type: far.Policy, targets: [ pair, far ] } }, { scale: { type: my.Policy, targets: [ own, near ], properties: { least: 1 } } } ]
  workflows: { go: { steps: { one: { target: pair, activities: [ { call_operation: Far.go } ] }, two: { target: near, activities: [ { call_operation: Far.go } ] } } } }
  substitution_mappings: { node_type: my.Near, capabilities: { port: [ near, port ] }, requirements: [ { host: [ near, host ] } ] }
  outputs:
    property: { value: { get_property: [ near, whatever ] } }
    capability: { value: { get_property: [ near, port, number ] } }
    requirement: { value: { get_property: [ near, peer, x ] } }
    attribute: { value: { get_attribute: [ near, whatever ] } }
    artifact: { value: { get_artifact: [ near, whatever ] } }
    operation: { value: { get_operation_output: [ near, Far, go, result ] } }
    group: { value: { get_property: [ pair, colour ] } }
    link: { value: { get_property: [ link, a ] } }
    own: { value: { get_property: [ own, b ] } }
    nodes: { value: { get_nodes_of_type: far.Node } }
    size: { value: { get_input: size }, type: far.Size }
`;

const types = `node_types:
  my.Near:
    derived_from: far.Base
    properties: { own: { type: string }, far: { type: far.Thing }, size: { type: my.Size } }
    capabilities: { own: { type: my.Port } }
    requirements: [ { friend: { capability: far.Port, node: far.Node, relationship: far.Joins, occurrences: [ 0, 1 ] } } ]
  my.Nearer: { derived_from: my.Near, properties: { own: { type: string } } }
capability_types: { my.Port: { derived_from: far.Port, properties: { name: { type: string } }, valid_source_types: [ far.Node ] } }
relationship_types: { my.Joins: { derived_from: far.Joins, properties: { c: { type: string } }, valid_target_types: [ far.Port ] } }
data_types: { my.Size: { derived_from: far.Size, constraints: [ { min_length: 3 }, { greater_than: 1 } ] } }
group_types: { my.Group: { derived_from: far.Group, members: [ far.Node ] } }
policy_types: { my.Policy: { derived_from: far.Policy, targets: [ far.Node ], properties: { most: { type: integer } } } }
interface_types: { my.Face: { derived_from: far.Face, inputs: { a: { type: far.Thing } } } }
artifact_types: { my.Image: { derived_from: far.Image } }`;

describe('an import that cannot be read', () => {
  it.each([
    ['a file that is not there', 'types.yaml', ['import-failed imports[0]']],
    ['an address that nobody answers', 'https://types.example/types.yaml', ['import-failed imports[0]']],
    ['an unknown repository', '{ file: a.yaml, repository: mine }', ['repository-unknown imports[0].repository']],
    ['no file', '{ namespace_uri: a }', ['import-invalid imports[0]']],
    ['a misspelled keyname', '{ fil: a.yaml, description: b }', ['keyname-unknown imports[0].fil']],
    ['an address that is none', '""', ['import-invalid imports[0]']],
  ])('is the only error: %s', async (_, imports, expected) => {
    const text = template(imports, types);
    const { problems } = await processTemplate(text, { inputs: {}, imports: noImports });
    expect(errorsOf(problems).map((each) => each.replace('[0].imports', '[0]'))).toEqual(expected);
    expect(await errorsIn(text)).toEqual(expected);
  });

  it.each([
    ['broken as YAML', 'a: [', 'yaml-syntax '],
    ['no TOSCA', 'a: b', 'version-missing '],
    ['of another version', 'tosca_definitions_version: tosca_2_0', 'import-version imports[0]'],
  ])('is the only error: a file that is %s', async (_, file, expected) => {
    expect(await errorsIn(template('types.yaml', types), { read: async () => file })).toEqual([expected]);
  });

  it('is the only error when it is an import of an import', async () => {
    const file = 'tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [ other.yaml ]\n';
    const read = async (address: string): Promise<string> =>
      address === 'types.yaml' ? file : (noImports.read(address) as never);
    expect(await errorsIn(template('types.yaml', types), { read })).toEqual(['import-failed imports[0]']);
  });

  it('explains names with its namespace, and no others', async () => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ { file: types.yaml, namespace_prefix: far } ]
topology_template:
  node_templates: { a: { type: 'far:Node', properties: { b: 1 } }, c: { type: near.Node } }
`;
    expect(await errorsIn(text)).toEqual([
      'import-failed imports[0]',
      'type-unknown topology_template.node_templates.c.type',
    ]);
  });

  it('is a warning when it is left unread on purpose', async () => {
    const { ok, problems } = await validateTemplate(template('types.yaml', types), { read: async () => undefined });
    expect({ ok, codes: problems.map(({ code, severity }) => `${severity} ${code}`) }).toMatchObject({
      ok: true,
      codes: ['warning import-unread'],
    });
  });

  it('may bring functions, repositories and profiles of 2.0 too', async () => {
    const text = `tosca_definitions_version: tosca_2_0
imports: [ { profile: 'org.example.far:1.0' } ]
node_types:
  N:
    derived_from: Far
    properties: { a: { type: string, validation: { $far_check: [ $value ] } }, b: { type: Far, validation: { $less_than: [ $value, 3 ] } } }
    artifacts: { i: { type: FarArtifact, file: a.sh, repository: far } }
    interfaces: { i: { type: FarFace, operations: { go: go.sh } } }
data_types:
  D: { derived_from: FarNumber, validation: { $less_than: [ $value, 3 ] } }
  E: { derived_from: FarList, entry_schema: string }
service_template:
  node_templates:
    n: { type: N, properties: { a: { $far_text: [ x ] }, c: $far_constant }, interfaces: { i: { operations: { stop: stop.sh } } } }
  outputs: { o: { $get_property: [ n, CAPABILITY, far, x ] }, p: { $get_attribute: [ n, RELATIONSHIP, far, x ] } }
`;
    expect(await errorsIn(text)).toEqual(['profile-unknown imports[0]']);
  });
});

type Tree = { [key: string]: unknown };

const isMap = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every place in a document that `wanted` picks, as the steps to it. */
function placesIn(value: unknown, wanted: (steps: readonly string[], value: unknown) => boolean): readonly string[][] {
  const found: string[][] = [];
  const visit = (at: unknown, steps: readonly string[]): void => {
    if (wanted(steps, at)) found.push([...steps]);
    if (Array.isArray(at)) for (const [index, item] of at.entries()) visit(item, [...steps, String(index)]);
    if (isMap(at)) for (const [key, item] of Object.entries(at)) visit(item, [...steps, key]);
  };
  visit(value, []);
  return found;
}

/** The document with another value at one place. */
function changed(text: string, steps: readonly string[], value: unknown): string {
  const document = load(text) as Tree;
  const above = steps.slice(0, -1).reduce<unknown>((at, step) => (at as Tree)[step], document) as Tree;
  above[steps.at(-1) ?? ''] = value;
  return dump(document, { noRefs: true });
}

// duplicate keys cannot be loaded and written again
const good = filesIn(join(fixtures, 'good')).filter((file) => !/imported\/|traps/.test(file));
const goodTexts = good.map((file) => [relative(fixtures, file), file] as const);

describe('one name that nobody knows', () => {
  it.each(goodTexts)('is the only error in %s, wherever a type derives from it', async (_, file) => {
    const text = readFileSync(file, 'utf8');
    const places = placesIn(load(text), (steps) => steps.at(-1) === 'derived_from' && steps.length === 3);
    for (const steps of places) {
      const errors = await errorsIn(changed(text, steps, 'nobody.knows.It'), importsBeside(file));
      expect(errors, steps.join('.')).toEqual([`type-unknown ${asPath(steps)}`]);
    }
  });

  it.each(goodTexts)('is the only error in %s, wherever it is a type', async (_, file) => {
    const text = readFileSync(file, 'utf8');
    const places = placesIn(load(text), (steps, value) => steps.at(-1) === 'type' && typeof value === 'string');
    for (const steps of places) {
      if (!isTypeName(steps)) continue;
      const errors = await errorsIn(changed(text, steps, 'nobody.knows.It'), importsBeside(file));
      expect(new Set(errors.map((each) => each.split(' ')[0])), `${steps.join('.')}: ${errors}`).toEqual(
        new Set(['type-unknown']),
      );
    }
  });
});

/** `a.b[0].c`, with brackets round names that hold dots. */
const asPath = (steps: readonly string[]): string =>
  steps
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : /^[^.[\]\s]+$/.test(step) ? `.${step}` : `['${step}']`))
    .join('')
    .replace(/^\./, '');

/** Of a template, a definition or a schema, and no value that happens to have such a key. */
const isTypeName = (steps: readonly string[]): boolean => {
  const last = steps.findLastIndex((step) => step === 'properties' || step === 'attributes' || step === 'inputs');
  const isValue = steps.includes('node_templates') && last > steps.indexOf('node_templates');
  return !isValue && !steps.includes('default') && !steps.includes('metadata') && !steps.includes('node_filter');
};

describe('a section that is no map', () => {
  const sections = ['properties', 'attributes', 'capabilities', 'requirements', 'interfaces', 'artifacts', 'inputs'];

  it.each(goodTexts)('is the only error in %s', async (_, file) => {
    const text = readFileSync(file, 'utf8');
    const places = placesIn(
      load(text),
      (steps) =>
        (steps.length === 3 && /_types$/.test(steps[0] ?? '') && sections.includes(steps[2] ?? '')) ||
        (steps.length === 1 && /_types$/.test(steps[0] ?? '')) ||
        (steps.length === 2 && /_types$/.test(steps[0] ?? '')) ||
        (steps.length === 2 && steps[1] === 'inputs'),
    );
    for (const steps of places) {
      const errors = await errorsIn(changed(text, steps, 7), importsBeside(file));
      expect(errors, steps.join('.')).toEqual([`keyname-type ${asPath(steps)}`]);
    }
  });
});

describe.skipIf(!corpusIsHere)('real templates whose import cannot be read', () => {
  const files = corpusIsHere
    ? ['indigo-templates', 'grycap-templates'].flatMap((folder) => filesIn(join(corpus, folder)))
    : [];
  const isAddOn = (text: string): boolean => /^ {2}parents:/m.test(text);

  it.each(files.map((file) => [relative(corpus, file), file]))('%s has that error alone', async (_, file) => {
    const text = readFileSync(file, 'utf8').replaceAll(
      /https:\/\/raw\.githubusercontent\.com\/[\w-]+\/[\w-]+\/\w+\/custom_types\.yaml/g,
      'https://gone.example/types.yaml',
    );
    if (isAddOn(text) || !text.includes('gone.example')) return;
    const errors = await errorsIn(text);
    expect(new Set(errors.map((each) => each.split(' ')[0]))).toEqual(new Set(['import-failed']));
  });
});

describe('a text of many unknown names', () => {
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `  stray${index}_: x\n`).join('');
  const text = (count: number): string =>
    `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n${lines(count)}  output: {}\n`;

  it('has its misspelt keynames as errors, as long as it has fewer than are compared', async () => {
    expect(await errorsIn(text(limits.comparedMistakes - 1))).toEqual(['keyname-unknown topology_template.output']);
    expect(await errorsIn(text(limits.comparedMistakes))).toEqual([]);
  });
});
