/**
 * The SDK's clients. All have the same deadlines and the same meaning of "does not answer". The client of DynamoDB is in
 * tables/client.ts. Those of KMS, Secrets Manager and Parameter Store are in files that are loaded only when needed:
 * tokens/encrypted-delegations.ts, secrets/secrets-manager.ts and secrets/parameter-store.ts.
 */

import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { SFNClient, type SFNClientConfig } from '@aws-sdk/client-sfn';
import { answered } from './unavailable.ts';

/** A service that is slower than this counts as down. Three tries take well below the gateway's 29 seconds. */
export const clientTimeouts = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};

/** Outside the SDK's own retries. */
export const outermost = { step: 'initialize', priority: 'high' } as const;

/** Tag of the SDK's middleware that copies each request and answer for its log. We write none, so that clients go without it. */
export const sdkLog = 'LOGGER';

/** Addresses, region and credentials come from the environment, as the SDK documents. Tests pass their own. */
export const s3Client = (config: S3ClientConfig = {}): S3Client => {
  const client = new S3Client({ ...clientTimeouts, ...config });
  client.middlewareStack.add((next) => (request) => answered('S3', () => next(request)), outermost);
  client.middlewareStack.removeByTag(sdkLog);
  return client;
};

export const stepFunctionsClient = (config: SFNClientConfig = {}): SFNClient => {
  const client = new SFNClient({ ...clientTimeouts, ...config });
  client.middlewareStack.add((next) => (request) => answered('Step Functions', () => next(request)), outermost);
  client.middlewareStack.removeByTag(sdkLog);
  return client;
};
