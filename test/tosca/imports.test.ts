import { describe, expect, it } from 'vitest';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import { validateTemplate } from '../../src/tosca/process.ts';
import type { Imports } from '../../src/tosca/topology.ts';
import { zip } from './archives.ts';

const simple = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';
const types = `${simple}node_types: { my.N: { derived_from: tosca.nodes.Root } }\n`;

const reading = (files: Readonly<Record<string, string>>): Imports => ({
  read: async (address) => {
    const found = files[address];
    if (found === undefined) throw new Error('there is no such file');
    return found;
  },
});

const found = async (text: string, imports: Imports) => {
  const { problems, imports: taken } = await validateTemplate(text, imports);
  return { problems: problems.map(({ code, severity }) => `${severity} ${code}`), taken, messages: problems };
};

describe('imports', () => {
  it('may go up in a url of 2.0', async () => {
    const text =
      'tosca_definitions_version: tosca_2_0\nimports: [ { url: ../types/a.yaml } ]\nservice_template: { node_templates: { n: { type: N } } }\n';
    const imports = reading({ '../types/a.yaml': 'tosca_definitions_version: tosca_2_0\nnode_types: { N: {} }\n' });
    expect((await found(text, imports)).problems).toEqual([]);
  });

  it.each([
    ['{ file: a.yaml, namespace_prefix: p }', 'p:my.N'],
    ['{ file: a.yaml, namespace_prefix: p }', 'p.my.N'],
    ['{ some: { file: a.yaml, namespace_prefix: p } }', 'p:my.N'],
    ['{ file: a.yaml, namespace_uri: "http://example.org/ns", namespace_prefix: p }', 'p.my.N'],
  ])('with a prefix, %s, bring %s', async (entry, type) => {
    const text = `${simple}imports: [ ${entry} ]\ntopology_template: { node_templates: { n: { type: '${type}' } } }\n`;
    expect((await found(text, reading({ 'a.yaml': types }))).problems).toEqual([]);
  });

  it('of 1.x may name a neighbour by the path from the template, as tosca-parser reads it', async () => {
    const a = `${simple}imports: [ types/b.yaml ]\nnode_types: { A: { derived_from: my.N } }\n`;
    const text = `${simple}imports: [ types/a.yaml ]\ntopology_template: { node_templates: { n: { type: A } } }\n`;
    expect((await found(text, reading({ 'types/a.yaml': a, 'types/b.yaml': types }))).problems).toEqual([]);
    // the path from the importing file comes first
    const own = { 'types/a.yaml': a, 'types/b.yaml': simple, 'types/types/b.yaml': types };
    expect((await found(text, reading(own))).problems).toEqual([]);
    const { messages } = await found(text, reading({ 'types/a.yaml': a }));
    expect(messages[0]?.message).toContain('"types/types/b.yaml"');
  });

  it('of an archive do so too, and the manager gets what was read', async () => {
    const main = `${simple}imports: [ Definitions/types.yaml ]\ntopology_template: { node_templates: { n: { type: my.N } } }\n`;
    const archive = zip({
      'TOSCA-Metadata/TOSCA.meta':
        'TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nCreated-By: me\nEntry-Definitions: Definitions/main.yaml\n',
      'Definitions/main.yaml': main,
      'Definitions/types.yaml': types,
    });
    expect((await found(archive, reading({}))).problems).toEqual([]);
    const { text, processed } = await deployable(archive, { inputs: {}, imports: reading({}) });
    expect(processed.ok).toBe(true);
    expect(text).toContain('my.N:');
    expect(text).not.toContain('Definitions/types.yaml');
  });

  it('name the branch that is taken where the catalog does not hold the one that is asked for', async () => {
    const text = `${simple}imports: [ 'https://raw.githubusercontent.com/indigo-dc/tosca-types/some-branch/custom_types.yaml' ]\n`;
    const { problems, messages } = await found(text, reading({}));
    expect(problems).toEqual(['warning import-branch']);
    expect(messages[0]?.message).toMatch(/"some-branch".*"master"/);
  });

  it('of a built-in file by its name say nothing', async () => {
    const text = `${simple}imports: [ toscanini-types.yaml ]\n`;
    expect(await found(text, reading({}))).toMatchObject({ problems: [], taken: [] });
  });

  it('quote nothing of a file that is no TOSCA', async () => {
    for (const secret of ['root:hunter2:0:0', '- "hunter2', 'a: *hunter2', '!<hunter2> x', '{ hunter2: [', 'hunter2']) {
      const { messages } = await found(`${simple}imports: [ a.yaml ]\n`, reading({ 'a.yaml': secret }));
      expect(messages.length).toBeGreaterThan(0);
      expect(JSON.stringify(messages)).not.toContain('hunter2');
    }
  });

  it('may go round under prefixes, and a name with many prefixes ends somewhere', async () => {
    const round = `${simple}imports: [ { file: a.yaml, namespace_prefix: p }, { file: a.yaml, namespace_prefix: p } ]\n`;
    const text = `${round}topology_template: { node_templates: { n: { type: '${'p:'.repeat(5_000)}N' } } }\n`;
    expect((await found(text, reading({ 'a.yaml': round }))).problems).toEqual(['error type-unknown']);
  });
});

describe('an add-on in an archive', () => {
  const addon = `${simple}metadata: { parents: [ parent.yaml ], template_name: a, template_version: 1.0.0 }
topology_template: { node_templates: { app: { type: tosca.nodes.SoftwareComponent, requirements: [ host: server ] } } }
`;
  const parent = `${simple}topology_template: { node_templates: { server: { type: tosca.nodes.Compute } } }\n`;

  it('is merged with its parent there', async () => {
    const text = zip({
      'TOSCA-Metadata/TOSCA.meta':
        'TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nCreated-By: x\nEntry-Definitions: addon.yaml\n',
      'addon.yaml': addon,
      'parent.yaml': parent,
    });
    const { ok, topology } = await validateTemplate(text, reading({}));
    expect({ ok, nodes: topology?.nodes.map(({ name }) => name) }).toEqual({ ok: true, nodes: ['server', 'app'] });
  });
});
