/** The programs of all functions, in one folder: a file for each entry point, and files with what several of them share. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { permissions } from '../permissions/permissions.ts';
import { buildDashboard, writeDashboard } from './dashboard.ts';
import { lineMap } from './line-maps.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of the entry points, from the root of the repository. */
export const entryPoints: readonly string[] = Object.keys(permissions).map((name) => `functions/${name}.ts`);

/** Source maps contain paths relative to it, so it is fixed. Nothing is written there. */
const nowhere = join(root, 'cdk.out', 'functions');

export const bundling = {
  absWorkingDir: root,
  outdir: nowhere,
  outExtension: { '.js': '.mjs' },
  write: false,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  minify: true,
  // for stack traces; without the sources, which would be most of it
  sourcemap: true,
  sourcesContent: false,
  mainFields: ['module', 'main'],
  // dependencies that are CommonJS load Node's modules with `require`
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  logLevel: 'warning',
} as const satisfies BuildOptions;

export interface Bundles {
  /** contents by path: `functions/<name>.mjs`, the files that these import, and the source maps of all */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** says which source is in which file */
  readonly metafile: Metafile;
}

/** About five seconds of processor time. */
export const bundleFunctions = async (): Promise<Bundles> => {
  const entries = entryPoints.map((entry) => ({ in: entry, out: entry.replace(/\.ts$/, '') }));
  const { outputFiles, metafile } = await build({ ...bundling, entryPoints: entries, metafile: true });
  const files = outputFiles.map(({ path, contents, text }): [string, Uint8Array] => [
    relative(nowhere, path),
    path.endsWith('.map') ? Buffer.from(lineMap(text)) : contents,
  ]);
  return { files: new Map(files), metafile };
};

/** Writes the programs, and the dashboard beside them, into a folder. */
export const writeBundles = async (folder: string): Promise<void> => {
  const [{ files }, dashboard] = await Promise.all([bundleFunctions(), buildDashboard()]);
  for (const [path, contents] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
  writeDashboard(dashboard, join(folder, 'dashboard'));
};
