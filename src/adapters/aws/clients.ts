/**
 * The SDK's clients, all made in one way: one patience, one meaning of "does not answer". DynamoDB's is in
 * tables/client.ts; those of KMS and Secrets Manager stand with what is loaded at need, in entrusted.ts and secret-store.ts.
 */

import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { SFNClient, type SFNClientConfig } from '@aws-sdk/client-sfn';
import { answered } from './unavailable.ts';

/** A service that is slower than this is down: well below the gateway's 29 seconds, three tries included. */
export const patience = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};

/** Around the SDK's own retries. */
export const outermost = { step: 'initialize', priority: 'high' } as const;

/** Addresses, region and credentials come from the environment, as the SDK documents; tests give their own. */
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
