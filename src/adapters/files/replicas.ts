import {
  CopyObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  NoSuchKey,
  NoSuchUpload,
  NotFound,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Replicas } from '../../domain/schedules/ports.ts';
import type { File, Replica } from '../../domain/schedules/schedule.ts';
import type { StorageElement } from '../../domain/schedules/storage-elements.ts';
import { ReplicationFailedError } from '../../foundation/errors.ts';
import { s3Client } from '../aws/s3.ts';
import {
  aboutTarget,
  advanceInParts,
  type Copy,
  endUploads,
  sourceOf,
  sourceTag,
  tagText,
  withoutUpload,
} from './replica-uploads.ts';

export interface ReplicasOptions {
  /** returns a client for the region of a bucket */
  readonly clientFor: (bucket: string) => S3Client;
  /** most bytes to copy in one request; S3 accepts 5 GB, and a function has a minute */
  readonly largestCopy?: number;
  /** parts that one call copies at the same time */
  readonly partsAtOnce?: number;
}

/** S3 needs seconds to copy half a gigabyte. This is not an outage. */
const copying = { connectionTimeout: 1_000, requestTimeout: 45_000, throwOnRequestTimeout: true };

/** Clients by region. A bucket that is not a storage element is searched from the stack's own region. */
export const copyingClients = (elements: readonly StorageElement[]): ReplicasOptions['clientFor'] => {
  const clients = new Map<string, S3Client>();
  return (bucket) => {
    const region = elements.find((element) => element.bucket === bucket)?.region ?? '';
    const known = clients.get(region) ?? s3Client({ ...inRegion(region), requestHandler: copying });
    clients.set(region, known);
    return known;
  };
};

const inRegion = (region: string) => (region === '' ? { followRegionRedirects: true } : { region });

/**
 * Copies files within S3: no content passes through the function. A copy carries its source's ETag
 * (`toscanini-source-tag`), by which a repeat finds it. S3 also computes its own checksum of the copy. The replica is
 * `done` when its object has the source's size and tag. If both have a checksum of the same kind, it must be equal too.
 */
export const replicas = (options: ReplicasOptions): Replicas => ({
  advance: (file, replica) => translating(file, replica, () => advance(options, file, replica)),
  abandon: ({ bucket, key }) => endUploads(options.clientFor(bucket), { Bucket: bucket, Key: key }),
});

const advance = async (options: ReplicasOptions, file: File, replica: Replica): Promise<Replica> => {
  const { largestCopy = 512 * 1024 ** 2, partsAtOnce = 8, clientFor } = options;
  const read = () => clientFor(file.scope).send(headOf(file.scope, file.name));
  const head = await read();
  if (replica.bucket === file.scope && replica.key === file.name) return { ...replica, done: true };
  const client = clientFor(replica.bucket);
  const target = { Bucket: replica.bucket, Key: replica.key };
  const source = { address: addressOf(file), tag: head.ETag ?? '', size: head.ContentLength ?? 0 };
  const copy: Copy = { client, source, target, head, largestCopy, partsAtOnce };
  if (await isThere(copy)) return finished(copy, replica);
  if (source.size > largestCopy) {
    const next = await advanceInParts(copy, replica);
    return next.upload ? next : verified(copy, next, read);
  }
  await client.send(
    new CopyObjectCommand({ ...target, ...sourceOf(copy), ...aboutTarget(copy), MetadataDirective: 'REPLACE' }),
  );
  return verified(copy, replica, read);
};

const headOf = (Bucket: string, Key: string) => new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' });

/** Encodes each segment alone: S3 wants the slashes as they are, and everything else encoded. */
const addressOf = ({ scope, name }: File): string => `${scope}/${name.split('/').map(encodeURIComponent).join('/')}`;

const isThere = async (copy: Copy): Promise<boolean> => {
  try {
    return isCopyOf(copy, await copy.client.send(headOf(copy.target.Bucket, copy.target.Key)));
  } catch (error) {
    if (error instanceof NotFound || error instanceof NoSuchKey) return false;
    throw error;
  }
};

const checksums = ['ChecksumCRC64NVME', 'ChecksumSHA256', 'ChecksumCRC32C', 'ChecksumCRC32'] as const;

const isCopyOf = ({ source, head }: Copy, there: HeadObjectCommandOutput): boolean => {
  const differs = checksums.some(
    (kind) => isFull(head) && isFull(there) && head[kind] && there[kind] && head[kind] !== there[kind],
  );
  return there.ContentLength === source.size && there.Metadata?.[sourceTag] === tagText(source.tag) && !differs;
};

/** A checksum made from the checksums of parts depends on how the file was divided. */
const isFull = ({ ChecksumType }: HeadObjectCommandOutput): boolean => ChecksumType === 'FULL_OBJECT';

/** A small file never has an upload in parts, unless a larger file had its name before. */
const finished = async (copy: Copy, replica: Replica): Promise<Replica> => {
  if (replica.upload || copy.source.size > copy.largestCopy) await endUploads(copy.client, copy.target);
  return { ...withoutUpload(replica), done: true };
};

/** If the file was overwritten meanwhile, another schedule may have copied its new version there: the next call reads it again. */
const verified = async (
  copy: Copy,
  replica: Replica,
  read: () => Promise<HeadObjectCommandOutput>,
): Promise<Replica> => {
  if (await isThere(copy)) return finished(copy, replica);
  if (((await read()).ETag ?? '') !== copy.source.tag) return withoutUpload(replica);
  throw new ReplicationFailedError(
    `the copy at s3://${replica.bucket}/${replica.key} differs from the file: one of the two was changed meanwhile`,
  );
};

/**
 * Shows S3's own error name when S3 refuses: it is the same for everybody. An S3 that does not answer has refused nothing.
 */
const translating = async (file: File, replica: Replica, call: () => Promise<Replica>): Promise<Replica> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    // the file changed between the read and the copy: the next call reads it again, and ends the upload
    if (error.name === 'PreconditionFailed' || error.$metadata.httpStatusCode === 412) return replica;
    // the upload was completed by a call whose answer was lost, has expired, or was ended by another schedule's copy
    if (error instanceof NoSuchUpload) return withoutUpload(replica);
    const what = `the copy of ${file.scope}:${file.name} to storage element ${replica.element}`;
    const why = error instanceof NotFound || error instanceof NoSuchKey ? 'the file no longer exists' : error.name;
    throw new ReplicationFailedError(`${what} was refused: ${why}`, { cause: error });
  }
};
