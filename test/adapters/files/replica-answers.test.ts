/** What becomes of a replica with each answer of S3. How copies are made and interrupted is in the other tests of replicas. */

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListMultipartUploadsCommand,
  NoSuchKey,
  NoSuchUpload,
  NotFound,
  S3Client,
  S3ServiceException,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { sourceTag, tagText } from '../../../src/adapters/files/replica-uploads.ts';
import { replicas } from '../../../src/adapters/files/replicas.ts';
import type { Replica } from '../../../src/domain/schedules/schedule.ts';
import { writtenLines } from '../../observability/written.ts';

const client = new S3Client({ region: 'eu-south-1' });
const s3 = mockClient(client);
const { advance, abandon } = replicas({ clientFor: () => client, largestCopy: 10, partsAtOnce: 2 });

const file = { scope: 'incoming', name: 'run' };
const replica: Replica = { element: 'one', bucket: 'element-one', key: 'copy' };
const done = { ...replica, done: true };
const source = { Bucket: 'incoming', Key: 'run' };
const target = { Bucket: 'element-one', Key: 'copy' };
const tag = '"1"';
const nothing = { message: '', $metadata: {} };
const refusal = (name: string, httpStatusCode = 403) =>
  new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } });

/** What HEAD says of the copy: the same size and tag as the source, unless told otherwise. */
const copied = (size: number, changes: Partial<HeadObjectCommandOutput> = {}) => ({
  ContentLength: size,
  Metadata: { [sourceTag]: tagText(tag) },
  ...changes,
});
const sourceIs = (size: number, changes: Partial<HeadObjectCommandOutput> = {}) =>
  s3.on(HeadObjectCommand, source).resolves({ ETag: tag, ContentLength: size, ...changes });
const calls = (command: Parameters<typeof s3.commandCalls>[0]) =>
  s3.commandCalls(command).map(({ args }) => args[0].input);
const upload = (...parts: readonly string[]): Replica => ({ ...replica, upload: { id: 'u', sourceTag: tag, parts } });
const lines = writtenLines();

beforeEach(() => {
  s3.reset();
  s3.on(HeadObjectCommand, target).rejects(new NotFound(nothing));
  s3.on(CopyObjectCommand).resolves({});
  s3.on(ListMultipartUploadsCommand).resolves({});
  s3.on(AbortMultipartUploadCommand).resolves({});
});

describe('what stands where the copy belongs', () => {
  const [whole, inParts] = ['FULL_OBJECT', 'COMPOSITE'] as const;
  const sum = (ChecksumType: typeof whole | typeof inParts, ChecksumSHA256: string) => ({
    ChecksumType,
    ChecksumSHA256,
  });

  it.each([
    ['has its size and tag', {}, {}],
    ['has the same checksum', sum(whole, 'a'), sum(whole, 'a')],
    ['has a checksum alone', {}, sum(whole, 'a')],
    ['has no checksum', sum(whole, 'a'), {}],
    ['has another checksum of its parts', sum(inParts, 'a'), sum(inParts, 'b')],
    ['has the checksum of its parts', sum(whole, 'a'), sum(inParts, 'b')],
    ['is compared with the checksum of parts', sum(inParts, 'a'), sum(whole, 'b')],
    [
      'has a checksum of another kind',
      { ChecksumType: whole, ChecksumCRC32: 'a' },
      { ChecksumType: whole, ChecksumCRC32C: 'b' },
    ],
  ])('is the copy when it %s', async (_, ofSource, ofTarget) => {
    sourceIs(5, ofSource);
    s3.on(HeadObjectCommand, target).resolves(copied(5, ofTarget));
    expect(await advance(file, replica)).toEqual(done);
    expect(calls(CopyObjectCommand)).toEqual([]);
  });

  it.each([
    ['another size', {}, { ContentLength: 6 }],
    ['the tag of another version', {}, { Metadata: { [sourceTag]: tagText('"0"') } }],
    ['no tag', {}, { Metadata: { run: '7' } }],
    ['no metadata', {}, { Metadata: undefined }],
    ...['ChecksumCRC64NVME', 'ChecksumSHA256', 'ChecksumCRC32C', 'ChecksumCRC32'].map((kind) => [
      `another ${kind}`,
      { ChecksumType: whole, [kind]: 'a' },
      { ChecksumType: whole, [kind]: 'b' },
    ]),
  ] as [string, object, object][])('is replaced when it has %s', async (_, ofSource, ofTarget) => {
    sourceIs(5, ofSource);
    s3.on(HeadObjectCommand, target).resolvesOnce(copied(5, ofTarget)).resolves(copied(5));
    expect(await advance(file, replica)).toEqual(done);
    expect(calls(CopyObjectCommand)).toHaveLength(1);
  });

  it('is left alone where it is the file itself, and not where only its bucket or its name is the same', async () => {
    sourceIs(5);
    s3.on(HeadObjectCommand, { Bucket: 'incoming', Key: 'copy' }).rejects(new NotFound(nothing));
    s3.on(HeadObjectCommand, { Bucket: 'element-one', Key: 'run' }).rejects(new NotFound(nothing));
    const itself = { ...replica, bucket: 'incoming', key: 'run' };
    expect(await advance(file, itself)).toEqual({ ...itself, done: true });
    expect(calls(CopyObjectCommand)).toEqual([]);
    for (const other of [{ bucket: 'incoming' }, { key: 'run' }])
      await expect(advance(file, { ...replica, ...other })).rejects.toThrow('differs from the file');
    expect(calls(CopyObjectCommand)).toHaveLength(2);
  });
});

