import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild';
import { bundling, entryPoints, folderOf, root } from './bundling.ts';

/** A bundled function. */
export interface Program {
  readonly entry: string;
  /** all files of its folder, with source maps */
  readonly files: readonly OutputFile[];
  /** sources of the code that is loaded at start, from the root of the repository */
  readonly inputs: readonly string[];
  /** sources of the code that is loaded later */
  readonly laterInputs: readonly string[];
  /** size of the code that is loaded at start */
  readonly bytes: number;
  /** size of the largest part that is loaded later: one `import()` with all that it imports and the start does not hold */
  readonly largestLater: number;
}

/**
 * Bundles all functions. A source of ours that is imported with `import()` becomes a separate file beside `index.mjs`. Only
 * functions with such a source are built one by one: in one call esbuild would split all functions into the parts that any
 * two share.
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

/** The name of the entry's output in the metafile. */
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
  const bytesOf = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0);
  const imported = [...all].flatMap((name) => importedLater(name, outputs));
  const parts = imported.map((name) => reachedFrom(name, outputs, ['import-statement']).difference(started));
  const beside = files.filter(({ path }) => path.endsWith('.cjs')).map(({ contents }) => contents.length);
  const largestLater = Math.max(0, ...parts.map(bytesOf), ...beside);
  const inputs = inputsOf([...started]);
  const laterInputs = inputsOf([...all].filter((name) => !started.has(name)));
  return { entry, files, inputs, laterInputs, bytes: bytesOf(started), largestLater };
};

/** The outputs that an output loads with `import()`. */
const importedLater = (from: string, outputs: Metafile['outputs']): readonly string[] =>
  (outputs[from]?.imports ?? []).filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => nameOf(path, from));

/** The name of an output in the metafile, as another output imports it. */
const nameOf = (path: string, from: string): string => (path.startsWith('./') ? join(dirname(from), path) : path);

/**
 * An output file and everything it imports in these ways, directly or not. Imports of parts that were left out do not
 * count.
 */
const reachedFrom = (
  from: string,
  outputs: Metafile['outputs'],
  ways: readonly string[],
  seen = new Set<string>(),
): ReadonlySet<string> => {
  seen.add(from);
  for (const { path, kind } of outputs[from]?.imports ?? []) {
    const name = nameOf(path, from);
    if (ways.includes(kind) && !seen.has(name)) reachedFrom(name, outputs, ways, seen);
  }
  return seen;
};
