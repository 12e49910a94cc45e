import { describe, expect, it } from 'vitest';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import { processTemplate, validateTemplate } from '../../src/tosca/process.ts';
import type { Imports } from '../../src/tosca/topology.ts';
import { topologyOf } from './fixtures.ts';

const version = 'tosca_definitions_version: tosca_simple_yaml_1_3';

const parent = `${version}
description: a machine
metadata: { childs: [ addon.yaml ] }
node_types: { Base: { derived_from: tosca.nodes.SoftwareComponent } }
topology_template:
  inputs:
    cpus: { type: integer, default: 1 }
    kept: { type: list, entry_schema: string, default: [ '1.0', '2.0' ] }
  node_templates:
    server: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: { get_input: cpus } } } } }
    other: { type: Base, requirements: [ host: server ], properties: { component_version: { get_input: [ kept, 1 ] } } }
  outputs:
    address: { value: { get_attribute: [ server, private_address ] } }
    both: { value: parent }
`;

const addon = (parents: string, more = ''): string => `${version}
description: software on it
metadata: { parents: ${parents} }
topology_template:
  inputs: { cpus: { type: integer, default: 8 } }
  node_templates:
    software: { type: tosca.nodes.SoftwareComponent, requirements: [ host: server ] }${more}
  outputs:
    both: { value: addon }
`;

const files = (texts: Readonly<Record<string, string>>): Imports => ({
  read: async (address) => {
    const text = texts[address];
    if (text === undefined) throw new Error(`there is no ${address}`);
    return text;
  },
});

const problemsOf = async (text: string, imports: Imports): Promise<readonly string[]> =>
  (await validateTemplate(text, imports)).problems.map(({ severity, code, file }) => `${severity} ${code} ${file}`);

describe('an add-on', () => {
  it('is taken together with its parent, and what it says itself wins', async () => {
    const processed = await processTemplate(addon('[ parent.yaml ]'), {
      inputs: {},
      imports: files({ 'parent.yaml': parent }),
    });
    if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
    const { nodes, outputs, inputs } = processed.topology;
    expect(nodes.map(({ name }) => name).toSorted()).toEqual(['other', 'server', 'software']);
    expect(nodes.find(({ name }) => name === 'software')?.requirements[0]?.node).toBe('server');
    expect(inputs).toMatchObject({ cpus: 8, kept: ['1.0', '2.0'] });
    expect(Object.fromEntries(outputs.map(({ name, value }) => [name, value]))).toMatchObject({ both: 'addon' });
    expect(processed.problems.map(({ code }) => code)).toEqual(['parent-taken']);
  });

  it('is sent whole to the Infrastructure Manager, and means the same there', async () => {
    const text = addon('[ parent.yaml ]');
    const imports = files({ 'parent.yaml': parent });
    const { text: sent, processed } = await deployable(text, { inputs: {}, imports });
    if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
    const alone = await topologyOf(sent);
    expect(alone.nodes).toEqual(processed.topology.nodes);
    expect(alone.outputs).toEqual(processed.topology.outputs);
    expect(sent).toContain('description: software on it');
    // what its parser does not follow is written out in what came from the parent too
    expect(sent).toMatch(/component_version: ["']?2.0/);
  });

  it('of several parents takes the first that can be read, and a parent may be an add-on itself', async () => {
    const imports = files({ 'grand.yaml': parent, 'middle.yaml': addon('[ grand.yaml ]') });
    const text = `${version}
metadata: { parents: [ nowhere.yaml, middle.yaml ] }
topology_template: { node_templates: { last: { type: tosca.nodes.Root, requirements: [ dependency: software, dependency: server ] } } }`;
    const processed = await processTemplate(text, { inputs: {}, imports });
    if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
    expect(processed.topology.nodes.map(({ name }) => name).toSorted()).toEqual([
      'last',
      'other',
      'server',
      'software',
    ]);
  });

  it('whose parent cannot be read is one error, and nothing else that may be in it', async () => {
    const more = `
    more: { type: tosca.nodes.SoftwareComponent, requirements: [ host: elsewhere ], properties: { component_version: { get_input: theirs } } }`;
    expect(await problemsOf(addon('[ a.yaml, b.yaml ]', more), files({}))).toEqual(['error parent-unread template']);
  });

  it('that was merged with its parent before is complete, whether the parent can be read or not', async () => {
    const merged = parent.replace('childs: [ addon.yaml ]', 'parents: [ parent.yaml ]');
    expect(await problemsOf(merged, files({ 'parent.yaml': parent }))).toEqual([]);
    expect(await problemsOf(merged, files({}))).toEqual(['warning parent-unread template']);
  });

  it('shows mistakes of its parent where they are', async () => {
    const wrong = parent.replace('get_input: cpus', 'get_input: cpu');
    expect(await problemsOf(addon('[ parent.yaml ]'), files({ 'parent.yaml': wrong }))).toEqual([
      'warning parent-taken template',
      'error input-unknown parent.yaml',
    ]);
  });

  it('that names itself ends', async () => {
    const text = addon('[ addon.yaml ]').replace('host: server', 'dependency: software2');
    expect(await problemsOf(text, files({ 'addon.yaml': text }))).toContain('error node-unknown template');
  });

  it.each(['[]', 'text', '{ a: b }', '[ { a: b } ]'])('is none with parents that are %s', async (parents) => {
    const problems = await problemsOf(addon(parents), files({}));
    expect(problems.filter((each) => each.includes('processing-failed'))).toEqual([]);
    expect(problems.some((each) => each.startsWith('error'))).toBe(true);
  });
});

describe('the profile for NFV', () => {
  it.each(['tosca_simple_profile_for_nfv_1_0', 'tosca_simple_profile_for_nfv_1_0_0'])(
    '%s is read as what it is written in',
    async (name) => {
      const text = `tosca_definitions_version: ${name}
imports: [ nfv.yaml ]
topology_template: { node_templates: { vnf: { type: tosca.nodes.nfv.VNF } } }`;
      const types = `tosca_definitions_version: ${name}
node_types: { tosca.nodes.nfv.VNF: { derived_from: tosca.nodes.Root } }`;
      expect(await problemsOf(text, files({ 'nfv.yaml': types }))).toEqual([]);
    },
  );
});

it('gets what its parents have, also from one that has no nodes', async () => {
  const imports = files({
    'parent.yaml': `${version}\nimports: [ types.yaml ]\nmetadata: { parents: [ first.yaml ] }\ntopology_template: { inputs: { n: { type: integer, default: 1 } } }\n`,
    'first.yaml': `${version}\ntopology_template: { node_templates: { server: { type: tosca.nodes.Compute } } }\n`,
    'types.yaml': `${version}\nnode_types: { my.App: { derived_from: tosca.nodes.SoftwareComponent } }\n`,
  });
  const text = `${version}\nmetadata: { parents: [ parent.yaml ] }\ntopology_template: { node_templates: { app: { type: my.App, requirements: [ host: server ] } } }\n`;
  expect((await problemsOf(text, imports)).filter((one) => !one.includes('parent-taken'))).toEqual([]);
});
