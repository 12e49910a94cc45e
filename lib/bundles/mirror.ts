import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundling, root } from './bundling.ts';
import { type Sdk, sdkFolder } from './sdk.ts';

export interface Mirror extends Disposable {
  readonly folder: string;
}

/** A mirror, and the SDK whose prepared files it has. */
export interface Place {
  readonly folder: string;
  readonly sdk: Sdk;
  /** sources of ours that others import with `import()` */
  readonly lazy: readonly string[];
  /** whether each build says which source is in which file */
  readonly metafile: boolean;
}

/** What functions are made of, besides the prepared files of the SDK. */
const linked = ['functions', 'src', 'node_modules'];

/**
 * A folder in which esbuild finds our sources, the packages and the prepared files of the SDK by itself, at the same relative paths as in the
 * repository. A plugin would be asked for each of 1,500 imports of a function. Its package.json says nothing of the kind of
 * modules: esbuild compares that by identity, reads the file again in each build, and would then parse each source again.
 */
export const mirror = (sdk: Pick<Sdk, 'folder'>): Mirror => {
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-mirror-'));
  for (const name of linked) symlinkSync(join(root, name), join(folder, name), 'junction');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ sideEffects: false }));
  mkdirSync(dirname(join(folder, sdkFolder)));
  symlinkSync(sdk.folder, join(folder, sdkFolder), 'junction');
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
};

/** The options of esbuild in a mirror. */
export const bundlingIn = (
  { folder, sdk, metafile }: Place,
  entries: readonly string[],
): ReturnType<typeof bundling> => {
  const options = bundling(entries);
  return {
    ...options,
    absWorkingDir: folder,
    outdir: join(folder, 'cdk.out'),
    preserveSymlinks: true,
    metafile,
    alias: { ...options.alias, ...sdk.alias },
  };
};
