import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { clientDefaults, outermost, sdkLog } from './clients.ts';
import { answered } from './unavailable.ts';

/** The address comes from the environment, and not from the URL of a queue, which is no address on a laptop. */
export const sqsClient = (config: SQSClientConfig = {}): SQSClient => {
  const client = new SQSClient({ ...clientDefaults, useQueueUrlAsEndpoint: false, ...config });
  client.middlewareStack.add((next) => (request) => answered('SQS', () => next(request)), outermost);
  client.middlewareStack.removeByTag(sdkLog);
  return client;
};
