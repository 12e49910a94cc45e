import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import { withOperatorTypes } from '../../../src/tosca/operator-types.ts';
import type { Imports } from '../../../src/tosca/topology.ts';

const version = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';
const address = 'https://types.example/lib/types.yaml';

type Sent = Readonly<Record<string, unknown>>;

const sentWith = async (imports: Imports, text: string): Promise<Sent> => {
  const { text: readable, processed } = await deployable(version + text, { inputs: {}, imports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return load(bindTemplate(readable, { inputs: {}, name: 'x' })) as Sent;
};

/** Texts by address; each is read once, so a later version of it is not what was checked. */
const served = (files: { readonly [address: string]: string }): Imports => {
  const left = new Map(Object.entries(files));
  const read: Imports['read'] = async (at) => {
    const text = left.get(at);
    if (text === undefined) throw new Error(`${at} was read again, or is not there`);
    left.delete(at);
    return version + text;
  };
  return { read };
};

const sent = (files: { readonly [address: string]: string }, text: string): Promise<Sent> =>
  sentWith(served(files), text);

const node = (type: string, more = ''): string =>
  `topology_template: { node_templates: { n: { type: ${type}${more} } } }`;

const typed = (name: string, more = ''): string =>
  `node_types: { ${name}: { derived_from: tosca.nodes.SoftwareComponent${more} } }\n`;

describe('what a template imports', () => {
  it('is sent as it was checked, without its constraints', async () => {
    const property = 'p: { type: string, constraints: [ { pattern: "http|https" } ] }';
    const files = { [address]: typed('my.App', `, properties: { ${property} }`) };
    const { imports, node_types: types } = await sent(
      files,
      `imports: [ ${address} ]\n${node('my.App', ', properties: { p: https }')}`,
    );
    expect({ imports, types }).toEqual({
      imports: undefined,
      types: {
        'my.App': { derived_from: 'tosca.nodes.SoftwareComponent', properties: { p: { type: 'string' } } },
      },
    });
  });

  it('includes what it imports itself, by path and by repository, but for what this service has built in', async () => {
    const indigo = 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml';
    const files = {
      [address]: `repositories: { r: { url: https://other.example/r } }
imports: [ ../near.yaml, { file: far.yaml, repository: r }, ${indigo} ]\n${typed('my.App')}`,
      'https://types.example/near.yaml': typed('my.Near'),
      'https://other.example/r/far.yaml': typed('my.Far'),
    };
    expect(await sent(files, `imports: [ { file: ${address} } ]\n${node('my.App')}`)).toMatchObject({
      imports: [indigo],
      node_types: { 'my.App': {}, 'my.Near': {}, 'my.Far': {} },
    });
  });

  it('is the first of a name, and what a template defines itself comes before', async () => {
    const files = {
      [address]: `imports: [ deep.yaml ]\n${typed('my.One', ', description: import')}`,
      'https://types.example/lib/deep.yaml': typed('my.Two', ', description: deep'),
      'https://types.example/next.yaml': typed('my.Two', ', description: next'),
    };
    const text = `imports: [ ${address}, https://types.example/next.yaml ]\n${typed('my.One', ', description: own')}`;
    expect(await sent(files, text + node('my.Two'))).toMatchObject({
      node_types: { 'my.One': { description: 'own' }, 'my.Two': { description: 'deep' } },
    });
  });

  it('keeps types of one name apart by their prefixes, also where they name each other', async () => {
    const both = (description: string) => `node_types:
  my.Base: { derived_from: tosca.nodes.SoftwareComponent, description: ${description} }
  my.${description}: { derived_from: my.Base }\n`;
    const files = { 'https://types.example/p.yaml': both('P'), 'https://types.example/q.yaml': both('Q') };
    const text = `imports:
  - { file: https://types.example/p.yaml, namespace_prefix: p }
  - { file: https://types.example/q.yaml, namespace_prefix: q }
topology_template: { node_templates: { one: { type: 'p:my.P' }, two: { type: 'q:my.Q' }, three: { type: 'q:my.Base' } } }`;
    expect(await sent(files, text)).toMatchObject({
      node_types: {
        'my.Base': { description: 'P' },
        'q:my.Base': { description: 'Q' },
        'my.P': { derived_from: 'my.Base' },
        'my.Q': { derived_from: 'q:my.Base' },
      },
      topology_template: {
        node_templates: { one: { type: 'my.P' }, two: { type: 'my.Q' }, three: { type: 'q:my.Base' } },
      },
    });
  });

  it('shares no anchor with the template', async () => {
    const files = { [address]: `dsl_definitions: { d: &a imported }\n${typed('my.App', ', description: *a')}` };
    const text = `imports: [ ${address} ]\ndsl_definitions: { d: &a own }
topology_template: { description: *a, node_templates: { n: { type: my.App } } }`;
    expect(await sent(files, text)).toMatchObject({
      node_types: { 'my.App': { description: 'imported' } },
      topology_template: { description: 'own' },
    });
  });

  it('is read as it is written, where YAML 1.1 differs', async () => {
    const properties = 'properties: { v: { type: version, default: 22.10 }, s: { type: string, default: no } }';
    const files = { [address]: typed('my.App', `, ${properties}`) };
    expect(await sent(files, `imports: [ ${address} ]\n${node('my.App')}`)).toMatchObject({
      node_types: { 'my.App': { properties: { v: { default: '22.10' }, s: { default: 'no' } } } },
    });
  });

  it("may be a file of the operator's", async () => {
    const files = new Map([
      ['addresses.yaml', 'https://types.example/*: mine.yaml'],
      ['mine.yaml', version + typed('my.App')],
    ]);
    const imports = withOperatorTypes({ read: async (path) => files.get(path) }, served({}));
    expect(await sentWith(imports, `imports: [ ${address} ]\n${node('my.App')}`)).toMatchObject({
      node_types: { 'my.App': {} },
    });
  });

  it('stays an import where it was not read', async () => {
    const imports: Imports = { read: async () => undefined };
    const text = `imports: [ ${address} ]\n${node('tosca.nodes.Compute')}`;
    expect(await sentWith(imports, text)).toMatchObject({ imports: [address] });
  });

  it('is no file that only this service has: the manager gets its types, or those of the package', async () => {
    const text = `imports: [ ${address}, indigo-custom-types.yaml, tosca-simple-1.3.yaml ]\n`;
    const files = { [address]: 'imports: [ toscanini-types.yaml ]\n' };
    const { imports, node_types: types } = await sent(files, text + node('tosca.nodes.indigo.Compute'));
    expect(imports).toEqual(['https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml']);
    expect(types).toMatchObject({ 'toscanini.nodes.Job': { derived_from: expect.any(String) } });
  });
});

describe('a relationship type of an import', () => {
  const types = `node_types:
  my.App: { derived_from: tosca.nodes.SoftwareComponent, properties: { port: { type: integer, default: 80 } } }
relationship_types:
  my.Joins:
    derived_from: tosca.relationships.ConnectsTo
    interfaces:
      Configure:
        add_target: { implementation: https://scripts.example/join.yml, inputs: { port: { get_attribute: [ TARGET, port ] } } }
        remove_target: https://scripts.example/leave.yml
`;
  const app = (name: string, target: string, values = '') =>
    `    ${name}: { type: my.App${values}, requirements: [ { host: vm }, { dependency: { node: ${target}, relationship: my.Joins } } ] }\n`;
  const sentNodes = (nodes: string) =>
    sent(
      { [address]: types },
      `imports: [ ${address} ]\ntopology_template:\n  node_templates:\n    vm: { type: tosca.nodes.Compute }\n${nodes}`,
    );

  it('is sent without what the manager would run at once, and with values for calls', async () => {
    const { relationship_types: written } = await sentNodes(
      `${app('a', 'b')}    b: { type: my.App, requirements: [ { host: vm } ] }`,
    );
    expect(written).toEqual({
      'my.Joins': {
        derived_from: 'tosca.relationships.ConnectsTo',
        interfaces: {
          Configure: { add_target: { implementation: 'https://scripts.example/join.yml', inputs: { port: 80 } } },
        },
      },
    });
  });

  it('leaves an operation to the relationships whose values differ: the manager knows no property of an end as an attribute', async () => {
    const { relationship_types: written, topology_template: topology } = await sentNodes(
      `${app('a', 'b')}${app('c', 'd')}    b: { type: my.App, requirements: [ { host: vm } ] }
    d: { type: my.App, properties: { port: 81 }, requirements: [ { host: vm } ] }`,
    );
    expect(written).toEqual({
      'my.Joins': { derived_from: 'tosca.relationships.ConnectsTo', interfaces: { Configure: {} } },
    });
    const joined = (port: number) => ({
      type: 'my.Joins',
      interfaces: {
        Configure: { add_target: { implementation: 'https://scripts.example/join.yml', inputs: { port } } },
      },
    });
    expect(topology).toMatchObject({
      relationship_templates: { a_dependency_0: joined(80), c_dependency_0: joined(81) },
    });
  });
});
