import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/tosca/process.ts';
import type { Imports } from '../../src/tosca/topology.ts';
import { noImports } from './fixtures.ts';

/** Every profile is there, and empty. */
const emptyProfiles: Imports = {
  ...noImports,
  profile: async (name) => ({
    address: `${name}.yaml`,
    text: `tosca_definitions_version: tosca_2_0\nprofile: ${name}\n`,
  }),
};

/** The code of the first problem that refuses a TOSCA 2.0 file with these lines, or `accept`. */
async function verdictOf(lines: string): Promise<string> {
  const { problems } = await validateTemplate(`tosca_definitions_version: tosca_2_0\n${lines}`, emptyProfiles);
  return problems.find(({ severity }) => severity === 'error')?.code ?? 'accept';
}

/** What a section of a file holds under one name (section 6.1). */
const sections = {
  artifact_types: '{ file_ext: [ sh ] }',
  data_types: '{ derived_from: string }',
  capability_types: '{ description: a }',
  interface_types: '{ operations: { start: {} } }',
  relationship_types: '{ description: a }',
  node_types: '{ description: a }',
  group_types: '{ description: a }',
  policy_types: '{ description: a }',
  repositories: '{ url: "https://one.example.org/" }',
  functions: '{ signatures: [ { result: string } ] }',
};

/** The same of a service template (section 6.9.1). */
const templates = {
  inputs: '{ type: string, default: a }',
  outputs: '{ value: a }',
  relationship_templates: '{ type: R }',
  groups: '{ type: G }',
  workflows: '{ steps: {} }',
};

const places = [
  ...Object.entries(sections).map(([section, body]) => ({ section, body, before: '', margin: '' })),
  ...Object.entries(templates).map(([section, body]) => ({
    section,
    body,
    before: 'relationship_types: { R: {} }\ngroup_types: { G: {} }\nservice_template:\n  node_templates: {}\n',
    margin: '  ',
  })),
  {
    section: 'node_templates',
    body: '{ type: N }',
    before: 'node_types: { N: {} }\nservice_template:\n',
    margin: '  ',
  },
];

describe.each(places)('TOSCA 2.0, $section', ({ section, body, before, margin }) => {
  const verdict = (rest: string): Promise<string> => verdictOf(`${before}${margin}${section}:${rest}`);
  const named = (key: string): Promise<string> => verdict(`\n${margin}  ${key}: ${body}`);

  it('holds what it is for', async () => expect(await named('one')).toBe('accept'));
  it('may be an empty map', async () => expect(await verdict(' {}')).toBe('accept'));
  it('takes a number in quotes for a name', async () => expect(await named('"1"')).toBe('accept'));

  it('is not left empty', async () => {
    expect(await verdict('')).toMatch(/^keyname-(?:type|missing)$/);
  });
  it.each([' []', ' [ one ]', ' text', ' 7', ' true'])('is a map and not%s', async (value) => {
    expect(await verdict(value)).toBe('keyname-type');
  });
  it('is not a list of maps', async () => expect(await verdict(`\n${margin}  - one: ${body}`)).toBe('keyname-type'));
  it.each(['""', '1', '1.0', 'true', 'null'])('knows nothing by the name of %s', async (key) => {
    expect(await named(key)).toBe('keyname-type');
  });
  it('does not know every keyname', async () => {
    const more = body.replace(/ }$/, ', extra: 1 }');
    expect(await verdict(`\n${margin}  one: ${more}`)).toBe('keyname-unknown');
  });
});

/** A type of each section, with `<more>` where further keynames go. */
const types = {
  artifact_types: '{ file_ext: [ sh ]<more> }',
  data_types: '{ properties: { a: { type: string } }<more> }',
  capability_types: '{ properties: {}<more> }',
  interface_types: '{ operations: {}<more> }',
  relationship_types: '{ properties: {}<more> }',
  node_types: '{ properties: {}<more> }',
  group_types: '{ properties: {}<more> }',
  policy_types: '{ properties: {}<more> }',
};

describe.each(Object.entries(types))('TOSCA 2.0, what every one of %s may say', (section, body) => {
  const said = (keyname: string): Promise<string> =>
    verdictOf(`${section}: { One: ${body.replace('<more>', `, ${keyname}`)} }`);

  it.each(['"1.0"', '1.2.3', '1.0.0.alpha', '1.0.0.alpha-10'])('version: %s', async (version) => {
    expect(await said(`version: ${version}`)).toBe('accept');
  });
  it.each(['1', '1.0', '"1"', 'first', '1..0', '-1.0', '1.0.0.alpha-x', '', '[ 1 ]'])(
    'not version: %s',
    async (version) => {
      expect(await said(`version: ${version}`)).toBe('keyname-type');
    },
  );
  it.each(['""', '', '7', '[ One ]', '{ a: b }'])('not derived_from: %s', async (parent) => {
    expect(await said(`derived_from: ${parent}`)).toBe('keyname-type');
  });
  it.each([
    ['Nobody', 'type-unknown'],
    ['One', 'type-cycle'],
  ])('not derived_from: %s', async (parent, code) => {
    expect(await said(`derived_from: ${parent}`)).toBe(code);
  });
  it.each(['', 'a', '[ a ]', '7'])('not metadata: %s', async (metadata) => {
    expect(await said(`metadata: ${metadata}`)).toBe('keyname-type');
  });
  it.each(['{}', '{ a: b }', '{ a: null, b: [ 1, true ], c: { d: 1.5 } }'])('metadata: %s', async (metadata) => {
    expect(await said(`metadata: ${metadata}`)).toBe('accept');
  });
  it.each(['', '7', 'true', '[ a ]', '{ a: b }'])('not description: %s', async (description) => {
    expect(await said(`description: ${description}`)).toBe('keyname-type');
  });
});

describe('TOSCA 2.0, imports', () => {
  it.each(['[]', '[ { profile: a } ]', '[ { profile: a, namespace: b, description: c, metadata: { d: e } } ]'])(
    '%s',
    async (imports) => {
      expect(await verdictOf(`imports: ${imports}`)).toBe('accept');
    },
  );
  it.each([
    '',
    'a',
    '{}',
    '[ 7 ]',
    '[ { url: "" } ]',
    '[ { url: 7 } ]',
    '[ { profile: "" } ]',
    '[ { profile: 7 } ]',
    '[ { profile: a, namespace: "" } ]',
    '[ { profile: a, namespace: } ]',
    '[ { profile: a, namespace: [ b ] } ]',
    '[ { profile: a, description: [ b ] } ]',
    '[ { profile: a, metadata: b } ]',
  ])('not %s', async (imports) => {
    expect(await verdictOf(`imports: ${imports}`)).toBe('keyname-type');
  });
  it.each([
    '[ "" ]',
    '[ {} ]',
    '[ [ a ] ]',
    '[ { url: [ a ] } ]',
    '[ { namespace: a } ]',
    '[ { url: a, profile: b } ]',
  ])('without an address: %s', async (imports) => {
    expect(await verdictOf(`imports: ${imports}`)).toBe('import-invalid');
  });
});
