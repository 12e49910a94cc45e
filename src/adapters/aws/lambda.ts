import { LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { clientDefaults, outermost } from './clients.ts';
import { answered } from './unavailable.ts';

/** Bundled only where functions are called or quotas are read. */
export const lambdaClient = (config: LambdaClientConfig = {}): LambdaClient => {
  const client = new LambdaClient({ ...clientDefaults, ...config });
  client.middlewareStack.add((next) => (request) => answered('Lambda', () => next(request)), outermost);
  return client;
};
