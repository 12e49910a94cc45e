import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsignedAt } from '../../../local/functions/unsigned.ts';

const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(`${request.headers.authorization}`);
  response.end('{}');
});
let endpoint: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What a client with this extension sends as its authorization. */
const sentBy = async (addresses: readonly string[], key = 'local') => {
  const settings = {
    ...{ endpoint, region: 'eu-south-1', maxAttempts: 1 },
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    extensions: [unsignedAt(addresses, key)] as never[],
  };
  seen.length = 0;
  await new DynamoDBClient(settings).send(new ListTablesCommand());
  await new S3Client({ ...settings, forcePathStyle: true }).send(new HeadBucketCommand({ Bucket: 'a' }));
  return [...seen];
};

describe('a request', () => {
  it("to the laptop's own stores names its key, its region and its service", async () => {
    const named = (service: string): string =>
      `AWS4-HMAC-SHA256 Credential=local/20260101/eu-south-1/${service}/aws4_request, SignedHeaders=host, Signature=none`;
    expect(await sentBy(['http://127.0.0.1:1', endpoint])).toEqual([named('dynamodb'), named('s3')]);
  });

  it("of a role is signed, since the sandbox's AWS checks it", async () => {
    for (const sent of await sentBy([endpoint], 'another')) expect(sent).toMatch(/Signature=[0-9a-f]{64}$/);
  });

  it('to anybody else is signed', async () => {
    for (const sent of await sentBy(['http://127.0.0.1:1'])) expect(sent).toMatch(/Signature=[0-9a-f]{64}$/);
  });
});
