import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
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
/** milliseconds: a service that was started from an older folder may still read it */
const kept = 24 * 3_600_000;

/**
 * The folder in `cache` with this digest of its sources. `make` makes it the first time; folders that no service has started
 * from for a day are removed. Several processes may do this at once.
 */
export const keptFolder = async (
  cache: string,
  digest: string,
  make: (folder: string) => Promise<void>,
): Promise<string> => {
  const folder = join(cache, digest);
  const now = new Date();
  if (existsSync(folder)) {
    utimesSync(folder, now, now);
    return folder;
  }
  mkdirSync(cache, { recursive: true });
  const own = mkdtempSync(join(cache, unfinished));
  try {
    await make(join(own, digest));
    if (!existsSync(folder)) renameSync(join(own, digest), folder);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  removeUnused(cache, now);
  return folder;
};

const removeUnused = (cache: string, now: Date): void => {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const usedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    if (usedAt !== undefined && usedAt < now.getTime() - kept) rmSync(folder, { recursive: true, force: true });
  }
};
