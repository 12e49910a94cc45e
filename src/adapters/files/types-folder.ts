import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TypeFiles } from '../../tosca/operator-types.ts';
import { type Memory, remembered } from './types-memory.ts';

/**
 * Reads the operator's types from a folder, on a laptop. It has a file of its own, so that `npm run check` does not load the
 * client of S3.
 */
export const typesIn = (folder: string, memory: Memory = {}): TypeFiles =>
  remembered(memory, async (path) => {
    try {
      return await readFile(join(folder, path), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code)))
        return undefined;
      throw error;
    }
  });
