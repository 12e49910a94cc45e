/** What the service keeps in S3, read directly. */

import { GetObjectCommand, ListBucketsCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';

export interface StoredText {
  /** `templates/…`, `logs/…`, `notifications/…` and so on */
  readonly key: string;
  readonly text: string;
}

/** Every object of every bucket. */
export const objectsOf = async (client: S3Client): Promise<readonly StoredText[]> => {
  const { Buckets = [] } = await client.send(new ListBucketsCommand());
  const all: StoredText[] = [];
  for (const { Name: Bucket } of Buckets)
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
      for (const { Key } of Contents) {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        all.push({ key: Key ?? '', text: (await Body?.transformToString()) ?? '' });
      }
  return all;
};
