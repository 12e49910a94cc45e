import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { changed, clientDefaults, outermost, sdkLog } from './clients.ts';
import { answered } from './unavailable.ts';

/** Addresses, region and credentials come from the environment, as the SDK documents. Tests pass their own. */
export const s3Client = (config: S3ClientConfig = {}): S3Client => {
  const client = new S3Client({ ...clientDefaults, ...config });
  client.middlewareStack.add((next) => (request) => answered('S3', () => next(request)), outermost);
  client.middlewareStack.removeByTag(sdkLog);
  return changed('S3', client);
};
