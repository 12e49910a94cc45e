/** The SDK's clients: made in one way, and one rule for what it means that a service does not answer. */

import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { SecretsManagerClient, type SecretsManagerClientConfig } from '@aws-sdk/client-secrets-manager';
import { SFNClient, type SFNClientConfig } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { answered } from './unavailable.ts';

/** A service that is slower than this is down: well below the gateway's 29 seconds, three tries included. */
const patience = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};

/** Around the SDK's own retries. */
const outermost = { step: 'initialize', priority: 'high' } as const;

/** Addresses, region and credentials come from the environment, as the SDK documents; tests give their own. */
export const dynamoDbClient = (config: DynamoDBClientConfig = {}): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({ ...patience, ...config });
  client.middlewareStack.add((next) => (request) => answered('DynamoDB', () => next(request)), outermost);
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
};

export const s3Client = (config: S3ClientConfig = {}): S3Client => {
  const client = new S3Client({ ...patience, ...config });
  client.middlewareStack.add((next) => (request) => answered('S3', () => next(request)), outermost);
  return client;
};

export const stepFunctionsClient = (config: SFNClientConfig = {}): SFNClient => {
  const client = new SFNClient({ ...patience, ...config });
  client.middlewareStack.add((next) => (request) => answered('Step Functions', () => next(request)), outermost);
  return client;
};

export const secretsManagerClient = (config: SecretsManagerClientConfig = {}): SecretsManagerClient => {
  const client = new SecretsManagerClient({ ...patience, ...config });
  client.middlewareStack.add((next) => (request) => answered('Secrets Manager', () => next(request)), outermost);
  return client;
};
