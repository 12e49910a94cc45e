import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asSubmitted } from '../../cli/check/files.ts';
import { withLocalFiles } from '../../cli/check/packed.ts';
import { CliError } from '../../cli/cli-error.ts';
import { readTemplate } from '../../cli/template.ts';
import { type Archive, openArchive } from '../../src/tosca/csar/archive.ts';
import { limits } from '../../src/tosca/limits.ts';
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

  it('is sent with the templates that it extends, their own parents and what these name', async () => {
    const extending = (parents: string, nodes: string): string => `tosca_definitions_version: tosca_simple_yaml_1_0
metadata: { parents: [ ${parents} ] }
topology_template: { node_templates: { ${nodes} } }
`;
    written('base/set-up.yml', '[]');
    const steps = '{ Standard: { create: set-up.yml } }';
    written('base/server.yaml', template([], `tosca.nodes.Compute, interfaces: ${steps}`).replace('1_3', '1_0'));
    written('middle.yaml', extending('base/server.yaml', 'app: { type: tosca.nodes.SoftwareComponent }'));
    const file = written('addon.yaml', extending('middle.yaml', 'more: { type: tosca.nodes.SoftwareComponent }'));
    const nothing = { catalogEntry: async () => Promise.reject(new Error('not asked')) };
    const sent = await readTemplate({ readInput: async () => Buffer.of() }, nothing, file);
    const { ok, nodes } = await nodesAtService(sent);
    expect({ ok, nodes: nodes?.toSorted() }).toEqual({
      ok: true,
      nodes: [
        'app: tosca.nodes.SoftwareComponent',
        'more: tosca.nodes.SoftwareComponent',
        'server: tosca.nodes.Compute',
      ],
    });
    expect((await openArchive(sent))?.read('base/set-up.yml')).toBe('[]');
  });

  it('is the same archive each time', async () => {
    written('types.yaml', types([], 'my.Server', 'tosca.nodes.Compute'));
    const text = template(['types.yaml'], 'my.Server');
    const file = written('app.yaml', text);
    expect(await withLocalFiles(file, text)).toBe(await withLocalFiles(file, text));
  });

  it.each([
    ['imports addresses', ['https://example.org/types.yaml']],
    ['imports a file that is not there', ['none.yaml']],
    ['imports nothing', []],
  ])('stays as it is when it %s', async (_, imports) => {
    const text = template(imports, 'tosca.nodes.Compute');
    expect(await withLocalFiles(written('app.yaml', text), text)).toBe(text);
  });

  it.each([
    ['of letters that need several bytes', `${'项目'.repeat(3)}/${'子目录'.repeat(8)}/${'类型定义'.repeat(4)}.yaml`],
    ['whose last part is longer than a field of a header', `${'a'.repeat(101)}.yaml`],
    ['that is longer than both fields of a header', `${'folder/'.repeat(50)}types.yaml`],
  ])('takes a long path %s', async (_, imported) => {
    expect(Buffer.byteLength(imported)).toBeGreaterThan(100);
    written(imported, types([], 'my.Server', 'tosca.nodes.Compute'));
    const text = template([imported], 'my.Server');
    const sent = await withLocalFiles(written('app.yaml', text), text);
    expect(await nodesAtService(sent)).toMatchObject({ ok: true, nodes: ['server: my.Server'] });
  });
});

