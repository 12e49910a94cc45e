import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { s3Client } from '../../../src/adapters/aws/s3.ts';
import { stepFunctionsClient } from '../../../src/adapters/aws/step-functions.ts';
import { answered } from '../../../src/adapters/aws/unavailable.ts';
import { parameterStoreClient } from '../../../src/adapters/secrets/parameter-store.ts';
import { secretsManagerClient } from '../../../src/adapters/secrets/secrets-manager.ts';
import { dynamoDbClient } from '../../../src/adapters/tables/client.ts';
import { UnavailableError } from '../../../src/foundation/errors.ts';
import { localAws } from '../../support/engine.ts';

/** Port 9 is kept for "discard" and nothing listens on it. */
const refused = { ...localAws, endpoint: 'http://127.0.0.1:9', maxAttempts: 1 };

const getItem = new GetCommand({ TableName: 'table', Key: { pk: 'p', sk: 's' } });
const calls: readonly [string, () => Promise<unknown>][] = [
  ['DynamoDB', () => dynamoDbClient(refused).send(getItem)],
  ['S3', () => s3Client(refused).send(new GetObjectCommand({ Bucket: 'bucket', Key: 'key' }))],
  [
    'Step Functions',
    () => stepFunctionsClient(refused).send(new StartExecutionCommand({ stateMachineArn: 'arn:aws:states:::x' })),
  ],
  ['Parameter Store', () => parameterStoreClient(refused).send(new GetParameterCommand({ Name: '/secret' }))],
  ['Secrets Manager', () => secretsManagerClient(refused).send(new GetSecretValueCommand({ SecretId: 'secret' }))],
];

describe('a service that refuses the connection', () => {
  for (const [service, call] of calls) {
    it(`is unavailable by name, without its address: ${service}`, async () => {
      const error = await call().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UnavailableError);
      expect(error).toMatchObject({ message: `${service} did not answer: try again later`, cause: expect.any(Error) });
    });
  }
});

describe('an answer of DynamoDB', () => {
  let server: Server;
  let answer:
    | { readonly status: number; readonly type: string }
    | { readonly status: number; readonly body: string }
    | 'never';

  beforeAll(async () => {
    server = createServer((_, response) => {
      if (answer === 'never') return;
      response.writeHead(answer.status, { 'Content-Type': 'application/x-amz-json-1.0' });
      if ('body' in answer) return response.end(answer.body);
      response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${answer.type}`, message: 'm' }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = async (patience: object = {}) => {
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return dynamoDbClient({ ...localAws, endpoint, maxAttempts: 1, ...patience })
      .send(getItem)
      .catch((reason: unknown) => reason);
  };

  for (const [status, type] of [
    [500, 'InternalServerError'],
    [503, 'ServiceUnavailable'],
    [400, 'ProvisionedThroughputExceededException'],
    [400, 'ThrottlingException'],
  ] as const) {
    it(`is an outage when it is ${status} ${type}`, async () => {
      answer = { status, type };
      expect(await ask()).toBeInstanceOf(UnavailableError);
    });
  }

  for (const body of ['null', '<html>', '']) {
    it(`is an outage when it is a 502 that something on the way made: ${body || 'empty'}`, async () => {
      answer = { status: 502, body };
      expect(await ask()).toBeInstanceOf(UnavailableError);
    });
  }

  for (const type of ['ResourceNotFoundException', 'ValidationException', 'AccessDeniedException']) {
    it(`is an answer when it is 400 ${type}`, async () => {
      answer = { status: 400, type };
      expect(await ask()).toMatchObject({ name: type });
    });
  }

  it('is an outage when it does not come in time', async () => {
    answer = 'never';
    const requestHandler = { requestTimeout: 50, throwOnRequestTimeout: true };
    expect(await ask({ requestHandler })).toBeInstanceOf(UnavailableError);
  });
});

describe('an error that no service answered', () => {
  const asThrown = (error: unknown) => answered('S3', () => Promise.reject(error)).catch((reason: unknown) => reason);

  for (const mistake of [
    new TypeError('x is not a function'),
    new RangeError('too deep'),
    new Error('ours'),
    undefined,
  ]) {
    it(`stays as it is: ${mistake}`, async () => {
      expect(await asThrown(mistake)).toBe(mistake);
    });
  }

  it('is an outage when the SDK calls it worth a retry', async () => {
    expect(await asThrown(Object.assign(new Error('broken off'), { $retryable: {} }))).toBeInstanceOf(UnavailableError);
  });

  it('is no outage when a value cannot be written', async () => {
    const put = new PutCommand({ TableName: 'table', Item: { pk: Number.NaN } });
    const error = await dynamoDbClient(refused)
      .send(put)
      .catch((reason: unknown) => reason);
    expect(error).not.toBeInstanceOf(UnavailableError);
  });
});

describe('credentials that cannot be had', () => {
  it('are an outage too', async () => {
    const credentials = () => Promise.reject(Object.assign(new Error('none'), { name: 'CredentialsProviderError' }));
    const error = await dynamoDbClient({ ...refused, credentials })
      .send(getItem)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnavailableError);
  });
});
