import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/tosca/process.ts';
import { zip } from './archives.ts';
import { noImports } from './fixtures.ts';

const base = `tosca_definitions_version: tosca_simple_yaml_1_3
repositories: { scripts: { url: https://example.org/scripts/ } }
artifact_types: { my.Tool: { derived_from: tosca.artifacts.Root } }
data_types: { my.Address: { properties: { street: { type: string }, number: { type: integer } } } }
capability_types: { my.Store: { derived_from: tosca.capabilities.Endpoint, properties: { quota: { type: scalar-unit.size } } } }
relationship_types:
  my.Uses:
    derived_from: tosca.relationships.ConnectsTo
    valid_target_types: [ my.Store ]
    properties: { path: { type: string } }
node_types:
  my.Store:
    derived_from: tosca.nodes.SoftwareComponent
    properties: { address: { type: my.Address } }
    attributes: { url: { type: string } }
    capabilities:
      store: { type: my.Store, valid_source_types: [ my.App ] }
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    requirements:
      - store: { capability: my.Store, node: my.Store, relationship: my.Uses }
topology_template:
  inputs: { part: { type: integer } }
  node_templates:
    vm: { type: tosca.nodes.Compute }
    store:
      type: my.Store
      properties:
        address:
          street: Main
          number: 12
      capabilities:
        store:
          properties: { quota: 1 GB }
      requirements:
        - host: vm
      interfaces:
        Standard:
          create: store.sh
          configure:
            implementation: conf.sh
            inputs:
              a: { get_property: [ SELF, address, street ] }
      artifacts:
        tool:
          type: my.Tool
          file: tool.sh
          repository: scripts
    app:
      type: my.App
      requirements:
        - host: vm
        - store:
            node: store
            relationship:
              type: my.Uses
              properties: { path: /data }
  policies:
    - place:
        type: tosca.policies.Placement
        targets: [ vm ]
        triggers:
          moved:
            event: moved
            action: []
  workflows:
    deploy:
      steps:
        one:
          target: store
          activities:
            - set_state: started
  outputs:
    where:
      value: { get_attribute: [ store, url ] }
    part:
      value: { token: [ { get_attribute: [ store, url ] }, ":", { get_input: part } ] }
`;

const problemsOf = async (text: string) =>
  (await validateTemplate(text, noImports)).problems.filter(({ code }) => code !== 'input-missing');

/** Lines with errors after a mistake was planted, and the line where it stands. */
const planted = async (from: string, to: string) => {
  const at = base.indexOf(from);
  expect(at).toBeGreaterThan(0);
  const problems = await problemsOf(base.replace(from, () => to));
  return {
    line: base.slice(0, at).split('\n').length,
    errors: problems.filter(({ severity }) => severity === 'error').map(({ line }) => line),
  };
};

describe('a planted mistake is an error on its line', () => {
  it('unlike the template without it', async () => {
    expect(await problemsOf(base)).toEqual([]);
  });

  it.each([
    ['properties: { path: /data }', 'properties: { pth: /data }'],
    ['type: my.Uses\n              prop', 'type: my.Use\n              prop'],
    ['            node: store', '            nod: store'],
    ['- host: vm', '- hots: vm'],
    ['node: store', 'node: vm'],
    ['street: Main', 'stret: Main'],
    ['number: 12', 'number: twelve'],
    ['quota: 1 GB', 'quota: 1 XB'],
    ['quota: 1 GB', 'qota: 1 GB'],
    ['        store:\n          properties', '        stor:\n          properties'],
    ['create: store.sh', 'creat: store.sh'],
    ['          configure:', '          configur:'],
    ['implementation: conf.sh', 'implementaton: conf.sh'],
    ['            inputs:', '            input:'],
    ['get_property: [', 'get_propery: ['],
    ['SELF, address', 'SELF, adress'],
    ['type: my.Tool\n', 'type: my.Tol\n'],
    ['file: tool.sh', 'fil: tool.sh'],
    ['repository: scripts', 'repository: script'],
    ['        targets: [ vm ]', '        target: [ vm ]'],
    ['targets: [ vm ]', 'targets: [ vmx ]'],
    ['event: moved', 'evnt: moved'],
    ['target: store', 'target: stor'],
    ['set_state: started', 'set_stat: started'],
    ['get_attribute: [ store, url ]', 'get_attribute: [ store, ulr ]'],
    [
      'value: { token: [ { get_attribute: [ store, url ] }, ":", {',
      'value: { token: [ { get_attribute: [ store, url ] }, {',
    ],
    ['{ type: my.Store, valid', '{ type: my.Stor, valid'],
    ['valid_source_types: [ my.App ]', 'valid_source_types: [ my.Ap ]'],
    ['valid_target_types: [ my.Store ]', 'valid_target_types: [ my.Stor ]'],
    ['street: Main', 'street: "Main'],
    ['number: 12', 'number: [ 12'],
    ['quota: 1 GB }', 'quota: 1 GB'],
    ['street: Main', 'street Main'],
    ['street: Main', 'street:Main'],
    ['- host: vm', '- host: "vm'],
    ['\n          file: tool.sh', '\n\t  file: tool.sh', 1],
  ])('%j instead: %j', async (from, to, lines = 0) => {
    const { line, errors } = await planted(from, to);
    expect(errors).toContain(line + lines);
  });

  it.each([
    ['              properties: { path: /data }\n', 'the relationship', -1],
    ['          street: Main\n', 'the data type', -1],
    ['          file: tool.sh\n', 'the artifact', -1],
    ['      value: { get_attribute: [ store, url ] }\n', 'the output', -1],
  ])('without %j: what %s needs is missing', async (from, _, lines) => {
    const { line, errors } = await planted(from, '');
    // a map begins at its first key that is left
    expect(errors.some((one) => one === line + lines || one === line)).toBe(true);
  });
});

