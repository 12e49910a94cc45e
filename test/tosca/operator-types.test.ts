import { describe, expect, it } from 'vitest';
import { type TypeFiles, withOperatorTypes } from '../../src/tosca/operator-types.ts';
import { processTemplate, validateTemplate } from '../../src/tosca/process.ts';
import { noImports } from './fixtures.ts';

const filesOf = (files: Readonly<Record<string, string>>): TypeFiles => ({
  read: async (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
});
const simple = (type: string): string =>
  `tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  ${type}: { derived_from: tosca.nodes.Root }\n`;
const template = (address: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ "${address}" ]
topology_template: { node_templates: { one: { type: ours.Thing } } }
`;
const problemsOf = async (text: string, files: Readonly<Record<string, string>>) =>
  (await processTemplate(text, { inputs: {}, imports: withOperatorTypes(filesOf(files), noImports) })).problems;

describe("an operator's types", () => {
  it('are found by the address that the map has for them', async () => {
    const files = {
      'addresses.yaml': 'https://types.example.org/v1.yaml: v1/ours.yaml\n',
      'v1/ours.yaml': simple('ours.Thing'),
    };
    expect(await problemsOf(template('https://types.example.org/v1.yaml'), files)).toEqual([]);
  });

  it('are found by their path in the folder', async () => {
    expect(await problemsOf(template('ours.yaml'), { 'ours.yaml': simple('ours.Thing') })).toEqual([]);
  });

  it('are profiles of TOSCA 2.0, which import what lies beside them', async () => {
    const files = {
      'addresses.yaml': 'com.example.cloud:1.0: cloud/profile.yaml\n',
      'cloud/profile.yaml':
        'tosca_definitions_version: tosca_2_0\nprofile: com.example.cloud:1.0\nimports: [ base.yaml ]\n',
      'cloud/base.yaml': 'tosca_definitions_version: tosca_2_0\nnode_types: { Thing: {} }\n',
    };
    const text = `tosca_definitions_version: tosca_2_0
imports: [ { profile: "com.example.cloud:1.0" } ]
service_template: { node_templates: { one: { type: Thing } } }
`;
    expect((await validateTemplate(text, withOperatorTypes(filesOf(files), noImports))).problems).toEqual([]);
  });

  it('leave other addresses to the network', async () => {
    const [problem] = await problemsOf(template('https://other.example.org/v1.yaml'), {});
    expect(problem).toMatchObject({ code: 'import-failed' });
    expect(problem?.message).toContain('nothing is read here');
  });

  it.each([
    ['../secrets.yaml', 'that file does not exist'],
    ['/etc/passwd', 'that file does not exist'],
    ['missing.yaml', 'that file does not exist'],
  ])('are never outside the folder: %s', async (file, reason) => {
    const files = {
      'addresses.yaml': `https://types.example.org/v1.yaml: ${file}\n`,
      [file]: file === 'missing.yaml' ? '' : 'x',
    };
    delete (files as Record<string, string>)['missing.yaml'];
    const [problem] = await problemsOf(template('https://types.example.org/v1.yaml'), files);
    expect(problem?.message).toContain(reason);
  });

  it.each([
    ['https://types.example.org/*', 'https://types.example.org/v1.yaml', true],
    ['https://types.example.org/*.yaml', 'https://types.example.org/a/b/v1.yaml', true],
    ['*/v1.yaml', 'https://types.example.org/v1.yaml', true],
    ['https://*/a/*/v1.yaml', 'https://types.example.org/a/b/v1.yaml', true],
    ['https://types.example.org/v1.yaml*', 'https://types.example.org/v1.yaml', true],
    ['https://types.example.org/*.yml', 'https://types.example.org/v1.yaml', false],
    ['https://types.example.org/v1.yaml*.yaml', 'https://types.example.org/v1.yaml', false],
    ['https://types.example.org/*b*b.yaml', 'https://types.example.org/ab.yaml', false],
    ['https://types.example.com/*', 'https://types.example.org/v1.yaml', false],
  ])('are found by an address with a star: %s for %s: %s', async (pattern, address, isFound) => {
    const files = { 'addresses.yaml': `"${pattern}": ours.yaml\n`, 'ours.yaml': simple('ours.Thing') };
    expect((await problemsOf(template(address), files)).length === 0).toBe(isFound);
  });

  it('are those of the exact address rather than of one with a star', async () => {
    const files = {
      'addresses.yaml': 'https://types.example.org/*: other.yaml\nhttps://types.example.org/v1.yaml: ours.yaml\n',
      'ours.yaml': simple('ours.Thing'),
    };
    expect(await problemsOf(template('https://types.example.org/v1.yaml'), files)).toEqual([]);
  });

  it('give way to a file that the template has itself at that path', async () => {
    const imports = withOperatorTypes(filesOf({ 'types.yaml': simple('other.Thing') }), {
      read: async () => simple('ours.Thing'),
    });
    expect((await processTemplate(template('types.yaml'), { inputs: {}, imports })).problems).toEqual([]);
  });

  it('are not found in a map that is no map', async () => {
    const [problem] = await problemsOf(template('https://types.example.org/v1.yaml'), {
      'addresses.yaml': '- a\n- b\n',
    });
    expect(problem?.message).toContain('must be a map of addresses to files');
  });
});
