/** The clients of a laptop's functions call its own stores and services without HTTP of the SDK, and everybody else with it. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateBucketCommand, GetObjectCommand, NoSuchBucket, PutObjectCommand } from '@aws-sdk/client-s3';
import { ListStateMachinesCommand, SFNClient } from '@aws-sdk/client-sfn';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answeredInProcess } from '../../../local/direct/aws.ts';
import { connectToStores } from '../../../local/direct/laptop-clients.ts';
import { type ObjectStorage, type Store, startDynamoDb, startS3 } from '../../../local/storage/storage.ts';
import { s3Client } from '../../../src/adapters/aws/s3.ts';
import { dynamoDbClient } from '../../../src/adapters/tables/client.ts';
import { localAws } from '../../support/engine.ts';

const variables = { dynamoDb: 'AWS_ENDPOINT_URL_DYNAMODB', s3: 'AWS_ENDPOINT_URL_S3' } as const;
const before = Object.values(variables).map((name) => [name, process.env[name]] as const);
let dynamoDb: Store;
let s3: ObjectStorage;
let close = (): void => undefined;

/** requests that Node's HTTP client sent, as the SDK's clients do */
let sent = 0;
const count = (): void => {
  sent += 1;
};

beforeAll(async () => {
  [dynamoDb, s3] = await Promise.all([startDynamoDb(), startS3()]);
  subscribe('http.client.request.start', count);
});
beforeEach(() => {
  sent = 0;
});
afterEach(() => close());
afterAll(async () => {
  unsubscribe('http.client.request.start', count);
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await Promise.all([dynamoDb.stop(), s3.stop()]);
});

const lead = (named: { readonly dynamoDb: string; readonly s3: string }, stores = { dynamoDb, s3 }): void => {
  process.env[variables.dynamoDb] = named.dynamoDb;
  process.env[variables.s3] = named.s3;
  close = connectToStores(stores);
};

const clients = (endpoints: { readonly dynamoDb: string; readonly s3: string }) => ({
  tables: dynamoDbClient({ ...localAws, endpoint: endpoints.dynamoDb, maxAttempts: 2 }),
  files: s3Client({ ...localAws, endpoint: endpoints.s3, maxAttempts: 2, forcePathStyle: true }),
});

const nothing = new GetCommand({ TableName: 'nothing', Key: { pk: 'a' } });
const error = (code: string) => expect.objectContaining({ name: code });

describe("a client of the laptop's own stores", () => {
  it('sends nothing by the HTTP of the SDK', async () => {
    const own = { dynamoDb: dynamoDb.endpoint, s3: s3.endpoint };
    lead(own);
    const { tables, files } = clients(own);
    await expect(tables.send(nothing)).rejects.toEqual(error('ResourceNotFoundException'));
    expect(sent).toBe(0);
    await files.send(new CreateBucketCommand({ Bucket: 'own' }));
    expect(sent).toBe(1); // nothing that is done often
    await files.send(new PutObjectCommand({ Bucket: 'own', Key: 'a', Body: Buffer.from('text') }));
    const { Body } = await files.send(new GetObjectCommand({ Bucket: 'own', Key: 'a' }));
    expect(await Body?.transformToString()).toBe('text');
    expect(sent).toBe(1);
  });

  it('sends all by the SDK once the laptop has stopped', async () => {
    const own = { dynamoDb: dynamoDb.endpoint, s3: s3.endpoint };
    lead(own);
    close();
    await expect(clients(own).tables.send(nothing)).rejects.toEqual(error('ResourceNotFoundException'));
    expect(sent).toBe(1);
  });

  it('lets the SDK ask again what was not answered', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serving((request) => {
      seen.push(request.headers['user-agent']?.split('/')[0]);
      return seen.length > 1;
    });
    lead({ dynamoDb: other.url, s3: s3.endpoint }, { dynamoDb: { ...dynamoDb, endpoint: other.url }, s3 });
    const { tables } = clients({ dynamoDb: other.url, s3: s3.endpoint });
    expect(await tables.send(nothing)).toMatchObject({ $metadata: { httpStatusCode: 200 } });
    expect(seen).toEqual([undefined, 'aws-sdk-js']);
    other.stop();
  });
});

it('a client of stores that the user has named sends all by the SDK', async () => {
  lead({ dynamoDb: 'http://127.0.0.1:1', s3: 'http://127.0.0.1:1' });
  const { tables, files } = clients({ dynamoDb: dynamoDb.endpoint, s3: s3.endpoint });
  await expect(files.send(new GetObjectCommand({ Bucket: 'missing', Key: 'a' }))).rejects.toThrow(NoSuchBucket);
  expect(sent).toBe(1);
  await expect(tables.send(nothing)).rejects.toEqual(error('ResourceNotFoundException'));
  expect(sent).toBe(2);
});

describe('a service that answers in this process', () => {
  const answered = { status: 200, type: 'application/x-amz-json-1.0', body: '{"stateMachines":[]}' };
  const clientOf = (url: string, endpoint: string, answer: Parameters<typeof answeredInProcess>[0][number]['answer']) =>
    new SFNClient({
      ...{ ...localAws, endpoint, maxAttempts: 1 },
      extensions: [
        answeredInProcess([{ url, answer, signed: (text) => text.replace('Credential=local', 'Credential=other') }]),
      ] as never[],
    });

  it('gets the request as it is signed for it, and no HTTP', async () => {
    const calls: object[] = [];
    const client = clientOf('http://127.0.0.1:2', 'http://127.0.0.1:2', async (call) => {
      calls.push(call);
      return answered;
    });
    expect(await client.send(new ListStateMachinesCommand({ maxResults: 5 }))).toMatchObject({ stateMachines: [] });
    expect(sent).toBe(0);
    expect(calls).toMatchObject([
      {
        body: '{"maxResults":5}',
        headers: {
          authorization: expect.stringContaining('Credential=other/'),
          'x-amz-target': 'AWSStepFunctions.ListStateMachines',
        },
      },
    ]);
  });

  it('may lose an answer, as a broken connection does', async () => {
    const client = clientOf('http://127.0.0.1:2', 'http://127.0.0.1:2', async () => undefined);
    await expect(client.send(new ListStateMachinesCommand())).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('is not asked what is for another address', async () => {
    const other = await serving(() => true);
    const client = clientOf('http://127.0.0.1:2', other.url, async () => {
      throw new Error('not for it');
    });
    expect(await client.send(new ListStateMachinesCommand())).toMatchObject({ $metadata: { httpStatusCode: 200 } });
    expect(sent).toBe(1);
    other.stop();
  });
});

/** Answers `{}`, or breaks the connection. */
const serving = async (
  answers: (request: IncomingMessage) => boolean,
): Promise<{ readonly url: string; stop(): void }> => {
  const server = createServer((request, response) => {
    if (answers(request)) response.end('{}');
    else request.socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
