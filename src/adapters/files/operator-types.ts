import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3';
import type { TypeFiles } from '../../tosca/operator-types.ts';
import { answered } from '../aws/unavailable.ts';

interface Memory {
  /** how long a file is kept in memory, in milliseconds; default 1 min, so that an operator soon sees a change */
  readonly ttlMs?: number;
  /** milliseconds since 1970 */
  readonly now?: () => number;
}

/** Reads the operator's types from `types/` in the bucket of files. */
export const storedTypes = (options: Memory & { readonly client: S3Client; readonly bucket: string }): TypeFiles =>
  remembered(options, async (path) => {
    const key = { Bucket: options.bucket, Key: `types/${path}` };
    try {
      const { Body } = await answered('the store of types', () => options.client.send(new GetObjectCommand(key)));
      return await Body?.transformToString();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  });

/** Reads the operator's types from a folder, on a laptop. */
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

/** Also remembers that a file does not exist: most installations have none. */
const remembered = (
  { ttlMs = 60_000, now = Date.now }: Memory,
  load: (path: string) => Promise<string | undefined>,
): TypeFiles => {
  const known = new Map<string, { readonly text: string | undefined; readonly until: number }>();
  return {
    read: async (path) => {
      const found = known.get(path);
      if (found !== undefined && found.until > now()) return found.text;
      const text = await load(path);
      if (known.size >= capacity) known.clear();
      known.set(path, { text, until: now() + ttlMs });
      return text;
    },
  };
};

/** Most files kept at once. */
const capacity = 200;
