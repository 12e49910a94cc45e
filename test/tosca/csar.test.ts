import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../src/tosca/infrastructure-manager/bind.ts';
import { processTemplate } from '../../src/tosca/process.ts';
import { compressed, tarball, zip } from './archives.ts';
import { errorsOf, noImports, topologyOf } from './fixtures.ts';

const version = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';
const template = `${version}metadata: { template_name: store, template_version: 1.0.0 }
imports: [ ../types/store.yaml ]
topology_template:
  inputs: { size: { type: string, default: 1 GB } }
  node_templates: { store: { type: my.Store, properties: { size: { get_input: size } } } }
`;
const types = `${version}node_types: { my.Store: { derived_from: tosca.nodes.Root, properties: { size: { type: scalar-unit.size } } } }\n`;
const metaPath = 'TOSCA-Metadata/TOSCA.meta';
const meta =
  'TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nCreated-By: us\nEntry-Definitions: definitions/main.yaml\n';
const whole = { [metaPath]: meta, 'definitions/main.yaml': template, 'types/store.yaml': types };

const judged = async (text: string): Promise<string[]> => {
  const { problems } = await processTemplate(text, { inputs: {}, imports: noImports });
  return problems.map(({ severity, code, file, line, message }) => `${severity} ${code} ${file}:${line} ${message}`);
};

