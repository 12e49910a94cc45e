import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import type { BuildChanges } from './built.ts';
import { bundling, root } from './bundling.ts';

export interface Sdk {
  /** the prepared files, by their paths from the root of the repository */
  readonly files: ReadonlyMap<string, Uint8Array | string>;
  /** replaces the packages of the SDK by what is in use of them */
  readonly alias: Readonly<Record<string, string>>;
  /** the SDK's own sources in one of these files, from the root of the repository; of any other file its own name */
  readonly sourcesOf: (input: string) => readonly string[];
}

// nothing is written there in the repository; the path is fixed because source maps contain paths relative to it
const folder = 'cdk.out/sdk';

/**
 * Bundles what our sources import of the SDK, once for all functions: about 100 files of its 2,600. esbuild links all files
 * again for each function, which would take three quarters of the time. Each name is an entry point of its own, so that a
 * function still leaves out what it does not use. See docs/decisions/0009.
 */
export const sdkInUse = async ({ preserveSymlinks = false }: BuildChanges = {}): Promise<Sdk> => {
  const names = namesInUse();
  const { outputFiles, metafile } = await build({
    ...bundling([]),
    preserveSymlinks,
    entryPoints: [...names].flatMap(([name, exported]) =>
      [...exported].map((one) => ({ in: `${name}#${one}`, out: fileOf(name, one) })),
    ),
    outdir: join(root, folder),
    splitting: true,
    chunkNames: 'sdk-[name]-[hash]',
    minify: false,
    sourcemap: 'inline',
    metafile: true,
    banner: {},
    plugins: [oneName, ...(bundling([]).plugins ?? [])],
  });
  const made = outputFiles.map(({ path, contents }) => [relative(root, path), contents] as const);
  return {
    files: new Map<string, Uint8Array | string>([...made, ...indexes(names)]),
    alias: Object.fromEntries([...names.keys()].map((name) => [name, `./${folder}/${indexOf(name)}`])),
    sourcesOf: (input) => sourcesOf(input, metafile),
  };
};

type Names = ReadonlyMap<string, ReadonlySet<string>>;

const fileOf = (name: string, exported: string): string => `sdk-${name.replace('@aws-sdk/', '')}-${exported}`;

/** The names that our sources import from the SDK, by package. */
const namesInUse = (): Names => {
  const names = new Map<string, Set<string>>();
  for (const file of globSync('{src,functions}/**/*.ts', { cwd: root }).toSorted()) {
    for (const [name, exported] of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      const known = names.get(name) ?? new Set();
      names.set(name, known.union(exported));
    }
  }
  return names;
};

const named = /(import|import type|const) \{([^}]*)\} (?:from|= await import\() ?\(?'(@aws-sdk\/[^']+)'/g;

const importsOf = (file: string, text: string): readonly (readonly [string, ReadonlySet<string>])[] => {
  const found = [...text.matchAll(named)];
  if (found.length !== text.split("'@aws-sdk/").length - 1)
    throw new Error(
      `${file} imports the SDK as a whole: write import { … } from '@aws-sdk/…', so that its bundle stays small`,
    );
  return found
    .filter(([, how]) => how !== 'import type')
    .map(([, , list = '', name = '']) => [name, new Set(valuesOf(list))] as const)
    .filter(([, { size }]) => size > 0);
};

const valuesOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => one.replace(/(?: as |:).*$/, ''));

/** An entry point `package#name` exports this name of the package. */
const oneName: Plugin = {
  name: 'one-name',
  setup: (plugin) => {
    plugin.onResolve({ filter: /^@aws-sdk\/[^#]+#\w+$/ }, ({ path }) => ({ path, namespace: 'one-name' }));
    plugin.onLoad({ filter: /.*/, namespace: 'one-name' }, ({ path }) => {
      const [name, exported] = path.split('#');
      return { contents: `export { ${exported} } from '${name}';`, resolveDir: root };
    });
  },
};

/** One for each package: it exports what is in use of the package. */
const indexes = (names: Names): readonly (readonly [string, string])[] =>
  [...names].map(([name, exported]) => {
    const lines = [...exported].map((one) => `export { ${one} } from './${fileOf(name, one)}.mjs';`);
    return [`${folder}/${indexOf(name)}`, lines.join('\n')];
  });

const indexOf = (name: string): string => `index-${name.replace('@aws-sdk/', '')}.mjs`;

const sourcesOf = (input: string, { outputs }: Metafile): readonly string[] => {
  if (!input.startsWith(`${folder}/`)) return [input];
  return Object.entries(outputs[input]?.inputs ?? {}).flatMap(([name, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [name] : [],
  );
};
