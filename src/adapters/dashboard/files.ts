import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { besidePrograms } from '../environment/environment.ts';

/**
 * Reads the built dashboard once, so that no request touches the disk: a few hundred kB of text. Empty when the folder does
 * not exist: a laptop that only serves the API has not built it.
 */
export const readDashboard = (folder = besidePrograms('dashboard')): ReadonlyMap<string, string> =>
  new Map(
    (folder !== undefined && existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder ?? '', path), readFileSync(path, 'utf8')]),
  );