describe('a CSAR', () => {
  it.each([
    ['a zip file', zip(whole)],
    ['a tarball', tarball(whole)],
    ['a compressed tarball', compressed(whole)],
    ['base64 in lines', zip(whole).replaceAll(/.{76}/g, '$&\r\n')],
  ])('is processed as %s, with its own files for imports', async (_, text) => {
    expect(await judged(text)).toEqual([]);
    const { nodes } = await topologyOf(text);
    expect(nodes).toMatchObject([{ name: 'store', type: 'my.Store', properties: { size: '1 GB' } }]);
  });

  it('is refused where a character of a file would be lost, and read where it is UTF-16', async () => {
    const named = (text: string) => text.replace('metadata: {', 'metadata: { author: Zoë,');
    const latin = (text: string) => Buffer.from(text.replace('tosca_def', '# é\ntosca_def'), 'latin1');
    const main = { ...whole, 'definitions/main.yaml': Buffer.from(named(template), 'latin1') };
    expect(await judged(zip(main))).toEqual([
      'error csar-invalid template:1 this CSAR cannot be read: "definitions/main.yaml" in it: it is not UTF-8 from line 2 on: save it as UTF-8',
    ]);
    expect(await judged(zip({ ...whole, 'types/store.yaml': latin(types) }))).toMatchObject([
      expect.stringContaining('"types/store.yaml" in it: it is not UTF-8 from line 1 on: save it as UTF-8'),
    ]);
    const wide = Buffer.from(`\ufeff${named(template)}`, 'utf16le');
    expect(await judged(zip({ ...whole, 'definitions/main.yaml': wide }))).toEqual([]);
  });

  it('needs no TOSCA.meta when one YAML file lies at its root', async () => {
    const files = { 'main.yml': template.replace('../types', 'types'), 'types/store.yaml': types };
    expect((await topologyOf(zip(files))).nodes).toHaveLength(1);
    expect(await judged(zip(files))).toEqual([]);
    expect(await errorsOf(zip({ ...files, 'other.yaml': types }))).toEqual(['csar-invalid@1']);
    expect(await errorsOf(zip({ 'types/store.yaml': types }))).toEqual(['csar-invalid@1']);
  });

  it.each([
    ['one', 'caf\u00e9.yaml', 'cafe\u0301.yaml'],
    ['two', 'cafe\u0301.yaml', 'caf\u00e9.yaml'],
  ])(
    'finds a file whose import writes an accented letter as %s characters, and its name does not',
    async (_, named, path) => {
      const files = { [metaPath]: meta, 'definitions/main.yaml': template.replace('store.yaml', named) };
      expect((await topologyOf(zip({ ...files, [`types/${path}`]: types }))).nodes).toMatchObject([
        { type: 'my.Store' },
      ]);
      const bound = bindTemplate(zip({ ...files, [`types/${path}`]: types }), { inputs: {}, name: 'x' });
      expect(load(bound)).toMatchObject({ node_types: { 'my.Store': {} } });
    },
  );

  it('reaches the Infrastructure Manager with the repositories that its files name', async () => {
    const artifact = 'artifacts: { a: { file: x.tar, type: tosca.artifacts.File, repository: hub } }';
    const stored = types.replace('properties:', `${artifact}, properties:`);
    const files = { ...whole, 'types/store.yaml': `${stored}repositories: { hub: 'https://hub.example.org/' }\n` };
    expect(await judged(zip(files))).toEqual([]);
    expect(await judged(bindTemplate(zip(files), { inputs: {}, name: 'x' }))).toEqual([]);
  });

  it('may have the attributes that macOS puts beside each file of a tarball', async () => {
    const files = { '._main.yml': '\u0000\u0005', 'main.yml': template.replace('../types', 'types') };
    expect(await judged(compressed({ ...files, 'types/store.yaml': types }))).toEqual([]);
  });

  it('says in its root file what it is, when nothing else does', async () => {
    const files = {
      'main.yaml': template.replace(/metadata.*\n/, '').replace('../types', 'types'),
      'types/store.yaml': types,
    };
    expect(await judged(zip(files))).toEqual([
      'warning csar-meta template:1 without a TOSCA.meta, metadata must have template_name',
      'warning csar-meta template:1 without a TOSCA.meta, metadata must have template_version',
    ]);
  });

  it('reaches the Infrastructure Manager with types that it can find, whatever prefixes its imports have', async () => {
    const typed = (name: string, property: string, more = '') =>
      `${version}${more}node_types: { ${name}: { derived_from: tosca.nodes.Root, properties: { ${property}: { type: integer } } } }\n`;
    const text = zip({
      'main.yaml': `${version}metadata: { template_name: store, template_version: 1.0.0 }
imports: [ { file: a/types.yaml, namespace_prefix: p }, other: { file: b/types.yaml, namespace_prefix: q } ]
topology_template:
  node_templates:
    one: { type: 'p:my.Store', properties: { x: 1 } }
    two: { type: 'q:my.Store', properties: { y: 2 } }
    three: { type: 'p:deep:my.Inner', properties: { z: 3 } }
`,
      'a/types.yaml': typed('my.Store', 'x', 'imports: [ { file: inner.yaml, namespace_prefix: deep } ]\n'),
      'a/inner.yaml': typed('my.Inner', 'z'),
      'b/types.yaml': typed('my.Store', 'y'),
    });
    expect(await judged(text)).toEqual([]);
    const bound = bindTemplate(text, { inputs: {}, name: 'x' });
    expect(await judged(bound)).toEqual([]);
    expect(load(bound)).toMatchObject({
      node_types: { 'my.Store': {}, 'q:my.Store': {}, 'my.Inner': {} },
      topology_template: { node_templates: { one: { type: 'my.Store' }, three: { type: 'my.Inner' } } },
    });
  });

  it('reaches the Infrastructure Manager as one template', async () => {
    const bound = bindTemplate(compressed(whole), { inputs: { size: '2 GB' }, name: 'x' });
    expect(load(bound)).toMatchObject({ node_types: { 'my.Store': {} }, metadata: { infra_name: 'x' } });
    expect((await topologyOf(bound)).nodes).toMatchObject([{ properties: { size: '2 GB' } }]);
  });

  it('names the file in which a problem is', async () => {
    const files = { ...whole, 'types/store.yaml': types.replace('properties', 'propertes') };
    const { problems } = await processTemplate(zip(files), { inputs: {}, imports: noImports });
    expect(problems.map(({ file, code, severity }) => [file, code, severity])).toEqual([
      ['template', 'property-unknown', 'error'],
      ['types/store.yaml', 'keyname-unknown', 'warning'],
    ]);
  });

  it('imports nothing from outside itself by a path', async () => {
    const files = {
      ...whole,
      'definitions/main.yaml': template.replace('../types/store.yaml', '../../../etc/store.yaml'),
    };
    expect(await errorsOf(zip(files))).toEqual(['import-failed@3']);
  });

  it('has the separators of Windows, as older tools there write them', async () => {
    const files = Object.entries(whole).map(([path, text]) => [path.replaceAll('/', '\\'), text]);
    expect(await topologyOf(zip({ ...Object.fromEntries(files), 'empty\\': '' }))).toEqual(
      await topologyOf(zip(whole)),
    );
  });

  it.each(['../types/other.yaml', '../../other.yaml', '/other.yaml', 'a\\b.yaml'])(
    'does not import %s, which only the machine has that checks it',
    async (path) => {
      const files = { ...whole, 'definitions/main.yaml': template.replace('../types/store.yaml', `'${path}'`) };
      const { problems } = await processTemplate(zip(files), { inputs: {}, imports: { read: async () => types } });
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([
        expect.objectContaining({ message: expect.stringMatching(/could not be read: the archive has no such file$/) }),
      ]);
    },
  );

  it('is not mistaken for a template, nor a template for it', async () => {
    expect(await errorsOf('UEsDBnot-an-archive')).toEqual(['csar-invalid@1']);
    expect(await errorsOf(`${'QUFB'.repeat(200)}`)).toEqual(['template-not-mapping@1']);
  });
});

