/** Texts in a bucket. */

import {
  type _Object,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { NotFoundError } from '../../foundation/errors.ts';
import { answered } from '../aws/unavailable.ts';

export interface FilesOptions {
  readonly client: S3Client;
  readonly bucket: string;
}

export const put = async ({ client, bucket }: FilesOptions, key: string, text: string): Promise<void> => {
  const Body = Buffer.from(text);
  const about = { ContentType: 'text/plain; charset=utf-8', ContentLength: Body.length };
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body, ...about }));
};

export const get = async ({ client, bucket }: FilesOptions, key: string): Promise<string> => {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return (await answered('S3', async () => Body?.transformToString())) ?? '';
  } catch (cause) {
    if (cause instanceof NoSuchKey) throw new NotFoundError(`there is no file ${key}`, { cause });
    throw cause;
  }
};

/** The text, or an empty text when the file was removed after it was listed. */
export const getIfThere = async (options: FilesOptions, key: string): Promise<string> => {
  try {
    return await get(options, key);
  } catch (error) {
    if (error instanceof NotFoundError) return '';
    throw error;
  }
};

/** Lists files in the order of the bytes of their keys, 1,000 at a time, as S3 does. */
export async function* listedFiles(
  { client, bucket }: FilesOptions,
  prefix: string,
): AsyncGenerator<readonly _Object[]> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
    yield Contents;
}
