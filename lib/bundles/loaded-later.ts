/** Which sources of ours a function loads with `import()`. */

import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, type OnResolveResult, type Plugin, type PluginBuild } from 'esbuild';
import { bundling, root } from './bundling.ts';

/**
 * The sources that each function may load with `import()`, and that these may load; functions without any are absent. Only
 * what is left of a function shows it, so all are built without them first. The sources on the way to an `import()` are enough
 * for that: no others import them. esbuild does not know then which calls of the others have no effect, and may keep more than
 * is left in the end.
 */
export const loadedLater = async (
  entries: readonly string[],
  sources: Sources,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const lazy = importedIn(sources);
  const { metafile } = await build({
    ...bundling([...entries, ...lazy]),
    packages: 'external',
    external: besideTheWay(sources).map((file) => join(root, file)),
    loader: { '.json': 'empty' },
    minify: false,
    minifySyntax: true,
    sourcemap: false,
    metafile: true,
    plugins: [withoutLazyImports({ folder: root, lazy })],
  });
  const leftOut = new Map(
    Object.values(metafile.outputs).map(({ entryPoint = '', imports }) => [entryPoint, sourcesLeftOut(imports)]),
  );
  const found = entries.map((entry) => {
    const later = new Set(leftOut.get(entry));
    for (const source of later) for (const more of leftOut.get(source) ?? []) later.add(more);
    return [entry, later] as const;
  });
  return new Map(found.filter(([, later]) => later.size > 0));
};

/** The text of each source of ours, by its path from the root of the repository. */
export type Sources = ReadonlyMap<string, string>;

export const ourSources = (): Sources =>
  new Map(globSync('src/**/*.ts', { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')]));

const lazily = /\bimport\(\s*'(\.[^']+)'/g;
const atStart = /\b(?:from|import) '(\.[^']+)'/g;

const pathsIn = (file: string, text: string, how: RegExp): readonly string[] =>
  [...text.matchAll(how)].map(([, path = '']) => join(dirname(file), path));

/** The sources that others import with `import()`. */
export const importedIn = (sources: Sources): readonly string[] => [
  ...new Set([...sources].flatMap(([file, text]) => pathsIn(file, text, lazily))),
];

/** The sources that have no `import()`, nor import one that has, directly or not. */
const besideTheWay = (sources: Sources): readonly string[] => {
  const importersOf = new Map<string, string[]>();
  for (const [file, text] of sources)
    for (const path of pathsIn(file, text, atStart)) importersOf.set(path, [...(importersOf.get(path) ?? []), file]);
  const onTheWay = new Set(
    [...sources].filter(([file, text]) => pathsIn(file, text, lazily).length > 0).map(([file]) => file),
  );
  for (const file of onTheWay) for (const importer of importersOf.get(file) ?? []) onTheWay.add(importer);
  return [...sources.keys()].filter((file) => !onTheWay.has(file));
};

const mark = 'loaded-later:';

const sourcesLeftOut = (imports: readonly { readonly path: string }[]): readonly string[] =>
  imports.flatMap(({ path }) => (path.startsWith(mark) ? [path.slice(mark.length)] : []));

/** Leaves a source, named from the root of the repository, out of a bundle. The bundle's text shows it. */
export const leftOut = (source: string): OnResolveResult => ({ path: `${mark}${source}`, external: true });

interface Folder {
  /** has our sources at the paths that they have in the repository */
  readonly folder: string;
  /** those that others import with `import()` */
  readonly lazy: readonly string[];
}

/**
 * Decides about each source of ours that another imports with `import()`. esbuild asks only about imports of a file with
 * such a name: to answer takes longer than to find the file.
 */
export const onLazyImport = (
  plugin: PluginBuild,
  { folder, lazy }: Folder,
  decide: (source: string) => OnResolveResult | undefined,
): void => {
  const ours = join(folder, 'src/');
  const names = new Set(lazy.map((source) => basename(source).replaceAll('.', '\\.')));
  plugin.onResolve({ filter: new RegExp(`^\\..*/(?:${[...names].join('|')})$`) }, ({ path, kind, importer }) => {
    if (kind !== 'dynamic-import' || !importer.startsWith(ours)) return undefined;
    return decide(relative(folder, join(dirname(importer), path)));
  });
};

/** Removes the sources of ours that are imported with `import()` from a bundle. */
export const withoutLazyImports = (folder: Folder): Plugin => ({
  name: 'without-lazy-imports',
  setup: (plugin) => onLazyImport(plugin, folder, leftOut),
});
