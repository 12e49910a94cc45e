import { describe, expect, it } from 'vitest';
import { filesIn } from '../../../src/domain/schedules/file-created.ts';
import { InvalidError } from '../../../src/foundation/errors.ts';

const record = (object: object, eventName = 'ObjectCreated:Put') => ({
  eventName,
  s3: { bucket: { name: 'incoming' }, object },
});
const fromS3 = (...records: readonly object[]) => filesIn(JSON.stringify({ Records: records }));
const fromEventBridge = (object: object, type = 'Object Created', source = 'aws.s3') =>
  filesIn(JSON.stringify({ source, 'detail-type': type, detail: { bucket: { name: 'incoming' }, object } }));

const refused = /neither from S3 itself nor from EventBridge/;

describe('the files of a notification of S3', () => {
  it('have their keys decoded, and say size and version where S3 does', () => {
    expect(fromS3(record({ key: 'a+b%2Bc%C3%A9', size: 0, versionId: 'v1' }), record({ key: 'plain' }))).toStrictEqual([
      { scope: 'incoming', name: 'a b+cé', size: 0, version: 'v1' },
      { scope: 'incoming', name: 'plain' },
    ]);
  });

  it.each([
    ['s3:ObjectCreated:CompleteMultipartUpload', 1],
    ['ObjectCreated:Copy', 1],
    ['ObjectRemoved:Delete', 0],
    ['s3:ObjectRestore:ObjectCreated:Put', 0],
  ])('are those that were created: %s', (eventName, count) => {
    expect(fromS3(record({ key: 'a' }, eventName))).toHaveLength(count);
  });

  it('are none for the message that S3 sends once, and none of our replicas', () => {
    expect(filesIn('{"Service":"Amazon S3","Event":"s3:TestEvent"}')).toEqual([]);
    expect(fromS3(record({ key: 'toscanini-replicas/incoming/a' }))).toEqual([]);
    expect(fromEventBridge({ key: 'toscanini-replicas/incoming/a' })).toEqual([]);
  });
});

describe('a folder, which tools store as an empty object whose name ends with a slash', () => {
  it.each([
    ['data/', 0, 0],
    ['data/', 1, 1],
    ['data/empty', 0, 1],
    ['data/', undefined, 1],
  ])('is no file: %s of %s bytes', (key, size, count) => {
    expect(fromS3(record({ key, size }))).toHaveLength(count);
    expect(fromEventBridge({ key, size })).toHaveLength(count);
  });
});

describe('the file of an event of EventBridge', () => {
  it('has its key as it is', () => {
    expect(fromEventBridge({ key: 'a+b%20c', size: 7, 'version-id': 'v1' })).toStrictEqual([
      { scope: 'incoming', name: 'a+b%20c', size: 7, version: 'v1' },
    ]);
    expect(fromEventBridge({ key: 'a' })).toStrictEqual([{ scope: 'incoming', name: 'a' }]);
  });

  it('is none when nothing was created, and refused when it is not from S3', () => {
    expect(fromEventBridge({ key: 'a' }, 'Object Deleted')).toEqual([]);
    expect(() => fromEventBridge({ key: 'a' }, 'Object Created', 'our.own')).toThrow(refused);
  });
});

describe('another message', () => {
  it('is refused', () => {
    for (const body of [
      '{}',
      'null',
      '{"Records":[{}]}',
      '{"Event":"other"}',
      JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Put' }] }),
    ])
      expect(() => filesIn(body)).toThrow(refused);
    expect(() => filesIn('no JSON')).toThrow(InvalidError);
    expect(() => filesIn('no JSON')).toThrow(/is not JSON/);
  });
});