describe('a copy', () => {
  it.each([5, 20])(
    'of %i bytes is made again when the file was overwritten, and another schedule has copied that',
    async (size) => {
      const newer = '"2"';
      s3.on(HeadObjectCommand, source)
        .resolvesOnce({ ETag: tag, ContentLength: size })
        .resolves({ ETag: newer, ContentLength: size });
      s3.on(HeadObjectCommand, target)
        .rejectsOnce(new NotFound(nothing))
        .resolves(copied(size, { Metadata: { [sourceTag]: tagText(newer) } }));
      s3.on(CompleteMultipartUploadCommand).resolves({});
      const begun = size > 10 ? upload('a', 'b') : replica;
      expect(await advance(file, begun)).toEqual(replica);
      expect(await advance(file, replica)).toEqual(done);
    },
  );

  it('is of the version that was read, and keeps its metadata and type', async () => {
    sourceIs(10, { ContentType: 'application/x-root', Metadata: { run: '7' } });
    s3.on(HeadObjectCommand, target).rejectsOnce(new NoSuchKey(nothing)).resolves(copied(10));
    expect(await advance(file, replica)).toEqual(done);
    expect(calls(CopyObjectCommand)).toEqual([
      {
        ...target,
        CopySource: 'incoming/run',
        CopySourceIfMatch: tag,
        Metadata: { run: '7', [sourceTag]: tagText(tag) },
        ContentType: 'application/x-root',
        ChecksumAlgorithm: 'CRC64NVME',
        MetadataDirective: 'REPLACE',
      },
    ]);
    expect(calls(ListMultipartUploadsCommand)).toEqual([]);
  });

  it('has no type where the file has none', async () => {
    sourceIs(5);
    s3.on(HeadObjectCommand, target).rejectsOnce(new NotFound(nothing)).resolves(copied(5));
    await advance(file, replica);
    expect(calls(CopyObjectCommand)[0]).not.toHaveProperty('ContentType');
  });

  it.each([
    ['copied', () => s3.on(CopyObjectCommand)],
    ['found', () => s3.on(HeadObjectCommand, target)],
  ])('is tried again by the next call when the file changes before it is %s', async (_, on) => {
    sourceIs(5);
    for (const changed of [refusal('PreconditionFailed', 400), refusal('Unknown', 412)]) {
      on().rejects(changed);
      expect(await advance(file, replica)).toEqual(replica);
    }
  });

  it.each([
    [refusal('AccessDenied'), 'the copy of incoming:run to storage element one was refused: AccessDenied'],
    [new NoSuchKey(nothing), 'was refused: the file no longer exists'],
    [new NotFound(nothing), 'was refused: the file no longer exists'],
  ])('says why S3 refused it', async (error, message) => {
    sourceIs(5);
    s3.on(CopyObjectCommand).rejects(error);
    await expect(advance(file, replica)).rejects.toMatchObject({
      name: 'ReplicationFailedError',
      message: expect.stringContaining(message),
      cause: error,
    });
  });

  it('is not refused by an S3 that does not answer', async () => {
    s3.on(HeadObjectCommand, source).rejects(new Error('S3 is away'));
    await expect(advance(file, replica)).rejects.toThrow(/^S3 is away$/);
  });
});

