/** Which sources of ours a function loads with `import()`. */

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type OnResolveResult, type Plugin } from 'esbuild';
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
    plugins: [withoutLazyImports],
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

/** Removes the sources of ours that are imported with `import()` from a bundle. */
export const withoutLazyImports: Plugin = {
  name: 'without-lazy-imports',
  setup: (plugin) => {
    const ours = join(root, 'src/');
    plugin.onResolve({ filter: /^\./ }, ({ path, kind, importer }) => {
      if (kind !== 'dynamic-import' || !importer.startsWith(ours)) return undefined;
      return leftOut(relative(root, join(dirname(importer), path)));
    });
  },
};
