import type { BuildOptions, Metafile, OutputFile } from 'esbuild';

/** What esbuild made of one function, or of several. */
export interface Built {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
}

export type BuildChanges = Pick<BuildOptions, 'preserveSymlinks'>;
