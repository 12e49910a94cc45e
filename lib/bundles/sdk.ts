import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import type { BuildChanges } from './built.ts';
import { bundling, root } from './bundling.ts';
import { cacheFolder, fingerprint, keptFolder } from './kept-folder.ts';
import { type Names, namesInUse } from './sdk-names.ts';

export interface Sdk {
  /** has the prepared files */
  readonly folder: string;
  /** replaces the packages of the SDK by what is in use of them */
  readonly alias: Readonly<Record<string, string>>;
  /** the SDK's own sources in one of these files, from the root of the repository; of any other file its own name */
  readonly sourcesOf: (input: string) => readonly string[];
}

/** Where functions find the files. Nothing is written there in the repository; source maps contain paths relative to it. */
export const sdkFolder = 'cdk.out/sdk';

/** What the files are made of, besides the names in use. */
const madeOf = ['lib/bundles/**', 'package-lock.json'];

/** The SDK's own sources in each prepared file. */
const sourcesFile = 'sources.json';

/**
 * What our sources import of the SDK, bundled once for all functions: about 100 files of its 2,600. esbuild links all files
 * again for each function, which would take three quarters of the time. Each name is an entry point of its own, so that a
 * function still leaves out what it does not use. The files are kept until a name or a package changes, and `npm ci` makes
 * them. See docs/decisions/0009.
 */
export const sdkInUse = async ({ preserveSymlinks = false }: BuildChanges = {}): Promise<Sdk> => {
  const names = namesInUse();
  const what = [fingerprint(root, madeOf), preserveSymlinks, [...names].map(([name, all]) => [name, [...all].sort()])];
  const digest = createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 16);
  const folder = await keptFolder(cacheFolder(root, 'sdk'), digest, (made) => writeSdk(made, names, preserveSymlinks));
  const sources: Sources = JSON.parse(readFileSync(join(folder, sourcesFile), 'utf8'));
  return {
    folder,
    alias: Object.fromEntries([...names.keys()].map((name) => [name, `./${sdkFolder}/${indexOf(name)}`])),
    sourcesOf: (input) => (input.startsWith(`${sdkFolder}/`) ? (sources[input] ?? []) : [input]),
  };
};

type Sources = Readonly<Record<string, readonly string[]>>;

const writeSdk = async (folder: string, names: Names, preserveSymlinks: boolean): Promise<void> => {
  const { outputFiles, metafile } = await build({
    ...bundling([]),
    preserveSymlinks,
    entryPoints: [...names].flatMap(([name, exported]) =>
      [...exported].map((one) => ({ in: `${name}#${one}`, out: fileOf(name, one) })),
    ),
    outdir: join(root, sdkFolder),
    splitting: true,
    chunkNames: 'sdk-[name]-[hash]',
    minify: false,
    sourcemap: 'inline',
    metafile: true,
    banner: {},
    plugins: [oneName, ...(bundling([]).plugins ?? [])],
  });
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(join(folder, basename(path)), contents);
  for (const [name, text] of indexes(names)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, sourcesFile), JSON.stringify(sourcesIn(metafile)));
};

const fileOf = (name: string, exported: string): string => `sdk-${name.replace('@aws-sdk/', '')}-${exported}`;

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
    return [indexOf(name), lines.join('\n')];
  });

const indexOf = (name: string): string => `index-${name.replace('@aws-sdk/', '')}.mjs`;

const sourcesIn = ({ outputs }: Metafile): Sources =>
  Object.fromEntries(
    Object.entries(outputs).map(([output, { inputs }]) => [
      output,
      Object.entries(inputs).flatMap(([name, { bytesInOutput }]) => (bytesInOutput > 0 ? [name] : [])),
    ]),
  );
