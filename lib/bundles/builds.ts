import { build, type Metafile } from 'esbuild';
import type { BuildChanges, Built } from './built.ts';
import { bundling, folderOf } from './bundling.ts';
import { depthOf, divider } from './divider.ts';
import { loadedLater, withoutLazyImports } from './loaded-later.ts';
import { type Sdk, sdkInUse } from './sdk.ts';

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
  const [sdk, laterOf] = await Promise.all([sdkInUse(options), loadedLater(entries)]);
  const single = entries.filter((entry) => !laterOf.has(entry));
  const [whole, parts] = await Promise.all([together(sdk, single, options), divided(sdk, laterOf, options)]);
  return (entry) => parts.get(entry) ?? whole;
};

const together = async (sdk: Sdk, entries: readonly string[], options: BuildChanges): Promise<Built> => {
  const { plugins = [], ...rest } = bundling(entries);
  const made = await build({ ...rest, ...options, plugins: [withoutLazyImports, sdk.plugin, ...plugins] });
  return { outputFiles: made.outputFiles, metafile: withSources(made.metafile, sdk) };
};

/** Those of two depths at the same time, because one build leaves a second core idle at times. */
const divided = async (
  sdk: Sdk,
  laterOf: ReadonlyMap<string, ReadonlySet<string>>,
  options: BuildChanges,
): Promise<ReadonlyMap<string, Built>> => {
  const parts = new Map<string, Built>();
  const divide = async ([depth, entries]: readonly [number, readonly string[]]) => {
    await using one = await divider(depth, sdk, options);
    for (const entry of entries) {
      const { outputFiles, metafile } = await one.divide(entry, laterOf.get(entry) ?? new Set());
      parts.set(entry, { outputFiles, metafile: withSources(metafile, sdk) });
    }
  };
  await Promise.all([...Map.groupBy(laterOf.keys(), depthOf)].map(divide));
  return parts;
};

/** The name of the entry's output in the metafile. */
export const mainOf = (entry: string): string => `cdk.out/${folderOf(entry)}/index.mjs`;

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
