import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'toscanini-vscode-'));
const made = join(folder, 'made');
const manifestOf = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** A document as VS Code hands it to extensions. */
const documentOf = (name: string, text: string) => ({
  uri: vscode.Uri.parse(pathToFileURL(join(folder, name)).href),
  fileName: join(folder, name),
  languageId: 'yaml',
  version: 1,
  getText: () => text,
});

/** What the stand-in for VS Code's module, and the extension, have for a test. */
interface Given {
  readonly Uri: { readonly parse: (text: string) => object };
  readonly test: {
    readonly registered: ReadonlyMap<string, unknown>;
    readonly diagnostics: ReadonlyMap<string, unknown>;
    readonly settings: { command?: readonly string[] };
    readonly failures: readonly string[];
    readonly fire: (name: string, value: object) => Promise<unknown>;
    readonly on: (name: string, listener: () => void) => void;
  };
}
let vscode: Given;
let extension: {
  readonly activate: (context: { subscriptions: object[] }) => Promise<void>;
  readonly deactivate: () => Promise<void>;
};

beforeAll(() => {
  execFileSync(process.execPath, ['editors/vscode/build.ts', made], { cwd: root });
  // where the extension finds the module that VS Code gives
  const given = join(made, 'node_modules/vscode');
  mkdirSync(given, { recursive: true });
  copyFileSync(join(import.meta.dirname, 'vscode-module.cjs'), join(given, 'module.cjs'));
  writeFileSync(join(given, 'package.json'), JSON.stringify({ main: 'module.cjs' }));
  const load = createRequire(join(made, 'package.json'));
  [vscode, extension] = [load('vscode'), load('./extension.cjs')];
  vscode.test.settings.command = [process.execPath, join(root, 'cli/main.ts')];
});
afterAll(async () => {
  await extension.deactivate();
  rmSync(folder, { recursive: true });
});

describe('the extension of VS Code', () => {
  it('has the files that its manifest names, and the oldest VS Code that its parts need', () => {
    const { main, contributes, engines, version } = manifestOf(join(made, 'package.json'));
    const [language] = contributes.languages;
    const files = [main, language.configuration, contributes.grammars[0].path, 'README.md', 'LICENSE'];
    expect(files.filter((file) => !existsSync(join(made, file)))).toEqual([]);
    for (const file of files.slice(1, 3)) expect(manifestOf(join(made, file))).toBeInstanceOf(Object);
    expect(contributes.grammars[0].language).toBe(language.id);
    const client = manifestOf(join(root, 'node_modules/vscode-languageclient/package.json'));
    const types = manifestOf(join(root, 'node_modules/@types/vscode/package.json'));
    expect(engines.vscode).toBe(client.engines.vscode);
    expect(engines.vscode).toBe(`^${types.version}`);
    expect(version).toBe(manifestOf(join(root, 'package.json')).version);
  });

  it('runs the server that its setting names, for templates and for no other YAML', async () => {
    const { registered, diagnostics, failures, fire, on } = vscode.test;
    const found = new Promise<void>((resolve) => on('diagnostics', resolve));
    await extension.activate({ subscriptions: [] });
    expect(failures).toEqual([]);
    expect([...registered.keys()]).toEqual(
      expect.arrayContaining([
        ...['registerCompletionItemProvider', 'registerHoverProvider', 'registerDefinitionProvider'],
        ...['registerDocumentSymbolProvider', 'registerCodeActionsProvider', 'registerDocumentFormattingEditProvider'],
      ]),
    );
    const [template, other] = [
      documentOf('web.yaml', 'tosca_definitions_version: tosca_2_0\nsurprise: 1\n'),
      documentOf('values.yaml', 'surprise: 1\n'),
    ];
    // VS Code closes a document whose language changes, and opens it again
    for (const document of [template, other, template]) await fire('onDidOpenTextDocument', document);
    expect([template.languageId, other.languageId]).toEqual(['tosca', 'yaml']);
    await found;
    expect([...diagnostics.keys()]).toEqual([template.uri.toString()]);
    expect(diagnostics.get(template.uri.toString())).toMatchObject([{ code: 'keyname-unknown' }]);
  });

  it('says what to do where there is no command line', async () => {
    const { settings, failures, fire } = vscode.test;
    settings.command = [join(folder, 'nowhere')];
    await fire('onDidChangeConfiguration', { affectsConfiguration: () => true });
    expect(failures.at(-1)).toContain('toscanini.command');
  });
});
