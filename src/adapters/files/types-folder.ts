import { limits } from '../../tosca/limits.ts';
import type { TypeFiles } from '../../tosca/operator-types.ts';
import { textIn } from '../../tosca/yaml/text-in.ts';
import { bytesBelow } from './local-file.ts';
import { type Memory, remembered } from './types-memory.ts';

/**
 * Reads the operator's types from a folder, on a laptop: regular files below it, since a template may name any of them. It
 * has a file of its own, so that `npm run check` does not load the client of S3.
 */
export const typesIn = (folder: string, memory: Memory = {}): TypeFiles =>
  remembered(memory, async (path) => {
    const bytes = await bytesBelow(folder, path, limits.characters);
    return bytes && textIn(bytes);
  });
