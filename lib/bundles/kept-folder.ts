/** What takes seconds to make, and is kept beside the packages until a source changes. */

import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  type Dirent,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';

/** A digest of all files of these patterns. */
export const fingerprint = (root: string, sources: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of sources
    .flatMap((pattern) => entriesOf(root, pattern))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort())
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
};

/** A whole folder is read at once, in a quarter of the time that its pattern takes: a start of the laptop waits for it. */
const entriesOf = (root: string, pattern: string): readonly Dirent[] => {
  const [folder = '', rest] = pattern.split('/**');
  if (rest !== '') return globSync(pattern, { cwd: root, withFileTypes: true });
  const path = join(root, folder);
  return existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
};

/** A folder that every process of these sources shares, beside the packages; undefined where nobody may write. */
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
const aDay = 24 * 3_600_000;

/**
 * The folder in `cache` with this digest of its sources. `make` makes it the first time; folders that nothing has used
 * for `unused` milliseconds are removed. Several processes may do this at once.
 */
export const keptFolder = async (
  cache: string,
  digest: string,
  make: (folder: string) => Promise<void>,
  unused = aDay,
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
  removeUnused(cache, now.getTime() - unused);
  return folder;
};

const removeUnused = (cache: string, since: number): void => {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const usedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    if (usedAt !== undefined && usedAt < since) rmSync(folder, { recursive: true, force: true });
  }
};
