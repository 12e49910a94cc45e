import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A folder that every service of these sources shares, beside the packages; undefined where nobody may write. */
export const sharedCache = (root: string, name: string): string | undefined => {
  const folder = join(root, 'node_modules', '.cache', 'toscanini', name);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return undefined;
  }
};

/** while a folder is made */
const unfinished = 'new-';

/**
 * The folder in `cache` with this digest of its sources. `make` makes it the first time, and older ones are removed. Several
 * processes may do this at once.
 */
export const keptFolder = async (
  cache: string,
  digest: string,
  make: (folder: string) => Promise<void>,
): Promise<string> => {
  const folder = join(cache, digest);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const older = readdirSync(cache).filter((name) => !name.startsWith(unfinished));
  const own = mkdtempSync(join(cache, unfinished));
  try {
    await make(join(own, digest));
    if (!existsSync(folder)) renameSync(join(own, digest), folder);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  for (const name of older) rmSync(join(cache, name), { recursive: true, force: true });
  return folder;
};
