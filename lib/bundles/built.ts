import type { BuildOptions, Metafile, OutputFile } from 'esbuild';

/** What esbuild made of a function. */
export interface Built {
  /** all files of its folder, with source maps */
  readonly files: readonly OutputFile[];
  /** says which source is in which file; only where it was asked for, since it takes a seventh of the time */
  readonly metafile: Metafile | undefined;
}

export type BuildChanges = Pick<BuildOptions, 'preserveSymlinks' | 'metafile'>;
