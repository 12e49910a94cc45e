import { join, relative } from 'node:path';
import { build, type Metafile } from 'esbuild';
import type { BuildChanges, Built } from './built.ts';
import { folderOf, root } from './bundling.ts';
import { depthOf, divider } from './divider.ts';
import { importedIn, loadedLater, ourSources, withoutLazyImports } from './loaded-later.ts';
import { bundlingIn, mirror, type Place } from './mirror.ts';
import { type Sdk, sdkInUse } from './sdk.ts';

// esbuild is written in Go, and collects garbage too often for what it does: this saves a third of its processor time
process.env['GOGC'] ??= '400';
process.env['GOMEMLIMIT'] ??=
  `${Math.min(1200, Math.max(600, Math.round(process.availableMemory() / 4 / 2 ** 20)))}MiB`;

/**
 * Builds all functions, and gives each to `take` as soon as it is built. A source of ours that is imported with `import()`
 * becomes a separate file beside `index.mjs`. Only functions with such a source are built one by one: in one call esbuild
 * would split all functions into the parts that any two share.
 */
export const builds = async (entries: readonly string[], options: BuildChanges, take: Take): Promise<void> => {
  const sources = ourSources();
  const [sdk, laterOf] = await Promise.all([sdkInUse(options), loadedLater(entries, sources)]);
  const single = entries.filter((entry) => !laterOf.has(entry));
  using mirrored = mirror(sdk);
  const place = { folder: mirrored.folder, sdk, lazy: importedIn(sources), metafile: options.metafile === true };
  const whole = together(place, single, take);
  await Promise.all([whole, divided(place, laterOf, take)]);
};

type Take = (entry: string, built: Built) => void;

const together = async (place: Place, entries: readonly string[], take: Take): Promise<void> => {
  const { folder, sdk } = place;
  const { plugins = [], ...rest } = bundlingIn(place, entries);
  const { outputFiles, metafile } = await build({ ...rest, plugins: [withoutLazyImports(place), ...plugins] });
  for (const file of outputFiles) file.path = join(root, relative(folder, file.path));
  const withSdk = metafile && withSources(metafile, sdk);
  for (const entry of entries) {
    const own = join(root, 'cdk.out', folderOf(entry), '/');
    take(entry, { files: outputFiles.filter(({ path }) => path.startsWith(own)), metafile: withSdk });
  }
};

/** Those of two depths at the same time, because one build leaves a second core idle at times. */
const divided = async (place: Place, laterOf: ReadonlyMap<string, ReadonlySet<string>>, take: Take): Promise<void> => {
  const divide = async ([depth, entries]: readonly [number, readonly string[]]) => {
    await using one = await divider(depth, place);
    for (const entry of entries) {
      const { files, metafile } = await one.divide(entry, laterOf.get(entry) ?? new Set());
      take(entry, { files, metafile: metafile && withSources(metafile, place.sdk) });
    }
  };
  await Promise.all([...Map.groupBy(laterOf.keys(), depthOf)].map(divide));
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
