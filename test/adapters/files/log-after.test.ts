import { GetObjectCommand, ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileLists } from '../../../src/adapters/files/file-lists.ts';
import { logAfter } from '../../../src/adapters/files/log-after.ts';

const client = new S3Client({ region: 'eu-south-1' });
const s3 = mockClient(client);
beforeEach(() => s3.reset());

describe('a log that is read on', () => {
  /** Pieces by name, each with the second in which it was written; its text is its name. */
  const written = (pieces: { readonly [name: string]: number }) => {
    const Contents = Object.entries(pieces).map(([Key, second]) => ({ Key, LastModified: new Date(second * 1_000) }));
    s3.on(ListObjectsV2Command).resolves({ Contents });
    s3.on(GetObjectCommand).callsFake(({ Key }) => ({ Body: { transformToString: async () => `${Key} ` } }));
  };
  const read = (cursor?: string) => logAfter({ client, bucket: 'files' }, 'logs/', cursor);

  it('has what is new, in the order of the names, and each piece once', async () => {
    written({ a: 100, b: 101 });
    const first = await read();
    expect(first.text).toBe('a b ');
    expect((await read(first.cursor)).text).toBe('');
    written({ a: 100, aa: 110, b: 101, c: 109 });
    const second = await read(first.cursor);
    expect(second.text).toBe('aa c ');
    expect((await read(second.cursor)).text).toBe('');
  });

  it('has a piece that appears late with an earlier time, for fifteen seconds', async () => {
    written({ a: 100 });
    const { cursor } = await read();
    written({ a: 100, late: 86, tooLate: 85 });
    expect((await read(cursor)).text).toBe('late ');
  });

  it('has a cursor that names only what is hardly older than the newest piece', async () => {
    written({ a: 85, b: 86, c: 100 });
    const { cursor } = await read();
    expect(cursor.split('.')).toHaveLength(3);
    expect(cursor).toMatch(/^100000\./);
    expect((await read(cursor)).cursor).toBe(cursor);
  });

  it('stays where it is while nothing is written', async () => {
    written({});
    expect(await read()).toEqual({ text: '', cursor: '0' });
    expect(await read('5000.AAAAAAAA')).toEqual({ text: '', cursor: '5000' });
  });

  it('is whole, however many pieces it has', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `${String(index).padStart(2, '0')}`);
    written(Object.fromEntries(names.map((name) => [`p${name}`, 1])));
    expect((await read()).text).toBe(names.map((name) => `p${name} `).join(''));
  });
});

describe('a list of the files of a bucket', () => {
  const lists = fileLists(() => client, 2);
  const page = (after?: string) => lists.page('incoming', { prefix: 'data/', ...(after !== undefined && { after }) });

  it('goes on after a name, and says which page is the last', async () => {
    const first = [{ Key: 'data/1', Size: 0 }, { Key: 'data/2' }, {}];
    s3.on(ListObjectsV2Command).resolvesOnce({ Contents: first, IsTruncated: true }).resolves({});
    expect(await page()).toStrictEqual({
      ...{
        files: [
          { scope: 'incoming', name: 'data/1', size: 0 },
          { scope: 'incoming', name: 'data/2' },
        ],
        isLast: false,
      },
    });
    expect(await page('data/2')).toStrictEqual({ files: [], isLast: true });
    const usual = { Bucket: 'incoming', Prefix: 'data/', MaxKeys: 2 };
    expect(s3.commandCalls(ListObjectsV2Command).map(({ args }) => args[0].input)).toStrictEqual([
      ...[usual, { ...usual, StartAfter: 'data/2' }],
    ]);
  });

  it.each([
    [404, 'NotFoundError', 'there is no bucket incoming'],
    [403, 'NotFoundError', 'this service may not list bucket incoming: ask its operators'],
    [400, 'Odd', 'odd'],
  ])('says what a status of %i means', async (httpStatusCode, name, message) => {
    const error = new S3ServiceException({
      name: 'Odd',
      $fault: 'client',
      message: 'odd',
      $metadata: { httpStatusCode },
    });
    s3.on(ListObjectsV2Command).rejects(error);
    await expect(page()).rejects.toMatchObject({ name, message });
  });
});
