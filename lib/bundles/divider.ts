/** Builds functions one after the other, each with what it loads later in files beside it. */

import { join, relative } from 'node:path';
import { type BuildOptions, context, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import type { BuildChanges, Built } from './built.ts';
import { bundling, folderOf, root } from './bundling.ts';
import { leftOut } from './loaded-later.ts';
import type { Sdk } from './sdk.ts';

export interface Divider extends AsyncDisposable {
  /**
   * Builds a function with these sources beside it. The `import()`s of code that it does not use stay left out: esbuild
   * would divide the function for them too, into up to thirty more files.
   */
  readonly divide: (entry: string, later: ReadonlySet<string>) => Promise<Built>;
}

/** How deep the folder of a function is: source maps contain paths relative to it. */
export const depthOf = (entry: string): number => folderOf(entry).split('/').length;

/**
 * For functions whose folders are equally deep. esbuild builds one program again and again, in one folder, so that it parses
 * each source only once. Each time, the program is another function.
 */
export const divider = async (depth: number, sdk: Sdk, options: BuildChanges): Promise<Divider> => {
  const folder = Array(depth).fill('function').join('/');
  const now: Program = { entry: '', later: new Set() };
  const made = await context({ ...optionsIn(folder, [oursOf(now), sdk.plugin]), ...options });
  return {
    divide: async (entry, later) => {
      Object.assign(now, { entry, later } satisfies Program);
      const { outputFiles, metafile } = await made.rebuild();
      return moved(outputFiles, metafile, `cdk.out/${folder}/`, `cdk.out/${folderOf(entry)}/`);
    },
    [Symbol.asyncDispose]: () => made.dispose(),
  };
};

interface Program {
  entry: string;
  later: ReadonlySet<string>;
}

const program = 'program';

const optionsIn = (folder: string, plugins: readonly Plugin[]) => {
  const { plugins: others = [], ...rest } = bundling([]);
  return {
    ...rest,
    entryPoints: [{ in: program, out: `${folder}/index` }],
    splitting: true,
    chunkNames: `${folder}/[name]-[hash]`,
    plugins: [...plugins, ...others],
  } satisfies BuildOptions;
};

/**
 * Finds our own sources. esbuild could find them too, but then it parses them each time: it compares the package.json that
 * says what kind of module they are, and reads that anew in each build.
 */
const oursOf = (now: Program): Plugin => ({
  name: 'ours',
  setup: (plugin) => {
    const [ours, functions] = [join(root, 'src/'), join(root, 'functions/')];
    plugin.onResolve({ filter: /^program$/ }, () => ({ path: join(root, now.entry) }));
    plugin.onResolve({ filter: /^\..*\.(?:ts|json)$/ }, ({ path, kind, importer, resolveDir }) => {
      if (!importer.startsWith(ours) && !importer.startsWith(functions)) return undefined;
      const source = join(resolveDir, path);
      const name = relative(root, source);
      if (kind === 'dynamic-import' && !now.later.has(name)) return leftOut(name);
      return { path: source, sideEffects: false };
    });
  },
});

/** What was built in one folder, as if it had been built in another. */
const moved = (outputFiles: OutputFile[], { inputs, outputs }: Metafile, from: string, to: string): Built => {
  const name = (path: string) => (path.startsWith(from) ? `${to}${path.slice(from.length)}` : path);
  const movedOutputs = Object.entries(outputs).map(([path, { imports, ...output }]) => [
    name(path),
    { ...output, imports: imports.map((one) => ({ ...one, path: name(one.path) })) },
  ]);
  // a copy would decode the text of each
  for (const file of outputFiles) file.path = join(root, name(relative(root, file.path)));
  return { outputFiles, metafile: { inputs, outputs: Object.fromEntries(movedOutputs) } };
};
