import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildCatalog } from '../../src/tosca/catalog/build.ts';
import { catalogFile, catalogFiles, catalogScope } from '../../src/tosca/catalog/catalog.ts';
import { validateTemplate } from '../../src/tosca/process.ts';
import { membersOf } from '../../src/tosca/types/members.ts';
import { typeKinds } from '../../src/tosca/types/scope.ts';
import { noImports, topologyOf } from './fixtures.ts';
import { addressed, addressesOf, imported, typesPage } from './types-page.ts';

const versionOf = (file: string): '1.3' | '2.0' => (file.includes('2.0') ? '2.0' : '1.3');

describe('the catalog', () => {
  it('is what its YAML files say; `npx vitest run test/tosca/catalog.test.ts -u` writes it', async () => {
    await expect(buildCatalog()).toMatchFileSnapshot('../../src/tosca/catalog/catalog.json');
  });

  it('is described in docs/tosca-types.md, every node type of it; the same command writes that', async () => {
    await expect(typesPage()).toMatchFileSnapshot('../../docs/tosca-types.md');
  });

  it.each(catalogFiles())('%s is valid, word by word', async (file) => {
    const text = readFileSync(new URL(`../../src/tosca/catalog/${file}`, import.meta.url), 'utf8');
    const { problems } = await validateTemplate(text, noImports);
    const errors = problems
      .filter(({ severity }) => severity === 'error')
      .map(({ path, message }) => `${path}: ${message}`);
    // the profile of 2.0 defines what every other type is derived from
    const roots = /^(?:data_types\.Root|group_types\.Root\.interfaces): /;
    expect(errors.filter((error) => !(file === 'tosca-simple-2.0.yaml' && roots.test(error)))).toEqual([]);
  });

  it('has an address for every file that templates import, and a file for every address', () => {
    expect(imported.filter((file) => addressesOf(file).length === 0)).toEqual([]);
    expect(addressed.filter((file) => !imported.includes(file))).toEqual([]);
  });

  it.each(catalogFiles())('%s names only parents that exist', (file) => {
    const scope = catalogScope(file, versionOf(file));
    for (const kind of typeKinds) {
      for (const type of scope.own[kind].values()) {
        const parent = type.node.get('derived_from');
        if (parent?.kind === 'scalar')
          expect(type.parent?.name, `${type.name} derives from ${parent.text}`).toBeDefined();
        if (kind === 'node') expect(type.ancestry.at(-1)).toMatch(/^(?:tosca\.nodes\.)?Root$/);
      }
    }
  });

  it.each(catalogFiles())('%s gives every property and capability a known type', (file) => {
    const scope = catalogScope(file, versionOf(file));
    for (const kind of ['node', 'capability', 'relationship', 'policy'] as const) {
      for (const type of scope.own[kind].values()) {
        const { properties, attributes, capabilities, requirements } = membersOf(type);
        for (const { name, schema } of [...properties.values(), ...attributes.values()]) {
          expect(schema, `${type.name}.${name}`).toBeDefined();
        }
        for (const capability of capabilities.values())
          expect(capability.type, `${type.name}.${capability.name}`).toBeDefined();
        for (const requirement of requirements.values()) {
          expect(requirement.capability, `${type.name}.${requirement.name}`).toBeDefined();
        }
      }
    }
  });

  it.each([
    'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml',
    'https://raw.githubusercontent.com/grycap/tosca/main/custom_types.yaml',
  ])('answers %s itself', async (address) => {
    expect(catalogFile(address)).toBeDefined();
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ { types: "${address}" } ]
topology_template: { node_templates: { server: { type: tosca.nodes.indigo.Compute } } }
`;
    const { nodes } = await topologyOf(text);
    expect(nodes[0]?.types).toEqual(expect.arrayContaining(['tosca.nodes.Compute', 'tosca.nodes.Root']));
  });

  it('knows no address that only looks alike', () => {
    expect(
      catalogFile('https://raw.githubusercontent.com.example.org/indigo-dc/tosca-types/master/custom_types.yaml'),
    ).toBeUndefined();
    expect(catalogFile('__proto__')).toBeUndefined();
  });
});
