import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where lib/bundles puts the built files: beside the program of the function. */
const beside = fileURLToPath(new URL('./dashboard/', import.meta.url));

/**
 * Reads the built dashboard once, so that no request touches the disk: a few hundred kB of text. Empty when the folder does
 * not exist: a laptop that only serves the API has not built it.
 */
export const readDashboard = (folder: string = beside): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );
