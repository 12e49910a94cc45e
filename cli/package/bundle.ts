/** The command line as files of CommonJS: what every command needs, and beside it what a command loads when it is called. */

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Metafile, type OutputFile, type Plugin, transform } from 'esbuild';
import packageFile from '../../package.json' with { type: 'json' };
import { caches, entryOf } from './entry.ts';
import { type Part, packed, running } from './packs.ts';

const root = join(import.meta.dirname, '../..');

/** The part that begins. */
const mainPart = 'toscanini.cjs';

/** Of package.json nothing else is needed. */
const onlyVersion: Plugin = {
  name: 'only the version',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/package\.json$/ }, () => ({
      contents: `export default ${JSON.stringify({ version: packageFile.version })}`,
      loader: 'js',
    })),
};

/** Each file of the catalog is a text, which is read when the file is used: most templates use one of eleven. */
const catalogWhenUsed: Plugin = {
  name: 'the catalog when it is used',
  setup: ({ onLoad }) =>
    onLoad({ filter: /catalog\/catalog\.json$/ }, async ({ path }) => {
      const { files, ...others } = JSON.parse(await readFile(path, 'utf8'));
      const texts = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, JSON.stringify(file)]));
      const contents = `const texts = ${JSON.stringify(texts)};
        const files = {};
        for (const name of Object.keys(texts)) {
          let file;
          Object.defineProperty(files, name, { enumerable: true, get: () => (file ??= JSON.parse(texts[name])) });
        }
        export default { ...${JSON.stringify(others)}, files };`;
      return { contents, loader: 'js' };
    }),
};

/** The service has masked logs and templates. What commands mask once more, before a pipeline logs it, are values and no scripts. */
const scriptsAreMasked: Plugin = {
  name: 'rules for scripts and lines of configuration are of the service',
  setup: ({ onLoad }) =>
    onLoad({ filter: /secrets\/(?:fed-passwords|configuration-lines|logins)\.ts$/ }, () => ({
      contents:
        'const same = (text) => text; export { same as fedPasswords, same as configurationLines, same as logins };',
    })),
};

/** Regular expressions that are safe with the patterns of others: a third of the checker's code, and few templates have patterns. */
const expressionsWhenUsed: Plugin = {
  name: 're2js when it is used',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^re2js$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 're2js', namespace: 'used' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'used' }, () => ({
      contents: `const whenUsed = (name) => new Proxy(class {}, { get: (_, member) => {
          const used = require('re2js')[name];
          return member === Symbol.hasInstance ? (value) => value instanceof used : used[member];
        } });
        export const RE2JS = whenUsed('RE2JS');
        export const RE2JSException = whenUsed('RE2JSException');`,
      resolveDir: root,
    }));
  },
};

const bundled = () =>
  build({
    absWorkingDir: root,
    entryPoints: { toscanini: join(root, 'cli/main.ts') },
    outdir: root,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [onlyVersion, catalogWhenUsed, expressionsWhenUsed, scriptsAreMasked],
    format: 'esm',
    splitting: true,
    chunkNames: '[hash]',
    metafile: true,
    write: false,
  });

/** Loads a module of Node when something of it is used first: `--help` uses hardly any. */
const lazyNode = (code: string): string => {
  const lazy = code.replaceAll(/(?<==)require(?=\("node:)/g, 'lazily');
  return lazy === code ? code : `const lazily=(name)=>new Proxy({},{get:(_,member)=>require(name)[member]});\n${lazy}`;
};

/** Node takes longer to load a module of ECMAScript, and esbuild splits nothing else. */
const asCommonJs = async ({ path, text }: OutputFile): Promise<Part> => {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    minify: true,
    // an `import()` would load the same part as another module
    supported: { 'dynamic-import': false },
  });
  return { name: basename(path), code: lazyNode(code.replace(namesForImports, '')) };
};

/** Never runs: it tells `import` of Node which names a file exports, and parts are required. */
const namesForImports = /0&&\(module\.exports=\{[\w$,]*\}\);\s*$/;

export interface CommandLine {
  /** texts by their names */
  readonly files: ReadonlyMap<string, string>;
  /** paths of what they are made of, in the repository */
  readonly sources: readonly string[];
}

/** The file that runs the command line. */
export const entryFile = 'entry.cjs';

/**
 * What several commands need is a part of its own, so that each module is there once. Parts that are loaded together are in one
 * file, since Node takes time for each file. What a command needs alone is a file. `cache`: where compiled code is kept.
 */
export const commandLine = async (cache: keyof typeof caches): Promise<CommandLine> => {
  const { outputFiles = [], metafile } = await bundled();
  const parts = await Promise.all(outputFiles.map(asCommonJs));
  const chosen = packsOf(metafile.outputs);
  const packOf = ({ name }: Part): string => chosen.get(name) ?? name;
  const packs = packed(parts, packOf);
  return {
    files: new Map([[entryFile, entryOf(mainPart, parts, packOf, packs, caches[cache])], ...packs]),
    // what a plugin makes up is no file
    sources: Object.keys(metafile.inputs).filter((input) => !input.startsWith('used:')),
  };
};

/** The same as one text, for an executable. */
export const commandLineInOneFile = async (): Promise<string> => {
  const { outputFiles = [] } = await bundled();
  const packs = packed(await Promise.all(outputFiles.map(asCommonJs)), () => 'all');
  return `'use strict';\nconst all = ${packs.get('all')};\n${running(mainPart, '() => all')}`;
};

/** What is loaded together: for each pack the modules with which it begins. */
const beginnings: { readonly [pack: string]: readonly string[] } = {
  'start.cjs': ['cli/main.ts'],
  'service.cjs': ['cli/app.ts', 'cli/commands/list.ts', 'cli/commands/show.ts', 'cli/commands/up.ts'],
  'checker.cjs': ['cli/check/check-files.ts'],
};

/** The pack of a part: the first in whose modules it is needed. A command itself is in none. */
const packsOf = (outputs: Metafile['outputs']): ReadonlyMap<string, string> => {
  const packs = new Map<string, string>();
  const add = (path: string, pack: string): void => {
    if (packs.has(basename(path))) return;
    packs.set(basename(path), pack);
    for (const { path: needed, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && needed in outputs) add(needed, pack);
  };
  for (const [pack, modules] of Object.entries(beginnings))
    for (const module of modules) {
      const [path] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === module) ?? [];
      if (path === undefined) throw new Error(`${module} is no part: load it by import()`);
      add(path, pack);
    }
  return packs;
};
