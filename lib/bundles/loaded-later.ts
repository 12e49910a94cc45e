/** Which sources of ours a function loads with `import()`. */

import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, type OnResolveResult, type Plugin, type PluginBuild } from 'esbuild';
import { bundling, root } from './bundling.ts';

/**
 * The sources that each function may load with `import()`, and that these may load; functions without any are absent. Only
 * what is left of a function shows it, so all are built without them first. Our own sources are enough for that: packages and
 * data import none of them. esbuild does not know then which calls of a package have no effect, and may keep more than is
 * left in the end.
 */
export const loadedLater = async (entries: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const { metafile } = await build({
    ...bundling([...entries, ...importedSources()]),
    packages: 'external',
    loader: { '.json': 'empty' },
    minify: false,
    minifySyntax: true,
    sourcemap: false,
    plugins: [withoutLazyImports(root)],
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

/** The sources of ours that others import with `import()`, from the root of the repository. */
const importedSources = (): readonly string[] => {
  const files = globSync('src/**/*.ts', { cwd: root });
  const imported = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bimport\(\s*'(\.[^']+)'/g)].map(([, path = '']) =>
      join(dirname(file), path),
    ),
  );
  return [...new Set(imported)];
};

const mark = 'loaded-later:';

const sourcesLeftOut = (imports: readonly { readonly path: string }[]): readonly string[] =>
  imports.flatMap(({ path }) => (path.startsWith(mark) ? [path.slice(mark.length)] : []));

/** Leaves a source, named from the root of the repository, out of a bundle. The bundle's text shows it. */
export const leftOut = (source: string): OnResolveResult => ({ path: `${mark}${source}`, external: true });

/**
 * Decides about each source of ours that another imports with `import()`. esbuild asks only about imports of a file with
 * such a name: to answer takes longer than to find the file.
 */
export const onLazyImport = (
  plugin: PluginBuild,
  folder: string,
  decide: (source: string) => OnResolveResult | undefined,
): void => {
  const ours = join(folder, 'src/');
  const names = new Set(importedSources().map((source) => basename(source).replaceAll('.', '\\.')));
  plugin.onResolve({ filter: new RegExp(`^\\..*/(?:${[...names].join('|')})$`) }, ({ path, kind, importer }) => {
    if (kind !== 'dynamic-import' || !importer.startsWith(ours)) return undefined;
    return decide(relative(folder, join(dirname(importer), path)));
  });
};

/** Removes the sources of ours that are imported with `import()` from a bundle. */
export const withoutLazyImports = (folder: string): Plugin => ({
  name: 'without-lazy-imports',
  setup: (plugin) => onLazyImport(plugin, folder, leftOut),
});
