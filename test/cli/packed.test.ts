import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asSubmitted } from '../../cli/check/files.ts';
import { withLocalImports } from '../../cli/check/packed.ts';
import { readTemplate } from '../../cli/template.ts';
import { validateTemplate } from '../../src/tosca/process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toscanini-packed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const template = (imports: readonly string[], type: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [${imports.join(', ')}]
topology_template: { node_templates: { server: { type: ${type} } } }
`;
const types = (imports: readonly string[], name: string, parent: string): string =>
  `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [${imports.join(', ')}]
node_types: { ${name}: { derived_from: ${parent} } }
`;

const written = (path: string, text: string): string => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return join(folder, path);
};

/** What the service sees: it has no file but those that are sent. */
const nodesAtService = async (sent: string) => {
  const { ok, problems, topology } = await validateTemplate(sent, {
    read: async (address) => Promise.reject(new Error(`${address} is not in the archive`)),
  });
  return { ok, problems, nodes: topology?.nodes.map(({ name, type }) => `${name}: ${type}`) };
};

describe('a template that imports files of this machine', () => {
  it.each([
    ['beside it', 'app.yaml', 'types.yaml'],
    ['below it', 'app.yaml', 'lib/deep/types.yaml'],
    ['above it', 'apps/web/app.yaml', '../../types.yaml'],
    ['beside its folder', 'apps/web/app.yaml', '../lib/types.yaml'],
    ['with a long path', 'app.yaml', `${'long-folder-name/'.repeat(9)}types.yaml`],
  ])('is sent with them when they are %s', async (_, app, imported) => {
    const beside = imported.split('/').slice(0, -1).join('/');
    written(join(dirname(app), imported), types(['more.yaml'], 'my.Server', 'my.Base'));
    written(join(dirname(app), beside, 'more.yaml'), types([], 'my.Base', 'tosca.nodes.Compute'));
    const file = written(app, template([imported], 'my.Server'));
    const nothing = { catalogEntry: async () => Promise.reject(new Error('not asked')) };
    const sent = await readTemplate({ readInput: async () => Buffer.of() }, nothing, file);
    expect(await nodesAtService(sent)).toEqual({ ok: true, problems: [], nodes: ['server: my.Server'] });
  });

  it('is the same archive each time', async () => {
    written('types.yaml', types([], 'my.Server', 'tosca.nodes.Compute'));
    const text = template(['types.yaml'], 'my.Server');
    const file = written('app.yaml', text);
    expect(await withLocalImports(file, text)).toBe(await withLocalImports(file, text));
  });

  it.each([
    ['imports addresses', ['https://example.org/types.yaml']],
    ['imports a file that is not there', ['none.yaml']],
    ['imports nothing', []],
  ])('stays as it is when it %s', async (_, imports) => {
    const text = template(imports, 'tosca.nodes.Compute');
    expect(await withLocalImports(written('app.yaml', text), text)).toBe(text);
  });

  it('says which path is too long for an archive', async () => {
    const imported = `${'a'.repeat(101)}.yaml`;
    written(imported, types([], 'my.Server', 'tosca.nodes.Compute'));
    const text = template([imported], 'my.Server');
    await expect(withLocalImports(written('app.yaml', text), text)).rejects.toThrow(
      `the path ${imported} is too long for an archive`,
    );
  });
});

describe('the encoding of a template', () => {
  const text = 'description: größe 日本\n';

  it('may be UTF-8 or UTF-16', () => {
    const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const big = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]);
    expect([Buffer.from(text), little, big].map(asSubmitted)).toEqual([text, text, text]);
    // a template may have the character that stands for what cannot be read
    expect(asSubmitted(Buffer.from('a: \ufffd'))).toBe('a: \ufffd');
  });

  it('that is another one is refused, and not read with characters missing', () => {
    expect(() => asSubmitted(Buffer.from('a: 1\nb: größe', 'latin1'))).toThrow(
      'it is not UTF-8 from line 2 on: save it as UTF-8',
    );
  });
});
