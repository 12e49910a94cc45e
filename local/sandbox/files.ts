import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { unusable } from '../machine/laptop-error.ts';

/** The file's content as JSON, or undefined when there is no such file. Throws LaptopError when it cannot be read. */
export function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unusable(path, cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unusable(path, cause);
  }
}

/**
 * Replaces the file in one step. When the process dies meanwhile, the file has its old or its new content, never half of
 * it.
 */
export function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  // only for this user: the file may hold keys and credentials
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600 });
  renameSync(draft, path);
}
