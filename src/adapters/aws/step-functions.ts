import { SFNClient, type SFNClientConfig } from '@aws-sdk/client-sfn';
import { clientDefaults, outermost, sdkLog } from './clients.ts';
import { answered } from './unavailable.ts';

/** Addresses, region and credentials come from the environment, as the SDK documents. Tests pass their own. */
export const stepFunctionsClient = (config: SFNClientConfig = {}): SFNClient => {
  const client = new SFNClient({ ...clientDefaults, ...config });
  client.middlewareStack.add((next) => (request) => answered('Step Functions', () => next(request)), outermost);
  client.middlewareStack.removeByTag(sdkLog);
  return client;
};
