/** Builds functions one after the other, each with what it loads later in files beside it. */

import { join, relative } from 'node:path';
import { type BuildOptions, context, type Metafile, type Plugin } from 'esbuild';
import type { Built } from './built.ts';
import { folderOf, root } from './bundling.ts';
import { leftOut, onLazyImport } from './loaded-later.ts';
import { bundlingIn, type Place } from './mirror.ts';

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
export const divider = async (depth: number, place: Place): Promise<Divider> => {
  const folder = Array(depth).fill('function').join('/');
  const now: Program = { entry: '', later: new Set() };
  const made = await context(optionsIn(folder, place, programOf(now, place)));
  return {
    divide: async (entry, later) => {
      Object.assign(now, { entry, later } satisfies Program);
      const { outputFiles, metafile } = await made.rebuild();
      // a copy would decode the text of each
      const name = renamed(`cdk.out/${folder}/`, `cdk.out/${folderOf(entry)}/`);
      for (const file of outputFiles) file.path = join(root, name(relative(place.folder, file.path)));
      return { files: outputFiles, metafile: metafile && moved(metafile, name) };
    },
    [Symbol.asyncDispose]: () => made.dispose(),
  };
};

interface Program {
  entry: string;
  later: ReadonlySet<string>;
}

const program = 'program';

const optionsIn = (folder: string, place: Place, ours: Plugin) => {
  const { plugins = [], ...rest } = bundlingIn(place, []);
  return {
    ...rest,
    entryPoints: [{ in: program, out: `${folder}/index` }],
    splitting: true,
    chunkNames: `${folder}/[name]-[hash]`,
    plugins: [ours, ...plugins],
  } satisfies BuildOptions;
};

/** The function that is built now, without what it does not load later. */
const programOf = (now: Program, place: Place): Plugin => ({
  name: 'program',
  setup: (plugin) => {
    plugin.onResolve({ filter: /^program$/ }, () => ({ path: join(place.folder, now.entry) }));
    onLazyImport(plugin, place, (source) => (now.later.has(source) ? undefined : leftOut(source)));
  },
});

type Renamed = (path: string) => string;

const renamed =
  (from: string, to: string): Renamed =>
  (path) =>
    path.startsWith(from) ? `${to}${path.slice(from.length)}` : path;

/** What was built in one folder, as if it had been built in another. */
const moved = ({ inputs, outputs }: Metafile, name: Renamed): Metafile => {
  const movedOutputs = Object.entries(outputs).map(([path, { imports, ...output }]) => [
    name(path),
    { ...output, imports: imports.map((one) => ({ ...one, path: name(one.path) })) },
  ]);
  return { inputs, outputs: Object.fromEntries(movedOutputs) };
};
