import { DeploymentTimeoutError, ProviderTimeoutError } from '../errors.ts';
import type { Attempt } from './attempt.ts';
import { isPast } from './deadlines.ts';
import type { Deployment } from './deployment.ts';

/** Which of its deadlines an attempt has passed, if any. */
export const overdue = ({ operation, limits }: Deployment, { deadline }: Attempt, now: Date): Error | undefined => {
  if (isPast(operation.deadline, now)) {
    return new DeploymentTimeoutError(`the deployment was not ready within ${limits.timeoutMins} minutes`);
  }
  if (isPast(deadline, now)) {
    return new ProviderTimeoutError(`the provider was not done within ${limits.providerTimeoutMins} minutes`);
  }
  return undefined;
};