describe('a copy in parts', () => {
  it('asks for each byte once, a few parts at a time, and joins them in order', async () => {
    sourceIs(25);
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'u' });
    s3.on(UploadPartCopyCommand).callsFake(({ PartNumber }) => ({ CopyPartResult: { ETag: `part ${PartNumber}` } }));
    const begun = await advance(file, replica);
    expect(begun).toEqual(upload());
    const first = await advance(file, begun);
    expect(first).toEqual(upload('part 1', 'part 2'));
    const second = await advance(file, first);
    expect(second).toEqual(upload('part 1', 'part 2', 'part 3'));
    const about = { ...target, UploadId: 'u', CopySource: 'incoming/run', CopySourceIfMatch: tag };
    expect(calls(UploadPartCopyCommand)).toEqual([
      { ...about, PartNumber: 1, CopySourceRange: 'bytes=0-9' },
      { ...about, PartNumber: 2, CopySourceRange: 'bytes=10-19' },
      { ...about, PartNumber: 3, CopySourceRange: 'bytes=20-24' },
    ]);
    s3.on(CompleteMultipartUploadCommand).callsFake(() => {
      s3.on(HeadObjectCommand, target).resolves(copied(25));
      return {};
    });
    expect(await advance(file, second)).toEqual(done);
    const Parts = [1, 2, 3].map((PartNumber) => ({ ETag: `part ${PartNumber}`, PartNumber }));
    expect(calls(CompleteMultipartUploadCommand)).toEqual([{ ...target, UploadId: 'u', MultipartUpload: { Parts } }]);
  });

  it('has larger parts for a file that would have more than 2,000', async () => {
    sourceIs(20_001);
    s3.on(UploadPartCopyCommand).resolves({ CopyPartResult: { ETag: 'part' } });
    await advance(file, upload());
    expect(calls(UploadPartCopyCommand)[0]).toMatchObject({ CopySourceRange: 'bytes=0-10' });
  });

  it('is not begun of a file that S3 cannot copy in 2,000 parts of 5 GiB', async () => {
    const most = 2_000 * 5 * 1024 ** 3;
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'u' });
    sourceIs(most);
    expect(await advance(file, replica)).toEqual(upload());
    sourceIs(most + 1);
    await expect(advance(file, replica)).rejects.toMatchObject({
      name: 'ReplicationFailedError',
      message: expect.stringContaining(`the file has ${most + 1} bytes`),
    });
    expect(calls(CreateMultipartUploadCommand)).toHaveLength(1);
  });

  it('starts again when its upload is gone', async () => {
    sourceIs(25);
    s3.on(UploadPartCopyCommand).rejects(new NoSuchUpload(nothing));
    expect(await advance(file, upload('part 1'))).toEqual(replica);
  });

  it('is ended when a smaller file has taken its name, and was copied whole', async () => {
    sourceIs(5);
    s3.on(HeadObjectCommand, target).resolves(copied(5));
    s3.on(ListMultipartUploadsCommand).resolves({ Uploads: [{ Key: 'copy', UploadId: 'u' }] });
    expect(await advance(file, upload('part 1'))).toEqual(done);
    expect(calls(AbortMultipartUploadCommand)).toEqual([{ ...target, UploadId: 'u' }]);
  });
});

describe('a replica that is given up', () => {
  it('ends every upload to its key, on however many pages S3 lists them, and no other', async () => {
    const page = { IsTruncated: true, NextKeyMarker: 'k', NextUploadIdMarker: 'm' };
    const listed = (Key: string, UploadId: string | undefined) => ({ Key, UploadId });
    s3.on(ListMultipartUploadsCommand)
      .resolvesOnce({ ...page, Uploads: [listed('copy', '1'), listed('copy-other', '2'), listed('copy', undefined)] })
      .resolves({ IsTruncated: false, Uploads: [listed('copy', '3')] });
    await abandon(replica);
    expect(calls(AbortMultipartUploadCommand).map((input) => 'UploadId' in input && input.UploadId)).toEqual([
      '1',
      '3',
    ]);
    expect(calls(ListMultipartUploadsCommand)).toEqual([
      { Bucket: 'element-one', Prefix: 'copy' },
      { Bucket: 'element-one', Prefix: 'copy', KeyMarker: 'k', UploadIdMarker: 'm' },
    ]);
  });

  it('may have no upload any more', async () => {
    s3.on(ListMultipartUploadsCommand).resolves({ Uploads: [{ Key: 'copy', UploadId: 'u' }] });
    s3.on(AbortMultipartUploadCommand).rejects(new NoSuchUpload(nothing));
    await abandon(replica);
    expect(lines.all()).toEqual([]);
  });

  it('leaves its uploads to the rule of a bucket that shows them to nobody, and says so in the log', async () => {
    s3.on(ListMultipartUploadsCommand).rejects(refusal('AccessDenied'));
    await abandon(replica);
    expect(lines.all()).toEqual([
      expect.objectContaining({ level: 'WARN', place: 's3://element-one/copy', name: 'AccessDenied' }),
    ]);
  });

  it('is given up later where S3 does not answer', async () => {
    s3.on(ListMultipartUploadsCommand).rejects(new Error('S3 is away'));
    await expect(abandon(replica)).rejects.toThrow('S3 is away');
  });
});
