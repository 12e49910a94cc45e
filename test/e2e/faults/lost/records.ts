/** What is in the tables and buckets, read past the wire. */

import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { batchWrite } from '../../../../src/adapters/tables/batch.ts';
import type { House } from '../house.ts';
import { forgetPrinted } from './printed.ts';
import { elements, scope } from './service.ts';

export type Item = Readonly<Record<string, unknown>>;
type Table = keyof House['engine']['tables'];

/** The items whose sort key begins so, in the order of their keys. */
export const listOf = async ({ engine }: House, table: Table, prefix: string): Promise<readonly Item[]> => {
  const { Items = [] } = await engine.client.send(new ScanCommand({ TableName: engine.tables[table] }));
  return Items.filter(({ sk }) => `${sk}`.startsWith(prefix)).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

export const bucketsOf = ({ engine }: House): readonly string[] => [
  engine.bucket,
  scope,
  ...elements.map(({ bucket }) => bucket),
];

export const makeBuckets = async (house: House): Promise<void> => {
  for (const Bucket of bucketsOf(house).slice(1)) await house.engine.s3.send(new CreateBucketCommand({ Bucket }));
};

export const keysIn = async ({ engine }: House, Bucket: string): Promise<readonly string[]> => {
  const { Contents = [] } = await engine.s3.send(new ListObjectsV2Command({ Bucket }));
  return Contents.map(({ Key = '' }) => Key);
};

export const uploadsIn = async ({ engine }: House, Bucket: string) => {
  const { Uploads = [] } = await engine.s3.send(new ListMultipartUploadsCommand({ Bucket }));
  return Uploads.map(({ Key, UploadId }) => ({ Bucket, Key, UploadId }));
};

/** Nothing of the scene before is left. */
export const clear = async (house: House): Promise<void> => {
  const { client, s3, tables } = house.engine;
  forgetPrinted();
  for (const [name, table] of Object.entries(tables)) {
    const items = await listOf(house, name as Table, '');
    await batchWrite(
      { client, table, clock: house.clock },
      items.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
    );
  }
  for (const Bucket of bucketsOf(house)) {
    for (const upload of await uploadsIn(house, Bucket)) await s3.send(new AbortMultipartUploadCommand(upload));
    const Objects = (await keysIn(house, Bucket)).map((Key) => ({ Key }));
    if (Objects.length > 0) await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  }
};