describe('a template whose operations and artifacts name files', () => {
  const naming = (...files: readonly string[]): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute }
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [ { host: server } ]
      artifacts: { data: { file: data/seed.bin, type: tosca.artifacts.File } }
      interfaces:
        Standard:
${files.map((file, index) => `          ${['create', 'configure', 'start'][index]}: { implementation: '${file}' }`).join('\n')}
`;
  const sentWith = async (...files: readonly string[]): Promise<Archive> => {
    const text = naming(...files);
    return openArchive(await withLocalFiles(written('apps/app.yaml', text), text));
  };

  it('is sent with them, byte by byte', async () => {
    written('apps/install.sh', 'echo installed\n');
    mkdirSync(join(folder, 'apps/data'));
    writeFileSync(join(folder, 'apps/data/seed.bin'), Buffer.from([0, 255, 254, 10]));
    const text = naming('install.sh');
    const sent = await withLocalFiles(written('apps/app.yaml', text), text);
    expect(openArchive(sent).read('install.sh')).toBe('echo installed\n');
    expect(gunzipSync(Buffer.from(sent, 'base64')).includes(Buffer.from([0, 255, 254, 10]))).toBe(true);
    expect((await nodesAtService(sent)).problems).toEqual([]);
  });

  it('takes no file from above its folder along, nor one that only a link leads to', async () => {
    written('keys.sh', 'secret');
    written('apps/install.sh', 'echo');
    symlinkSync('../keys.sh', join(folder, 'apps/link.sh'));
    const sent = await sentWith('install.sh', '../keys.sh', 'link.sh');
    expect([sent.has('install.sh'), sent.has('keys.sh'), sent.has('../keys.sh'), sent.has('link.sh')]).toEqual([
      ...[true, false, false, false],
    ]);
  });

  it('takes no pipe and no folder along, and does not wait for one', async () => {
    written('apps/install.sh', 'echo');
    mkdirSync(join(folder, 'apps/folder.sh'));
    execFileSync('mkfifo', [join(folder, 'apps/pipe.sh')]);
    const sent = await sentWith('install.sh', 'folder.sh', 'pipe.sh');
    expect([sent.has('install.sh'), sent.has('folder.sh'), sent.has('pipe.sh')]).toEqual([true, false, false]);
  });

  it('is refused with one that is larger than an archive may be, before all of it is read', async () => {
    truncateSync(written('apps/install.sh', 'echo'), limits.archiveBytes + 1);
    await expect(sentWith('install.sh')).rejects.toThrow(CliError);
  });

  it('finds those that an imported type names, beside that type', async () => {
    const type = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    interfaces: { Standard: { type: tosca.interfaces.node.lifecycle.Standard, operations: { create: scripts/install.sh } } }
`;
    written('lib/types.yaml', type);
    written('lib/scripts/install.sh', 'echo from the type\n');
    const text = template(['lib/types.yaml'], 'my.App');
    const sent = openArchive(await withLocalFiles(written('app.yaml', text), text));
    expect(sent.read('lib/scripts/install.sh')).toBe('echo from the type\n');
  });

  it('finds one that an imported type names from the root of the archive', async () => {
    written(
      'lib/types.yaml',
      `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.App: { derived_from: tosca.nodes.SoftwareComponent, interfaces: { Standard: { create: /scripts/install.sh } } }
`,
    );
    written('scripts/install.sh', 'echo from the root\n');
    const text = template(['lib/types.yaml'], 'my.App');
    const sent = await withLocalFiles(written('app.yaml', text), text);
    expect(openArchive(sent).read('/scripts/install.sh')).toBe('echo from the root\n');
    expect((await nodesAtService(sent)).problems.filter(({ code }) => code === 'csar-file')).toEqual([]);
  });

  it('stays as it is when none is there, and when what it names is a folder', async () => {
    mkdirSync(join(folder, 'folder.sh'));
    const text = naming('install.sh', 'folder.sh', 'https://example.org/start.sh');
    expect(await withLocalFiles(written('app.yaml', text), text)).toBe(text);
  });
});

describe('the encoding of a template', () => {
  it('also counts for a file that it imports', async () => {
    const types = join(folder, 'latin.yaml');
    writeFileSync(
      types,
      Buffer.from('tosca_definitions_version: tosca_simple_yaml_1_3\ndescription: grün\n', 'latin1'),
    );
    const text = 'tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [latin.yaml]\n';
    await expect(withLocalFiles(written('importing.yaml', text), text)).rejects.toMatchObject({
      outcome: 'calledWrongly',
      message: 'latin.yaml: it is not UTF-8 from line 2 on: save it as UTF-8',
    });
  });

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
