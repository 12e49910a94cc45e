/** Copies files in parts, within S3: no content passes through the function. */

import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type HeadObjectCommandOutput,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  NoSuchUpload,
  type S3Client,
  S3ServiceException,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { Replica } from '../../domain/schedules/schedule.ts';
import { ReplicationFailedError } from '../../foundation/errors.ts';
import { log } from '../../foundation/log.ts';

export interface Target {
  readonly Bucket: string;
  readonly Key: string;
}

export interface Copy {
  readonly client: S3Client;
  readonly source: { readonly address: string; readonly tag: string; readonly size: number };
  readonly target: Target;
  readonly head: HeadObjectCommandOutput;
  readonly largestCopy: number;
  readonly partsAtOnce: number;
}

/** S3 accepts 10,000 parts. With fewer parts, their ETags fit into the event's record. */
const mostParts = 2_000;

/** In bytes: S3's limit for one part. */
const largestPart = 5 * 1024 ** 3;

/** Copies only the version that was read before. If the file is overwritten meanwhile, the copy starts again. */
export const sourceOf = ({ source }: Copy) => ({ CopySource: source.address, CopySourceIfMatch: source.tag });

export const sourceTag = 'toscanini-source-tag';

/** A digest, since request headers are ASCII and an ETag may be anything. */
export const tagText = (tag: string): string => createHash('sha256').update(tag).digest('hex').slice(0, 32);

export const aboutTarget = ({ source, head }: Copy) => ({
  Metadata: { ...head.Metadata, [sourceTag]: tagText(source.tag) },
  ...keptHeaders(head),
  ChecksumAlgorithm: 'CRC64NVME' as const,
});

/** What readers of the content need to know. A copy that sets metadata takes none of it from its source (S3's CopyObject). */
const kept = ['ContentType', 'ContentEncoding', 'ContentLanguage', 'ContentDisposition', 'CacheControl'] as const;

const keptHeaders = (head: HeadObjectCommandOutput): Partial<Record<(typeof kept)[number], string>> =>
  Object.fromEntries(kept.flatMap((name) => (head[name] === undefined ? [] : [[name, head[name]]])));

/**
 * Starts, continues or completes an upload whose parts are copied from the source. A completed replica has no `upload` any
 * more.
 */
export const advanceInParts = async (copy: Copy, replica: Replica): Promise<Replica> => {
  const { upload } = replica;
  if (upload?.sourceTag !== copy.source.tag) return begin(copy, replica);
  const ranges = rangesOf(copy);
  const first = upload.parts.length;
  if (first === ranges.length) return complete(copy, replica, upload);
  const next = ranges.slice(first, first + copy.partsAtOnce);
  const tags = await Promise.all(next.map((range, index) => copyPart(copy, upload.id, first + index + 1, range)));
  return { ...replica, upload: { ...upload, parts: [...upload.parts, ...tags] } };
};

type Upload = NonNullable<Replica['upload']>;

/** Aborts an upload of an earlier version of the source. */
const begin = async (copy: Copy, replica: Replica): Promise<Replica> => {
  const { client, source, target } = copy;
  rangesOf(copy);
  if (replica.upload) await abort(client, target, replica.upload.id);
  const started = await client.send(new CreateMultipartUploadCommand({ ...target, ...aboutTarget(copy) }));
  return { ...replica, upload: { id: started.UploadId ?? '', sourceTag: source.tag, parts: [] } };
};

const rangesOf = ({ source: { size }, largestCopy }: Copy): readonly string[] => {
  const part = Math.max(largestCopy, Math.ceil(size / mostParts));
  if (part > largestPart)
    throw new ReplicationFailedError(
      `the file has ${size} bytes, and at most ${mostParts * largestPart} are replicated: split it into smaller ones`,
    );
  return Array.from({ length: Math.ceil(size / part) }, (_, index) => {
    const from = index * part;
    return `bytes=${from}-${Math.min(size, from + part) - 1}`;
  });
};

const copyPart = async (copy: Copy, UploadId: string, PartNumber: number, range: string): Promise<string> => {
  const part = { ...copy.target, UploadId, PartNumber, CopySourceRange: range };
  const { CopyPartResult } = await copy.client.send(new UploadPartCopyCommand({ ...part, ...sourceOf(copy) }));
  return CopyPartResult?.ETag ?? '';
};

const complete = async ({ client, target }: Copy, replica: Replica, upload: Upload): Promise<Replica> => {
  const Parts = upload.parts.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
  const completion = { ...target, UploadId: upload.id, MultipartUpload: { Parts } };
  await client.send(new CompleteMultipartUploadCommand(completion));
  return withoutUpload(replica);
};

export const withoutUpload = ({ upload: _, ...replica }: Replica): Replica => replica;

/**
 * Ends every upload to this key: those that a dead call started, and those of other schedules that copy the same file. The
 * other schedules then find the copy, or start again. Storage elements belong to others. If they do not allow listing
 * uploads, the bucket's own rule for incomplete uploads has to remove them.
 */
export const endUploads = async (client: S3Client, target: Target): Promise<void> => {
  try {
    for (const id of await uploadsOf(client, target)) await abort(client, target, id);
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    const place = `s3://${target.Bucket}/${target.Key}`;
    log('WARN', 'uploads not ended', { place, name: error.name });
  }
};

const uploadsOf = async (client: S3Client, { Bucket, Key }: Target): Promise<readonly string[]> => {
  const ids: string[] = [];
  let from: Partial<ListMultipartUploadsCommandOutput> = {};
  do {
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = from;
    from = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key, KeyMarker, UploadIdMarker }));
    ids.push(...(from.Uploads ?? []).flatMap((one) => (one.Key === Key && one.UploadId ? [one.UploadId] : [])));
  } while (from.IsTruncated);
  return ids;
};

/** Succeeds if the upload is already gone. */
const abort = async (client: S3Client, target: Target, UploadId: string): Promise<void> => {
  try {
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId }));
  } catch (error) {
    if (!(error instanceof NoSuchUpload)) throw error;
  }
};
