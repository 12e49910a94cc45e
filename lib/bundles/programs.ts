import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild';
import { bundling, entryPoints, folderOf, root } from './bundling.ts';

/** A function as it is installed. */
export interface Program {
  readonly entry: string;
  /** all that stands in its folder, source maps included */
  readonly files: readonly OutputFile[];
  /** sources of what is loaded when the function starts, from the root of the repository */
  readonly inputs: readonly string[];
  /** the same of what is loaded when it is needed */
  readonly laterInputs: readonly string[];
  /** of what is loaded when the function starts */
  readonly bytes: number;
  /** of what is loaded when it is needed */
  readonly laterBytes: number;
}

/**
 * All functions, bundled. What a source of ours imports with `import()` becomes a file of its own beside `index.mjs`. Only functions that hold
 * such a source are built one by one: in one call esbuild would divide all of them into what any two have in common.
 */
export const programs = async (
  entries: readonly string[] = entryPoints,
  options: Pick<BuildOptions, 'preserveSymlinks'> = {},
): Promise<readonly Program[]> => {
  const whole = await build({ ...bundling(entries), ...options });
  const divided = entries.filter((entry) => loadsLater(whole.metafile, entry));
  const parts = new Map(
    await Promise.all(divided.map(async (entry) => [entry, await build({ ...dividing(entry), ...options })] as const)),
  );
  return entries.map((entry) => programOf(entry, parts.get(entry) ?? whole));
};

const dividing = (entry: string): ReturnType<typeof bundling> => ({
  ...bundling([entry]),
  splitting: true,
  chunkNames: `${folderOf(entry)}/[name]-[hash]`,
});

/** Whether a source of ours that is in use imports another with `import()`. */
const loadsLater = ({ inputs, outputs }: Metafile, entry: string): boolean => {
  const used = new Map(Object.entries(outputs[mainOf(entry)]?.inputs ?? {}));
  return [...used].some(
    ([name, { bytesInOutput }]) =>
      bytesInOutput > 0 &&
      name.startsWith('src/') &&
      inputs[name]?.imports.some(({ kind, path }) => kind === 'dynamic-import' && used.has(path)),
  );
};

/** As the metafile calls it. */
const mainOf = (entry: string): string => `cdk.out/${folderOf(entry)}/index.mjs`;

interface Built {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
}

const programOf = (entry: string, { outputFiles, metafile: { outputs } }: Built): Program => {
  const main = mainOf(entry);
  const all = reachedFrom(main, outputs, ['import-statement', 'dynamic-import', 'require-call']);
  const files = outputFiles.filter(({ path }) => all.has(relative(root, path.replace(/\.map$/, ''))));
  const started = reachedFrom(main, outputs, ['import-statement']);
  const inputsOf = (names: readonly string[]) => names.flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}));
  const atStart = [...started].map((name) => outputs[name]);
  const bytes = atStart.reduce((sum, output) => sum + (output?.bytes ?? 0), 0);
  const allBytes = files
    .filter(({ path }) => /\.[cm]js$/.test(path))
    .reduce((sum, file) => sum + file.contents.length, 0);
  const inputs = inputsOf([...started]);
  const laterInputs = inputsOf([...all].filter((name) => !started.has(name)));
  return { entry, files, inputs, laterInputs, bytes, laterBytes: allBytes - bytes };
};

/** A file, and what it imports in these ways. What only a part left out would have imported is not among it. */
const reachedFrom = (
  from: string,
  outputs: Metafile['outputs'],
  ways: readonly string[],
  seen = new Set<string>(),
): ReadonlySet<string> => {
  seen.add(from);
  for (const { path, kind } of outputs[from]?.imports ?? []) {
    const name = path.startsWith('./') ? join(dirname(from), path) : path;
    if (ways.includes(kind) && !seen.has(name)) reachedFrom(name, outputs, ways, seen);
  }
  return seen;
};
