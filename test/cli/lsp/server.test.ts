import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../cli/outcome.ts';
import { Editor } from './client.ts';

const folder = mkdtempSync(join(tmpdir(), 'toscanini-lsp-'));
const uri = pathToFileURL(join(folder, 'web.yaml')).href;
const editor = new Editor(folder);

const types = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Web:
    derived_from: tosca.nodes.SoftwareComponent
    description: Serves pages.
    properties:
      port: { type: integer, description: Where it listens. }
      mode: { type: string, default: fast, constraints: [{ valid_values: [fast, safe] }] }
`;

/** `‸` is the cursor. */
const opened = async (text: string) => {
  const before = text.slice(0, text.indexOf('‸')).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const problems = await editor.open(uri, text.replace('‸', ''));
  return { position, problems };
};

const template = (body: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [types.yaml]
topology_template:
  inputs:
    workers: { type: integer, description: How many. }
  node_templates:
    vm:
      type: tosca.nodes.Compute
${body}`;

const labelsAt = async (body: string): Promise<readonly string[]> => {
  const { position } = await opened(template(body));
  const found = await editor.completions(uri, position);
  await editor.close(uri);
  return found.toSorted((a, b) => (a.sortText ?? '').localeCompare(b.sortText ?? '')).map(({ label }) => label);
};

beforeAll(async () => {
  writeFileSync(join(folder, 'types.yaml'), types);
  await editor.start();
});
afterAll(async () => {
  await editor.kill();
  rmSync(folder, { recursive: true });
});

const web = (more: string): string => `    web:\n      type: my.Web\n${more}`;

