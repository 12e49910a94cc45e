import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { bundling, folderOf, root } from './bundling.ts';
import { type Sdk, sdkInUse } from './sdk.ts';

export interface Built {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
}

export type BuildChanges = Pick<BuildOptions, 'preserveSymlinks'>;

// esbuild is written in Go, and collects garbage too often for what it does: this saves a third of its processor time
process.env['GOGC'] ??= '400';
process.env['GOMEMLIMIT'] ??=
  `${Math.min(1200, Math.max(600, Math.round(process.availableMemory() / 4 / 2 ** 20)))}MiB`;

/**
 * Builds all functions, and returns the build that holds a function. A source of ours that is imported with `import()`
 * becomes a separate file beside `index.mjs`. Only functions with such a source are built one by one: in one call esbuild
 * would split all functions into the parts that any two share.
 */
export const builds = async (entries: readonly string[], options: BuildChanges): Promise<(entry: string) => Built> => {
  const sdk = await sdkInUse(options);
  const laterOf = await loadedLater(sdk, entries, options);
  const [several, single] = [[...laterOf.keys()], entries.filter((entry) => !laterOf.has(entry))];
  const whole = await built(sdk, bundling(single), { ...options, plugins: [leavingOut()] });
  const parts = new Map<string, Built>();
  const divide = async (some: readonly string[]) => {
    for (const entry of some) parts.set(entry, await divided(sdk, entry, options, laterOf.get(entry)));
  };
  // two at a time, because one leaves a second core idle at times, and all would need too much memory
  const half = Math.ceil(several.length / 2);
  await Promise.all([divide(several.slice(0, half)), divide(several.slice(half))]);
  return (entry) => parts.get(entry) ?? whole;
};

/**
 * The sources that each function may load with `import()`, and that these may load; functions without any are absent. Only
 * what is left of a function shows it, so all are built without them first. That needs no source maps, half of the work.
 */
const loadedLater = async (
  sdk: Sdk,
  entries: readonly string[],
  options: BuildChanges,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const all = bundling([...entries, ...importedSources()]);
  const { outputFiles } = await built(sdk, { ...all, sourcemap: false }, { ...options, plugins: [leavingOut()] });
  const texts = new Map(outputFiles.map(({ path, text }) => [relative(root, path), text]));
  const leftOut = (entry: string) =>
    [...(texts.get(mainOf(entry)) ?? '').matchAll(marked)].map(([, path = '']) => path);
  const found = entries.map((entry) => {
    const later = new Set(leftOut(entry));
    for (const source of later) for (const more of leftOut(source)) later.add(more);
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

/**
 * A function with what it loads later. The `import()`s of code that it does not use stay left out: esbuild would divide the
 * function for them too, into up to thirty more files.
 */
const divided = async (sdk: Sdk, entry: string, options: BuildChanges, later?: ReadonlySet<string>): Promise<Built> => {
  const changes = { ...options, splitting: true, chunkNames: `${folderOf(entry)}/[name]-[hash]` };
  return built(sdk, bundling([entry]), { ...changes, plugins: [leavingOut(later)] });
};

const built = async (
  sdk: Sdk,
  options: ReturnType<typeof bundling>,
  { plugins = [], ...changes }: BuildChanges & Pick<BuildOptions, 'splitting' | 'chunkNames' | 'plugins'>,
): Promise<Built> => {
  const all = [...plugins, sdk.plugin, ...(options.plugins ?? [])];
  const { outputFiles, metafile } = await build({ ...options, ...changes, plugins: all });
  return { outputFiles, metafile: withSources(metafile, sdk) };
};

/** The name of the entry's output in the metafile. */
export const mainOf = (entry: string): string => `cdk.out/${folderOf(entry)}/index.mjs`;

const mark = 'loaded-later:';
const marked = /loaded-later:([^"'`]+)/g;

/** Leaves out the sources of ours that are imported with `import()`, except these. The text shows what was left out. */
const leavingOut = (except: ReadonlySet<string> = new Set()): Plugin => ({
  name: 'leaving-out',
  setup: (plugin) => {
    const ours = join(root, 'src/');
    plugin.onResolve({ filter: /^\./ }, ({ path, kind, importer }) => {
      if (kind !== 'dynamic-import' || !importer.startsWith(ours)) return undefined;
      const source = relative(root, join(dirname(importer), path));
      return except.has(source) ? undefined : { path: `${mark}${source}`, external: true };
    });
  },
});

/** With the SDK's own sources in the place of the prepared files. */
const withSources = ({ inputs, outputs }: Metafile, { sourcesOf }: Sdk): Metafile => ({
  inputs,
  outputs: Object.fromEntries(
    Object.entries(outputs).map(([name, output]) => {
      const sources = Object.entries(output.inputs).flatMap(([input, size]) =>
        sourcesOf(input).map((one) => [one, size] as const),
      );
      return [name, { ...output, inputs: Object.fromEntries(sources) }];
    }),
  ),
});