it('a name is misspelt if a known one is similar, and not by what else its message says', async () => {
  const text = (name: string): string =>
    `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: { node_templates: { a: { type: tosca.nodes.Compute, "${name}": x } } }\n`;
  const found = async (name: string) => (await problemsOf(text(name))).map(({ code, severity }) => [code, severity]);
  expect(await found('descriptoin')).toEqual([['keyname-unknown', 'error']]);
  expect(await found('mine (did you mean yours?)')).toEqual([['keyname-unknown', 'warning']]);
});

describe('an unclosed quote', () => {
  it('is named where it opens, though the parser stops 85 lines below', async () => {
    const inputs = Array.from({ length: 85 }, (_, index) => `    i${index}: { type: string, default: ${index} }\n`);
    const head = 'tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  inputs:\n';
    const [problem] = await problemsOf(
      `${head}    a: { type: string, default: "x }\n${inputs.join('')}    b: { type: string, default: "y" }\n`,
    );
    expect(problem).toMatchObject({ code: 'yaml-syntax', line: 4 });
  });

  const head = 'tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata:\n  a: {\n    x: 1\n  }\n';

  it('is named where it opens, also below brackets that close at the indentation of their keys', async () => {
    const [problem] = await problemsOf(`${head}dsl_definitions:\n  d: [ 1, 2\ndescription: x\n`);
    expect(problem).toMatchObject({ code: 'yaml-syntax', line: 7, column: 3 });
  });

  it('is not blamed for another mistake below such brackets, which has its own line and column', async () => {
    const [problem] = await problemsOf(`${head}  b: x: y\n`);
    expect(problem).toMatchObject({ code: 'yaml-syntax', line: 6, column: 7 });
  });

  it('costs little where a text is long', async () => {
    const long = `tosca_definitions_version: tosca_simple_yaml_1_3\na: "b\n${'c: d\n'.repeat(100_000)}e: "f"\n`;
    expect((await problemsOf(long))[0]?.code).toBe('yaml-syntax');
  });
});

describe('an import', () => {
  it('whose node templates nobody would deploy is named', async () => {
    const text = 'tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [ nodes.yaml ]\n';
    const nodes = (more: string): string =>
      `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates: { a: { type: tosca.nodes.Compute } }\n${more}`;
    const codes = async (imported: string, own = '') =>
      (await validateTemplate(text + own, { read: async () => imported })).problems.map(
        ({ code, line }) => `${code}@${line}`,
      );
    expect(await codes(nodes(''))).toEqual(['import-topology@2']);
    expect(await codes(nodes('  substitution_mappings: { node_type: tosca.nodes.Compute }\n'))).toEqual([]);
    const own = 'topology_template: { node_templates: { vm: { type: tosca.nodes.Compute } } }\n';
    const mapped = nodes('  substitution_mappings: { node_type: tosca.nodes.Compute }\n');
    expect(await codes(mapped, own)).toEqual(['import-topology@2']);
  });
});

describe('an archive', () => {
  const template =
    'tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: { template_name: x, template_version: 1.0.0 }\n';
  const messageOf = async (files: Readonly<Record<string, string>>) => (await problemsOf(zip(files)))[0]?.message;

  it('whose folder was packed says so', async () => {
    expect(await messageOf({ 'shop/main.yaml': template, 'shop/other.yaml': template })).toContain('"shop"');
    expect(await messageOf({ 'shop/main.yaml': template, 'cart/other.yaml': template })).not.toContain('"shop"');
  });

  it('whose TOSCA.meta writes a keyname in other letters says which', async () => {
    const meta = 'TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nentry-definitions: main.yaml\n';
    const files = { 'TOSCA-Metadata/TOSCA.meta': meta, 'main.yaml': template };
    expect(await messageOf({ ...files, 'other.yaml': template })).toContain('entry-definitions');
    const problems = await problemsOf(zip(files));
    expect(problems.map(({ code, line }) => `${code}@${line}`)).toEqual(['csar-meta@3']);
  });
});
