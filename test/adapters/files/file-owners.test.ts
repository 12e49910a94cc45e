import { type _Object, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { s3Client } from '../../../src/adapters/aws/s3.ts';
import { fileOwners } from '../../../src/adapters/files/file-owners.ts';
import { localAws } from '../../support/engine.ts';

const at = (day: number): Date => new Date(Date.UTC(2026, 10, day));
const file = (Key: string, day: number): _Object => ({ Key, LastModified: at(day) });

/** The owners of files that are older than the tenth, when S3 lists these pages. */
const ownersIn = async (...pages: (readonly _Object[])[]): Promise<readonly (readonly string[])[]> => {
  const client = s3Client(localAws);
  const listing = mockClient(client).on(ListObjectsV2Command, { Bucket: 'files', Prefix: 'templates/' });
  for (const [index, page] of pages.entries()) {
    const more = index + 1 < pages.length;
    listing.resolvesOnce({
      Contents: [...page],
      IsTruncated: more,
      ...(more && { NextContinuationToken: `${index}` }),
    });
  }
  const groups: (readonly string[])[] = [];
  for await (const group of fileOwners({ client, bucket: 'files' }).unchangedSince(at(10))) groups.push(group);
  return groups;
};

describe('the owners of files', () => {
  it('are those whose every file is old, once each', async () => {
    const listed = [
      file('templates/a/create', 1),
      file('templates/a/create.ranking', 2),
      file('templates/b/create', 1),
      file('templates/b/update', 12),
      file('templates/c/create', 12),
      file('templates/d/create', 9),
      file('templates/d/update', 3),
    ];
    expect(await ownersIn(listed)).toEqual([['a', 'd']]);
  });

  it('do not count a file of the very instant, or one whose time is unknown', async () => {
    expect(await ownersIn([file('templates/a/create', 10), { Key: 'templates/b/create' }])).toEqual([]);
  });

  it('may have files on two pages', async () => {
    expect(await ownersIn([file('templates/a/create', 1)], [file('templates/a/update', 12)])).toEqual([]);
    expect(await ownersIn([file('templates/a/create', 1)], [file('templates/a/update', 2)])).toEqual([['a']]);
  });

  it('come in groups that can be checked at once', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => `${index}`.padStart(2, '0'));
    const groups = await ownersIn(ids.map((id) => file(`templates/${id}/create`, 1)));
    expect(groups.map(({ length }) => length)).toEqual([25, 25, 1]);
    expect(groups.flat()).toEqual(ids);
  });

  it('are none in an empty bucket', async () => {
    expect(await ownersIn([])).toEqual([]);
  });
});