describe('TOSCA.meta', () => {
  const withMeta = (text: string): string => zip({ ...whole, [metaPath]: text });

  it.each([
    [
      '1.0',
      'TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.0\nCreated-By: us\nEntry-Definitions: definitions/main.yaml\n',
    ],
    ['1.1', meta],
    ['2.0, without the version of the file', 'CSAR-Version: 2.0\nEntry-Definitions: definitions/main.yaml\n'],
    ['Windows', meta.replaceAll('\n', '\r\n')],
    ['an editor that marks the byte order', `\uFEFF${meta}`],
    ['a path from the root', meta.replace('definitions/', '/definitions/')],
    ['lines that go on', meta.replace(': definitions', ':\n  definitions')],
    ['blocks for other files', `${meta}\nName: types/store.yaml\nCSAR-Version: 9.9\nEntry-Definitions: other.yaml\n`],
    ['keynames of its own', `${meta}ETSI-Entry-Manifest: m.mf\n`],
    ['other definitions', `${meta}Other-Definitions: types/store.yaml "definitions/main.yaml"\n`],
  ])('is read as of %s', async (_, text) => {
    expect(await judged(withMeta(text))).toEqual([]);
  });

  it.each([
    [
      'a version nobody knows',
      meta.replace('CSAR-Version: 1.1', 'CSAR-Version: 3.0'),
      /:2 CSAR-Version "3\.0" is not known/,
    ],
    ['no version', meta.replace('CSAR-Version: 1.1\n', ''), /:1 CSAR-Version is missing/],
    ['a keyname twice', `${meta}Created-By: them\n`, /:5 Created-By is given twice/],
    ['a line that is none', `${meta}what is this\n`, /:5 a line must be a keyname/],
    ['definitions it has not', `${meta}Other-Definitions: a.yaml\n`, /:5 "a\.yaml" of Other-Definitions is not in/],
  ])('may have %s, which is told', async (_, text, message) => {
    const found = await judged(withMeta(text));
    expect(found).toEqual([expect.stringMatching(message)]);
    expect(found[0]).toMatch(/^warning csar-meta TOSCA-Metadata\/TOSCA\.meta/);
  });

  it('may lie at the root, but not in both places', async () => {
    const { [metaPath]: _, ...files } = whole;
    expect(await judged(zip({ ...files, 'TOSCA.meta': meta }))).toEqual([]);
    expect(await judged(zip({ ...whole, 'TOSCA.meta': meta }))).toEqual([expect.stringContaining('it has both')]);
  });

  it.each(['tosca-metadata/tosca.meta', 'TOSCA-Metadata/Tosca.meta', 'tosca.meta'])(
    'is not read as %s, and that is said',
    async (path) => {
      const { [metaPath]: _, ...files } = whole;
      expect(await judged(zip({ ...files, [path]: meta }))).toEqual([
        expect.stringContaining(`"${path}" is not read: it is written TOSCA-Metadata/TOSCA.meta or TOSCA.meta`),
      ]);
    },
  );

  it('must name an entry that there is, or leave it to the root', async () => {
    expect(await judged(withMeta(meta.replace('main', 'nain')))).toEqual([
      expect.stringContaining('"definitions/nain.yaml", which is not in it (did you mean "definitions/main.yaml"?)'),
    ]);
    expect(await judged(withMeta('CSAR-Version: 2.0\n'))).toEqual([expect.stringContaining('it has 0')]);
    const rooted = { 'main.yaml': template.replace('../types', 'types'), 'types/store.yaml': types };
    expect(await judged(zip({ ...rooted, [metaPath]: 'CSAR-Version: 2.0\n' }))).toEqual([]);
  });
});

describe('files of an archive', () => {
  const artifacts = (lines: string): string =>
    zip({
      'main.yaml': `${version}metadata: { template_name: x, template_version: 1.0.0 }
topology_template:
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
${lines}
`,
      'scripts/create.sh': '',
      'image.img': '',
    });

  it.each([
    ['an artifact', 'artifacts: { image: { type: tosca.artifacts.File, file: image.img } }'],
    ['an artifact in short', 'artifacts: { image: image.img }'],
    ['an address', 'artifacts: { image: "https://example.org/x.img" }'],
    [
      'what a repository has',
      'artifacts: { image: { type: tosca.artifacts.File, file: x/y.img, repository: docker_hub } }',
    ],
    [
      'an operation',
      'interfaces: { Standard: { create: scripts/create.sh, configure: { implementation: { primary: ./scripts/create.sh, dependencies: [ image.img ] } } } }',
    ],
    [
      'an operation below the key of 1.3',
      'interfaces: { Standard: { type: tosca.interfaces.node.lifecycle.Standard, operations: { create: scripts/create.sh } } }',
    ],
    ['an artifact by its name', 'artifacts: { x.sh: image.img }\n      interfaces: { Standard: { create: x.sh } }'],
  ])('are there: %s', async (_, line) => {
    expect((await judged(artifacts(`      ${line}`))).filter((found) => found.includes('csar'))).toEqual([]);
  });

  it.each([
    ['an artifact', 'artifacts: { image: { type: tosca.artifacts.File, file: imag.img } }', 'imag.img'],
    ['an operation', 'interfaces: { Standard: { create: { implementation: create.sh } } }', 'create.sh'],
    ['an operation of 1.3', 'interfaces: { Standard: { operations: { create: create.sh } } }', 'create.sh'],
    [
      'a dependency',
      'interfaces: { Standard: { create: { implementation: { primary: scripts/create.sh, dependencies: [ b.tgz ] } } } }',
      'b.tgz',
    ],
  ])('that are not there are told: %s', async (_, line, path) => {
    const found = await judged(artifacts(`      ${line}`));
    expect(found.filter((each) => each.includes('csar'))).toEqual([
      `warning csar-file template:7 the file "${path}" is not there, neither beside the template nor in its archive`,
    ]);
  });
});
