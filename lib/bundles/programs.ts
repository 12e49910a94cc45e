import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild';
import { bundling, entryPoints, folderOf, root } from './bundling.ts';

/** A function as it is installed. */
export interface Program {
  readonly entry: string;
  /** all that stands in its folder, source maps included */
  readonly files: readonly OutputFile[];
  /** sources of what is loaded when the function starts, from the root of the repository */
  readonly inputs: readonly string[];
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

const loadsLater = ({ inputs, outputs }: Metafile, entry: string): boolean =>
  Object.keys(outputs[mainOf(entry)]?.inputs ?? {}).some(
    (input) => input.startsWith('src/') && inputs[input]?.imports.some(({ kind }) => kind === 'dynamic-import'),
  );

/** As the metafile calls it. */
const mainOf = (entry: string): string => `cdk.out/${folderOf(entry)}/index.mjs`;

interface Built {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
}

const programOf = (entry: string, { outputFiles, metafile: { outputs } }: Built): Program => {
  const folder = join(root, 'cdk.out', folderOf(entry), '/');
  const files = outputFiles.filter(({ path }) => path.startsWith(folder));
  const atStart = [...reachedFrom(mainOf(entry), outputs)].map((name) => outputs[name]);
  const bytes = atStart.reduce((sum, output) => sum + (output?.bytes ?? 0), 0);
  const allBytes = files
    .filter(({ path }) => /\.[cm]js$/.test(path))
    .reduce((sum, file) => sum + file.contents.length, 0);
  const inputs = atStart.flatMap((output) => Object.keys(output?.inputs ?? {}));
  return { entry, files, inputs, bytes, laterBytes: allBytes - bytes };
};

/** A file, and what it imports at its top. */
function reachedFrom(name: string, outputs: Metafile['outputs'], seen = new Set<string>()): ReadonlySet<string> {
  seen.add(name);
  for (const { path, kind } of outputs[name]?.imports ?? []) {
    if (kind === 'import-statement' && path in outputs && !seen.has(path)) reachedFrom(path, outputs, seen);
  }
  return seen;
}
