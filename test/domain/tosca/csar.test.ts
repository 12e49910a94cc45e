import { crc32, deflateRawSync } from 'node:zlib';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../../src/domain/tosca/bind.ts';
import { processTemplate } from '../../../src/domain/tosca/process.ts';
import { errorsOf, noImports, topologyOf } from './fixtures.ts';

interface Options {
  /** what the directory claims a file's size to be */
  readonly claim?: number;
}

/** A zip as base64, written here byte by byte so that it can lie. */
function csar(files: Readonly<Record<string, string>>, { claim }: Options = {}): string {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(text), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(claim ?? Buffer.byteLength(text), 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]).toString('base64');
}

const version = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';
const template = `${version}imports: [ ../types/store.yaml ]
topology_template:
  inputs: { size: { type: string, default: 1 GB } }
  node_templates: { store: { type: my.Store, properties: { size: { get_input: size } } } }
`;
const types = `${version}node_types: { my.Store: { derived_from: tosca.nodes.Root, properties: { size: { type: scalar-unit.size } } } }\n`;
const whole = {
  'TOSCA-Metadata/TOSCA.meta':
    'TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nEntry-Definitions: definitions/main.yaml\n',
  'definitions/main.yaml': template,
  'types/store.yaml': types,
};

describe('a CSAR', () => {
  it('is processed from the entry that its TOSCA.meta names, with its own files for imports', async () => {
    const { nodes } = await topologyOf(csar(whole));
    expect(nodes).toMatchObject([{ name: 'store', type: 'my.Store', properties: { size: '1 GB' } }]);
  });

  it('needs no TOSCA.meta when one YAML file lies at its root', async () => {
    const files = { 'main.yml': template.replace('../types', 'types'), 'types/store.yaml': types };
    expect((await topologyOf(csar(files))).nodes).toHaveLength(1);
    expect(await errorsOf(csar({ ...files, 'other.yaml': types }))).toEqual(['csar-invalid@1']);
  });

  it('reaches the Infrastructure Manager as one template', async () => {
    const bound = bindTemplate(csar(whole), { inputs: { size: '2 GB' }, name: 'x' });
    expect(load(bound)).toMatchObject({ node_types: { 'my.Store': {} }, metadata: { infra_name: 'x' } });
    expect((await topologyOf(bound)).nodes).toMatchObject([{ properties: { size: '2 GB' } }]);
  });

  it('names the file in which a problem is', async () => {
    const files = { ...whole, 'types/store.yaml': types.replace('properties', 'propertes') };
    const { problems } = await processTemplate(csar(files), { inputs: {}, imports: noImports });
    expect(problems.map(({ file, code, severity }) => [file, code, severity])).toEqual([
      ['template', 'property-unknown', 'error'],
      ['types/store.yaml', 'keyname-unknown', 'warning'],
    ]);
  });

  it.each([
    ['leads out of itself', csar({ ...whole, '../evil.yaml': 'x' }), 'csar-invalid@1'],
    ['has an absolute path', csar({ ...whole, '/etc/passwd': 'x' }), 'csar-invalid@1'],
    ['names an entry it does not have', csar({ 'TOSCA.meta': 'Entry-Definitions: a.yaml\n' }), 'csar-invalid@1'],
    ['is cut off', csar(whole).slice(0, 400), 'csar-invalid@1'],
    ['is not base64', `${csar(whole)}!`, 'csar-invalid@1'],
    ['holds more than it says', csar({ 'a.yaml': 'x'.repeat(1_000_000) }, { claim: 10 }), 'csar-limit@1'],
    ['is a bomb', csar({ 'a.yaml': 'x'.repeat(30_000_000) }), 'csar-limit@1'],
    [
      'has too many files',
      csar(Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`f${index}`, '']))),
      'csar-limit@1',
    ],
  ])('is refused when it %s', async (_, text, expected) => {
    expect(await errorsOf(text)).toEqual([expected]);
  });
});