describe('the language server', () => {
  it.each<[string, string, readonly string[]]>([
    ['types', '    web:\n      type: my.‸', ['my.Web', 'tosca.nodes.Compute']],
    ['properties, those that are missing first', web('      properties:\n        ‸'), ['port', 'mode']],
    ['properties of a map in one line', web('      properties: { port: 1, ‸ }'), ['mode']],
    ['values', web('      properties:\n        mode: ‸'), ['fast', 'safe', 'get_input']],
    ['functions below a key', web('      properties:\n        port:\n          get‸'), ['get_input', 'get_attribute']],
    ['inputs', web('      properties:\n        port: { get_input: ‸ }'), ['workers']],
    ['nodes of a call', web('      properties:\n        port: { get_attribute: [‸'), ['SELF', 'vm']],
    [
      'what a node of a call has',
      web('      properties:\n        port: { get_attribute: [ vm, ‸ ] }'),
      ['private_address'],
    ],
    ['capabilities', '      capabilities:\n        ‸', ['host', 'endpoint', 'os']],
    [
      'properties of capabilities',
      '      capabilities:\n        host:\n          properties:\n            num‸',
      ['num_cpus'],
    ],
    ['requirements', web('      requirements:\n        ‸'), ['host']],
    ['requirements behind a dash', web('      requirements:\n        - ‸'), ['host']],
    ['a requirement that is begun', web('      requirements:\n        - h‸'), ['host']],
    ['targets that offer what is needed first', web('      requirements:\n        - host: ‸'), ['vm']],
    ['keynames', web('      ‸'), ['properties', 'requirements', 'artifacts']],
    ['operations', web('      interfaces:\n        Standard:\n          ‸'), ['create', 'configure']],
    ['keynames of the template', '  ‸', ['outputs', 'policies']],
  ])('completes %s', async (_, body, expected) => {
    const labels = await labelsAt(body);
    for (const label of expected) expect(labels).toContain(label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('puts first what is probably meant, and leaves out what is there', async () => {
    expect((await labelsAt(web('      properties:\n        ‸')))[0]).toBe('port');
    expect((await labelsAt(web('      requirements:\n        - host: ‸')))[0]).toBe('vm');
    expect(await labelsAt(web('      properties:\n        port: 1\n        ‸'))).not.toContain('port');
  });

  it.each([
    ['a type of an import', web('').replace('my.Web', 'my.W‸eb'), 'Serves pages.'],
    ['a type of the standard', '    b: { type: tosca.nodes.Data‸base }', 'capabilities'],
    ['a property', web('      properties:\n        po‸rt: 1'), 'Where it listens.'],
    ['an input', web('      properties:\n        port: { get_input: work‸ers }'), 'How many.'],
    ['a capability', '      capabilities: { ho‸st: { properties: {} } }', 'num_cpus'],
    ['a requirement', web('      requirements: [ { ho‸st: vm } ]'), 'tosca.nodes.Compute'],
  ])('shows the documentation of %s', async (_, body, words) => {
    const { position } = await opened(template(body));
    expect(JSON.stringify(await editor.hover(uri, position)).toLowerCase()).toContain(words.toLowerCase());
    await editor.close(uri);
  });

  it.each<[string, string, string, number]>([
    ['a type in an import', web('').replace('my.Web', 'my.W‸eb'), 'types.yaml', 2],
    ['a property in an import', web('      properties:\n        po‸rt: 1'), 'types.yaml', 6],
    ['an input', web('      properties:\n        port: { get_input: work‸ers }'), 'web.yaml', 4],
    ['a node', web('      requirements:\n        - host: v‸m'), 'web.yaml', 6],
  ])('goes to the definition of %s', async (_, body, file, line) => {
    const { position } = await opened(template(body));
    const found = await editor.definition(uri, position);
    expect(found?.uri).toBe(pathToFileURL(join(folder, file)).href);
    expect(found?.range.start.line).toBe(line);
    await editor.close(uri);
  });

  it('shows the text of a built-in type', async () => {
    const { position } = await opened(template('    b: { type: tosca.nodes.Data‸base }'));
    const found = await editor.definition(uri, position);
    const file = fileURLToPath(found?.uri ?? '');
    const line = readFileSync(file, 'utf8').split('\n')[found?.range.start.line ?? 0];
    expect(line).toBe('  tosca.nodes.Database:');
    // nobody else can write there
    expect(file.startsWith(join(folder, '.cache/toscanini'))).toBe(true);
    await editor.close(uri);
  });

  it('reports problems at every key, where they are, and mends them', async () => {
    const text = template(web('      propertys: { port: 1 }\n    other:\n      type: my.Web\n'));
    const { problems } = await opened(`${text}‸`);
    const lines = text.split('\n');
    const [misspelt, missing] = [
      problems.find(({ code }) => code === 'keyname-unknown'),
      problems.find(({ code }) => code === 'property-missing'),
    ];
    const shown =
      misspelt && lines[misspelt.range.start.line]?.slice(misspelt.range.start.character, misspelt.range.end.character);
    expect(shown).toBe('propertys');
    const edits = async (problem: typeof misspelt) =>
      ((problem && (await editor.actions(uri, problem.range))) ?? []).flatMap((action) =>
        'edit' in action ? (action.edit?.changes?.[uri] ?? []) : [],
      );
    expect(await edits(misspelt)).toMatchObject([{ newText: 'properties' }]);
    expect(await edits(problems.findLast(({ code }) => code === 'property-missing'))).toMatchObject([
      { newText: '\n      properties:\n        port: 0' },
    ]);
    expect(missing).toBeDefined();
    const range = misspelt?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const after = await editor.type(uri, 2, range, 'properties');
    expect(after.map(({ code }) => code)).not.toContain('keyname-unknown');
    // a text that is no YAML any more keeps what was known of it
    const half = await editor.type(uri, 3, { start: { line: 9, character: 0 }, end: { line: 9, character: 0 } }, '  "');
    expect(half.map(({ code }) => code)).toContain('yaml-syntax');
    await editor.close(uri);
  });

  it('outlines and formats', async () => {
    const text = template(web('      properties:\n            port: 1\n'));
    await opened(`${text}‸`);
    const symbols = await editor.symbols(uri);
    const names = JSON.stringify(symbols).match(/"name":"[^"]+"/g);
    expect(names).toEqual(
      ['imports', 'topology_template', 'inputs', 'workers', 'node_templates', 'vm', 'web'].map(
        (name) => `"name":"${name}"`,
      ),
    );
    const [edit] = (await editor.format(uri)) ?? [];
    expect(edit?.newText).toBe(text.replace('            port', '        port'));
    await editor.close(uri);
  });

  it.each([
    ['brackets', '['.repeat(20_000)],
    ['maps', 'a: {'.repeat(20_000)],
    ['sections', Array.from({ length: 500 }, (_, at) => `${' '.repeat(at)}topology_template:\n`).join('')],
  ])('answers about %s within each other', async (_, text) => {
    expect(await editor.open(uri, text)).not.toEqual([]);
    const end = { line: text.split('\n').length - 1, character: 5 };
    expect(await editor.hover(uri, end)).toBeNull();
    expect(await editor.symbols(uri)).not.toBeNull();
    expect(await editor.completions(uri, end)).toBeInstanceOf(Array);
    await editor.close(uri);
  });

  it('checks again what imports a file that has changed', async () => {
    const { problems } = await opened(template(web('      properties: { port: 1, path: / }\n‸')));
    expect(problems.map(({ code }) => code)).toContain('property-unknown');
    const again = editor.problems(uri, 1);
    writeFileSync(join(folder, 'types.yaml'), types.replace('port:', 'path: { type: string }\n      port:'));
    await editor.changedFile(pathToFileURL(join(folder, 'types.yaml')).href);
    expect((await again).map(({ code }) => code)).not.toContain('property-unknown');
    writeFileSync(join(folder, 'types.yaml'), types);
    await editor.close(uri);
  });

  it('ends when it is told to, and only then with success', async () => {
    const [another, interrupted] = [new Editor(folder), new Editor(folder)];
    await Promise.all([another.start(), interrupted.start()]);
    expect(await another.stop()).toBe(exitCodes.done);
    expect(await interrupted.kill()).toBe(exitCodes.interrupted);
    expect(interrupted.complaints).toBe('');
  });
});
