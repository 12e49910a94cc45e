import { dirname, join } from 'node:path';
import type { Metafile, OutputFile } from 'esbuild';
import { builds, mainOf } from './builds.ts';
import type { BuildChanges, Built } from './built.ts';
import { entryPoints } from './bundling.ts';

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

/** Bundles all functions, and says what is in them. */
export const programs = async (entries = entryPoints, options: BuildChanges = {}): Promise<readonly Program[]> => {
  const made = new Map<string, Program>();
  await builds(entries, { ...options, metafile: true }, (entry, built) => made.set(entry, programOf(entry, built)));
  return entries.flatMap((entry) => made.get(entry) ?? []);
};

const programOf = (entry: string, { files, metafile }: Built): Program => {
  if (metafile === undefined) throw new Error(`${entry} was built without a metafile`);
  const { outputs } = metafile;
  const main = mainOf(entry);
  const all = reachedFrom(main, outputs, ['import-statement', 'dynamic-import', 'require-call']);
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
