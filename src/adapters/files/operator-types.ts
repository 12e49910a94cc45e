import { GetObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3';
import type { TypeFiles } from '../../tosca/operator-types.ts';
import { answered } from '../aws/unavailable.ts';
import { type Memory, remembered } from './types-memory.ts';

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
