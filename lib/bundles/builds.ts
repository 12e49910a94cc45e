import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { bundling, folderOf, root } from './bundling.ts';
import { type Sdk, sdkInUse } from './sdk.ts';

export interface Built {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
}

export type BuildChanges = Pick<BuildOptions, 'preserveSymlinks'>;

// esbuild is written in Go, and collects garbage too often for what it does: this saves a quarter of its processor time
process.env['GOGC'] ??= '400';
process.env['GOMEMLIMIT'] ??= '600MiB';

/**
 * Builds all functions, and returns the build that holds a function. A source of ours that is imported with `import()`
 * becomes a separate file beside `index.mjs`. Only functions with such a source are built one by one: in one call esbuild
 * would split all functions into the parts that any two share.
 */
export const builds = async (entries: readonly string[], options: BuildChanges): Promise<(entry: string) => Built> => {
  const sdk = await sdkInUse(options);
  const whole = await built(sdk, bundling(entries), { ...options, plugins: [leavingOutLater] });
  const parts = new Map<string, Built>();
  const divide = async (some: readonly string[]) => {
    for (const entry of some)
      parts.set(
        entry,
        await built(sdk, bundling([entry]), { ...options, splitting: true, chunkNames: chunksOf(entry) }),
      );
  };
  const divided = entries.filter((entry) => loadsLater(whole, entry));
  // two at a time, because one leaves a second core idle at times, and all would need too much memory
  const half = Math.ceil(divided.length / 2);
  await Promise.all([divide(divided.slice(0, half)), divide(divided.slice(half))]);
  return (entry) => parts.get(entry) ?? whole;
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

const chunksOf = (entry: string): string => `${folderOf(entry)}/[name]-[hash]`;

/** The name of the entry's output in the metafile. */
export const mainOf = (entry: string): string => `cdk.out/${folderOf(entry)}/index.mjs`;

const mark = 'loaded-later:';

/** Leaves out the sources that are imported with `import()`. The text of a function shows whether it needs one. */
const leavingOutLater: Plugin = {
  name: 'leaving-out-later',
  setup: (plugin) => {
    const ours = join(root, 'src/');
    plugin.onResolve({ filter: /^\./ }, ({ path, kind, importer }) =>
      kind === 'dynamic-import' && importer.startsWith(ours) ? { path: `${mark}${path}`, external: true } : undefined,
    );
  },
};

/** Whether a source of ours that is in use imports another with `import()`. */
const loadsLater = ({ outputFiles }: Built, entry: string): boolean => {
  const main = join(root, mainOf(entry));
  return outputFiles.some(({ path, text }) => path === main && text.includes(mark));
};

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
