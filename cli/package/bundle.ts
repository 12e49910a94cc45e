/** The command line as one file: what every command needs as it is, and the rest packed. */

import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import packageFile from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');

/** Both parts must have this class in common, since `instanceof` compares identities. */
const shared = join(root, 'cli/cli-error.ts');

const bundled = async (options: BuildOptions): Promise<string> => {
  const { outputFiles = [] } = await build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    // it keeps a lazy import lazy, and with it what the imported file takes from Node
    format: 'cjs',
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
    plugins: [onlyVersion, ...(options.plugins ?? [])],
    write: false,
  });
  return lazyNode(outputFiles.map(({ text }) => text).join(''));
};

/** Of package.json nothing else is needed. */
const onlyVersion: Plugin = {
  name: 'only the version',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/package\.json$/ }, () => ({
      contents: `export default ${JSON.stringify({ version: packageFile.version })}`,
      loader: 'js',
    })),
};

/** Loads a module of Node when something of it is used first: `--help` uses hardly any. */
const lazyNode = (code: string): string =>
  `const lazily=(name)=>new Proxy({},{get:(_,member)=>require(name)[member]});\n${code.replaceAll(/(?<==)require(?=\("node:)/g, 'lazily')}`;

/** Calls `found` for each dynamic import of something that is not a part of Node. */
const dynamicImports = (found: (module: string) => { path: string; namespace?: string; external?: true }): Plugin => ({
  name: 'dynamic imports',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /./ }, async ({ path, kind, resolveDir }) => {
      if (kind !== 'dynamic-import' || path.startsWith('node:')) return undefined;
      return found((await resolve(path, { kind: 'require-call', resolveDir })).path);
    }),
});

const entryPoints = [join(root, 'cli/main.ts')];

/** The modules that commands import when they need them: the checker, the login, the YAML of inputs. */
const lazyModules = async (): Promise<readonly string[]> => {
  const modules = new Set<string>();
  const noting = dynamicImports((module) => {
    modules.add(module);
    return { path: module, external: true };
  });
  await bundled({ entryPoints, plugins: [noting] });
  return [...modules].toSorted();
};

/** One program that has these modules, compressed; each is run when it is asked for. */
const packed = async (modules: readonly string[]): Promise<string> => {
  const entries = modules.map((module) => `${JSON.stringify(module)}: () => require(${JSON.stringify(module)})`);
  const sharing: Plugin = {
    name: 'sharing',
    setup: ({ onResolve }) =>
      onResolve({ filter: /cli-error\.ts$/ }, () => ({ path: 'toscanini:shared', external: true })),
  };
  const stdin = { contents: `module.exports = { ${entries.join(', ')} };`, resolveDir: root };
  return brotliCompressSync(await bundled({ stdin, plugins: [sharing] })).toString('base64');
};

/** Reads the packed program at the first import of something in it. */
const unpacking = (text: string): string => `
  import * as shared from ${JSON.stringify(shared)};
  import { brotliDecompressSync } from 'node:zlib';
  import { compileFunction } from 'node:vm';
  let modules;
  const unpacked = () => {
    const code = brotliDecompressSync(Buffer.from('${text}', 'base64')).toString();
    const module = { exports: {} };
    const load = (name) => (name === 'toscanini:shared' ? shared : require(name));
    compileFunction(code, ['require', 'module', 'exports'])(load, module, module.exports);
    return module.exports;
  };
  export const part = (name) => (modules ??= unpacked())[name]();`;

/**
 * The whole program. What only a dynamic import loads is compressed within it, so that Node reads no code which a simple
 * command does not run.
 */
export const commandLine = async (): Promise<string> => {
  const text = await packed(await lazyModules());
  const lazy = dynamicImports((module) => ({ path: module, namespace: 'packed' }));
  const unpack: Plugin = {
    name: 'unpack',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^the packed part$/ }, () => ({ path: 'the packed part', namespace: 'part' }));
      onLoad({ filter: /./, namespace: 'part' }, () => ({ contents: unpacking(text), resolveDir: root }));
      onLoad({ filter: /./, namespace: 'packed' }, ({ path }) => ({
        contents: `const { part } = require('the packed part'); module.exports = part(${JSON.stringify(path)});`,
        resolveDir: root,
      }));
    },
  };
  return bundled({ entryPoints, plugins: [lazy, unpack] });
};
